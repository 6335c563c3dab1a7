"""Client of the Hopscope API for Python 3.9 and later, without other packages.

The calls, their parameters, and their texts come from the OpenAPI document of the server, so that the client
always fits it: each operation is a method, `screenTransfer` as `screen_transfer`. See docs/api/client.md.

    from hopscope import Hopscope

    hopscope = Hopscope("https://hopscope.example", key)
    check = hopscope.screen_transfer(
        body={"blockchain": "bitcoin", "amount": "250000000", "direction": "out", "to": to},
        idempotency_key=f"withdrawal-{number}",
    )["data"]
"""

import http.client
import json
import re
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid

API = "/api/v1"
# Calls that the server answers once for each idempotency key.
IDEMPOTENT = {"screenTransfer", "createScreeningBatch"}
# Answers that say nothing about the request: limits, proxies, and servers that restart.
RETRIED = {429, 502, 503, 504}
FIRST_PAUSE = 0.25
LONGEST_PAUSE = 30.0
# Interruptions in a row, without a line in between, after which reading a batch ends.
MOST_INTERRUPTIONS = 5


class HopscopeError(Exception):
    """A call that failed: refused by the server (`status`, `problem`), or without an answer (`status` None)."""

    def __init__(self, message, status=None, problem=None):
        super().__init__(message)
        self.status = status
        # What the server says (RFC 9457), as a dict; None if it sent nothing of that form.
        self.problem = problem


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """Refuses redirects, so that the key is never sent to another server."""

    def redirect_request(self, *_):
        return None


def _snake(name):
    return re.sub(r"(?<=[a-z0-9])([A-Z])", lambda found: "_" + found.group(1).lower(), name)


def _error_of(answer):
    text = answer.read().decode("utf-8", "replace")
    try:
        problem = json.loads(text)
    except ValueError:
        problem = None
    if not isinstance(problem, dict) or "code" not in problem:
        problem = None
    message = problem.get("message") if problem else None
    return HopscopeError(message or f"The server answered {answer.code}", answer.code, problem)


def _pause_after(attempt, headers):
    """Seconds to wait after an attempt, by its number from 0: as the server says, otherwise doubling."""
    try:
        return float(headers["retry-after"])
    except (KeyError, TypeError, ValueError):
        return FIRST_PAUSE * 2**attempt


class Hopscope:
    """Makes the calls of a server. `url` has no path; `key` is the secret of an API key; `timeout` is in seconds."""

    def __init__(self, url, key, retries=3, timeout=60.0):
        self._base = url.rstrip("/")
        self._key = key
        self._retries = retries
        self._timeout = timeout
        self._opener = urllib.request.build_opener(_NoRedirect)
        self._calls = None

    def __repr__(self):
        return f"Hopscope({self._base!r})"

    def calls(self):
        """Reads the operations of the server: dicts with method, path, parameters, and summary, by method name."""
        if self._calls is None:
            with self._send("GET", API + "/openapi.json", {}, None, True) as answer:
                document = json.load(answer)
            self._calls = {
                _snake(operation["operationId"]): {
                    "id": operation["operationId"],
                    "method": method.upper(),
                    "path": path,
                    "parameters": {
                        parameter["name"]: parameter
                        for parameter in operation.get("parameters", [])
                        if parameter["in"] in ("path", "query")
                    },
                    "summary": operation.get("summary", ""),
                }
                for path, methods in document["paths"].items()
                for method, operation in methods.items()
            }
        return self._calls

    def __dir__(self):
        return [*super().__dir__(), *self.calls()]

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        declared = self.calls().get(name)
        if declared is None:
            raise AttributeError(f"The API has no call {name}")

        def call(**given):
            with self._call(name, **given) as answer:
                content = answer.read()
                if "json" not in answer.headers.get_content_type() or "ndjson" in answer.headers.get_content_type():
                    return content
                return json.loads(content)

        call.__name__ = name
        call.__doc__ = declared["summary"]
        return call

    def lines(self, name, /, **given):
        """Makes a call that answers with a stream of JSON Lines; yields each line as it arrives."""
        with self._call(name, **given) as answer:
            for line in answer:
                if line.strip():
                    yield json.loads(line)

    def screen_batch(self, file, name=None, direction=None, file_type="application/x-ndjson", idempotency_key=None):
        """Screens a file of addresses (`bytes`, JSON Lines or CSV); yields its lines in order as they are decided.

        After an interruption, reading continues with the next line. A wrong line refuses the whole file.
        """
        query = {key: value for key, value in (("name", name), ("direction", direction)) if value is not None}
        made = self.create_screening_batch(
            file=file, file_type=file_type, idempotency_key=idempotency_key, **query
        )
        batch = made["data"]["_id"]
        after = received = interruptions = 0
        while True:
            try:
                for line in self.lines("read_screening_batch", id=batch, after=after):
                    after = line["line"]
                    received += 1
                    interruptions = 0
                    yield line
                # A connection that was cut can look like an end.
                state = self.get_screening_batch(id=batch)["data"]
                if state["state"] == "finished" and received >= state["lines"]:
                    return
            except (HopscopeError, OSError, ValueError, http.client.HTTPException) as error:
                interruptions += 1
                if getattr(error, "status", None) is not None or interruptions > MOST_INTERRUPTIONS:
                    raise

    def _call(self, name, /, body=None, file=None, file_type="application/json", idempotency_key=None, **given):
        declared = self.calls().get(name)
        if declared is None:
            raise AttributeError(f"The API has no call {name}")
        known = declared["parameters"]
        unknown = sorted(set(given) - set(known))
        if unknown:
            raise TypeError(f"{name} has no parameter {', '.join(unknown)}; it has: {', '.join(known) or 'none'}")
        path, query = declared["path"], {}
        for key, value in given.items():
            text = str(value).lower() if isinstance(value, bool) else str(value)
            if known[key]["in"] == "path":
                path = path.replace("{" + key + "}", urllib.parse.quote(text, safe=""))
            elif value is not None:
                query[key] = text
        missing = re.findall(r"\{(\w+)\}", path)
        if missing:
            raise TypeError(f"{name} needs the parameter {', '.join(missing)}")
        if query:
            path += "?" + urllib.parse.urlencode(query)
        content = file if file is not None else None if body is None else json.dumps(body).encode()
        headers = {"content-type": file_type if file is not None else "application/json"} if content else {}
        is_idempotent = declared["id"] in IDEMPOTENT
        if is_idempotent:
            headers["idempotency-key"] = idempotency_key or str(uuid.uuid4())
        may_repeat = declared["method"] == "GET" or is_idempotent
        return self._send(declared["method"], path, headers, content, may_repeat)

    def _send(self, method, path, headers, content, may_repeat):
        """Returns the answer; repeats the request after passing failures if that does nothing twice."""
        attempt = 0
        while True:
            request = urllib.request.Request(self._base + path, content, method=method)
            for name, value in {**headers, "authorization": f"Bearer {self._key}"}.items():
                request.add_header(name, value)
            answer = None
            try:
                return self._opener.open(request, timeout=self._timeout)
            except urllib.error.HTTPError as error:
                answer = error
                failure = None
            except (OSError, http.client.HTTPException) as error:
                failure = HopscopeError(f"The server cannot be reached: {getattr(error, 'reason', error)}")
            pause = _pause_after(attempt, answer.headers if answer else None)
            is_passing = answer is None or answer.code in RETRIED
            if not may_repeat or not is_passing or attempt >= self._retries or pause > LONGEST_PAUSE:
                raise failure or _error_of(answer)
            attempt += 1
            time.sleep(pause)
