import { SourceError } from './source-error.ts';

/** Value of the `authorization` header, and the reaction to its rejection. */
export interface Authorization {
  /** Returns the value; undefined: none. Throws SourceError if it isn't available now. */
  header(): Promise<string | undefined>;
  /** Called after a 401; returns true if there is a different value now, with which the request is retried once. */
  refused(): Promise<boolean>;
}

export interface HttpRequest {
  /** Appended to the base URL. */
  path?: string;
  /** With a body, the request is a POST of JSON. */
  body?: string;
}

export interface HttpAnswer {
  status: number;
  ok: boolean;
  bytes: Uint8Array;
  /** Delay that `Retry-After` requests, in milliseconds, at most an hour. */
  retryAfterMs: number | undefined;
}

export interface HttpClient {
  /**
   * Sends one request, or two if the authorization has changed. Returns responses with any status except 401 and 429; throws
   * SourceError.
   */
  ask(request: HttpRequest): Promise<HttpAnswer>;
  /** Returns the number of requests. */
  requests(): number;
}

export interface HttpOptions {
  /** With `user:password@` if the server requires it. */
  url: string;
  /** Limit for a whole request in milliseconds. */
  timeoutMs: number;
  /** Maximum size of a response in bytes; a longer one isn't read to its end. */
  maxBytes: number;
  signal: AbortSignal;
  /** Instead of the credentials in the URL. */
  authorization?: Authorization;
}

/** Creates basic authorization (RFC 7617). */
export function basicAuthorization(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}

/** Creates a client of one URL with limits of time and size; its errors never contain the URL. */
export function createHttpClient(options: HttpOptions): HttpClient {
  const { base, inAddress } = target(options.url);
  const authorization: Authorization = options.authorization ?? {
    header: async () => inAddress,
    refused: async () => false,
  };
  let requests = 0;

  async function once({ path = '', body }: HttpRequest): Promise<HttpAnswer> {
    const header = await authorization.header();
    const headers: Record<string, string> = { accept: 'application/json, application/octet-stream' };
    if (body !== undefined) headers['content-type'] = 'application/json';
    if (header !== undefined) headers['authorization'] = header;
    requests++;
    const signal = AbortSignal.any([options.signal, AbortSignal.timeout(options.timeoutMs)]);
    const request = { method: body === undefined ? 'GET' : 'POST', headers, signal };
    let answered = false;
    try {
      const response = await fetch(base + path, { ...request, body: body ?? null, redirect: 'error' });
      answered = true;
      const bytes = await readBytes(response, options.maxBytes);
      return { status: response.status, ok: response.ok, bytes, retryAfterMs: retryAfter(response) };
    } catch (error) {
      throw failureOf(error, answered, options);
    }
  }

  return {
    async ask(request) {
      let answer = await once(request);
      if (answer.status === 401 && (await authorization.refused())) answer = await once(request);
      if (answer.status === 401) {
        throw new SourceError('unauthorized', 'The node rejected the user and password (HTTP 401)');
      }
      if (answer.status === 429) {
        const text = 'The node refused: too many requests (HTTP 429)';
        throw new SourceError('rate_limited', text, answer.retryAfterMs);
      }
      return answer;
    },
    requests: () => requests,
  };
}

/** Returns the response if its status is a success. Throws SourceError. */
export function requireOk(answer: HttpAnswer): HttpAnswer {
  if (answer.ok) return answer;
  throw new SourceError(
    'refused',
    `The node responded with HTTP status ${answer.status}`,
    answer.retryAfterMs,
  );
}

/** Throws SourceError if the bytes aren't JSON. */
export function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw new SourceError('not_json', "The node's response is not JSON");
  }
}

const longestMessage = 200;

/** Sanitizes untrusted text for people and logs: printable, one line, short. */
export function tidyText(text: string, longest = longestMessage): string {
  const line = text.replace(/[^\x20-\x7e]+/g, ' ').trim();
  return line.length > longest ? `${line.slice(0, longest - 1)}…` : line;
}

/** Splits a URL. `fetch` rejects URLs with a user: it becomes a header. */
function target(text: string): { base: string; inAddress: string | undefined } {
  const url = new URL(text);
  const { username, password } = url;
  url.username = '';
  url.password = '';
  const none = username === '' && password === '';
  return {
    base: url.href,
    inAddress: none
      ? undefined
      : basicAuthorization(decodeURIComponent(username), decodeURIComponent(password)),
  };
}

function retryAfter(response: Response): number | undefined {
  const seconds = Number(response.headers.get('retry-after'));
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds, 3600) * 1000 : undefined;
}

async function readBytes(response: Response, maxBytes: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.byteLength;
    if (size > maxBytes) {
      throw new SourceError(
        'too_large',
        `The node's response is larger than ${Math.round(maxBytes / 1e6)} MB`,
      );
    }
    parts.push(part);
  }
  const [only] = parts;
  return parts.length === 1 && only ? only : Buffer.concat(parts);
}

function failureOf(
  error: unknown,
  answered: boolean,
  { timeoutMs, signal }: Pick<HttpOptions, 'timeoutMs' | 'signal'>,
): unknown {
  if (error instanceof SourceError || signal.aborted) return error;
  if (error instanceof DOMException && error.name === 'TimeoutError') {
    return new SourceError('timeout', `The node did not respond within ${timeoutMs / 1000} seconds`);
  }
  const cause = error instanceof Error ? error.cause : undefined;
  const code = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : '';
  const text = answered ? "The node's response was cut off" : 'The node cannot be reached';
  return new SourceError('unreachable', text + code);
}
