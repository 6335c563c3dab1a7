import { demoSignIn, refreshSession, signup } from '@hopscope/contract';

export interface Tokens {
  accessToken: string;
  refreshToken: string;
}

/** A program doesn't wait longer for its request to be admitted. */
const longestDeferralMs = 3 * 60_000;

/** Responses of all clients. */
export interface Counts {
  requests: number;
  /** Milliseconds of each response since the last sample. */
  durations: number[];
  /** Responses of 429 with a time to wait, after which the request was repeated. */
  deferred: number;
  /** Requests without a response, but for streams. */
  running: number;
  /** New requests wait for it. */
  gate: Promise<void> | undefined;
  /** What went wrong, with how often. */
  readonly failures: Map<string, number>;
}

/** Runs `work` while no client has a request running: new ones wait. Waits at most ten seconds for those that run. */
export async function betweenRequests<T>(counts: Counts, work: () => Promise<T>): Promise<T> {
  let open = (): void => {};
  counts.gate = new Promise((resolve) => {
    open = resolve;
  });
  try {
    for (const begun = performance.now(); counts.running > 0 && performance.now() - begun < 10_000; )
      await new Promise((resolve) => setTimeout(resolve, 50));
    return await work();
  } finally {
    counts.gate = undefined;
    open();
  }
}

/** Counts a failure; the first of its kind is printed at once. */
export function noteFailure(counts: Counts, what: string): void {
  if (!counts.failures.has(what)) process.stdout.write(`${new Date().toISOString()} failed: ${what}\n`);
  counts.failures.set(what, (counts.failures.get(what) ?? 0) + 1);
}

/**
 * A client with a session or an API key. Like a program should, it repeats a request after the time that a response of 429
 * names, for up to three minutes. Other responses of 400 and above, and broken connections, are failures.
 */
export interface Client {
  /** Returns the response as JSON; undefined if it failed. */
  ask(method: string, path: string, body?: object): Promise<unknown>;
  /** Renews the session before it has expired, as a page does that is open for long. */
  renew(): Promise<void>;
  /** Reads server-sent events until `signal` ends it. */
  listen(path: string, signal: AbortSignal): Promise<void>;
}

/** Signs in to an account of the demo. */
export async function demoSession(url: string, role: string): Promise<Tokens> {
  return demoSignIn.response.parse(await post(url, demoSignIn.path, { role })).data;
}

/** Registers the operator with the token of the link that the server prints. */
export async function registerOperator(url: string, setupToken: string): Promise<Tokens> {
  const person = {
    name: 'Soak',
    surname: 'Test',
    email: 'soak@example.org',
    password: 'seven long words in a row',
  };
  return signup.response.parse(await post(url, signup.path, { ...person, setupToken })).data.user;
}

async function post(url: string, path: string, body: object): Promise<unknown> {
  const response = await fetch(`${url}/api/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`POST ${path} returned ${response.status}`);
  return response.json();
}

/** A client of the server at `url`; sessions are renewed when their token has expired. */
export function createClient(
  { url, counts, organizationId }: { url: string; counts: Counts; organizationId?: string },
  secret: Tokens | string,
): Client {
  let session = secret;
  const headers = (): Record<string, string> => ({
    authorization: `Bearer ${typeof session === 'string' ? session : session.accessToken}`,
    ...(organizationId !== undefined && { 'x-organization-id': organizationId }),
  });

  /** A refresh token works once: requests that find the session expired wait for the same renewal. */
  let renewing: Promise<void> | undefined;
  const renew = (): Promise<void> =>
    (renewing ??= renewOnce().finally(() => {
      renewing = undefined;
    }));

  async function renewOnce(): Promise<void> {
    if (typeof session === 'string') return;
    const { refreshToken } = session;
    session = refreshSession.response.parse(await post(url, refreshSession.path, { refreshToken })).data;
  }

  async function send(method: string, path: string, body?: object): Promise<Response> {
    for (const begun = performance.now(); ; ) {
      const response = await sendOnce(method, path, body);
      const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
      const isLate = performance.now() - begun > longestDeferralMs;
      if (response.status !== 429 || Number.isNaN(seconds) || isLate) return response;
      await response.arrayBuffer();
      counts.deferred += 1;
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    }
  }

  async function sendOnce(method: string, path: string, body?: object): Promise<Response> {
    const request = () =>
      fetch(`${url}/api/v1${path}`, {
        method,
        headers: { ...headers(), ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      });
    const first = await request();
    if (first.status !== 401 || typeof session === 'string') return first;
    await first.arrayBuffer();
    await renew();
    return request();
  }

  return {
    renew,
    async ask(method, path, body) {
      await counts.gate;
      counts.running += 1;
      const begun = performance.now();
      const what = `${method} ${path
        .replace(/\?.*/, '')
        .replaceAll(/\/(?:0x)?[0-9a-zA-Z-]{20,}/g, '/…')
        .replaceAll(/\/\d+/g, '/…')}`;
      try {
        const response = await send(method, path, body);
        const text = await response.text();
        counts.requests += 1;
        counts.durations.push(performance.now() - begun);
        if (response.ok) return JSON.parse(text) as unknown;
        noteFailure(counts, `${what}: ${response.status} ${text.slice(0, 120)}`);
      } catch (error) {
        noteFailure(counts, `${what}: ${String(error)}`);
      } finally {
        counts.running -= 1;
      }
      return undefined;
    },
    async listen(path, signal) {
      while (!signal.aborted) {
        try {
          const response = await fetch(`${url}/api/v1${path}`, { headers: headers(), signal });
          if (response.status === 401) {
            await response.arrayBuffer();
            await renew();
            continue;
          }
          if (!response.ok) throw new Error(`${response.status}`);
          for await (const _part of response.body ?? []) if (signal.aborted) break;
        } catch (error) {
          if (signal.aborted) return;
          noteFailure(counts, `GET ${path}: ${String(error)}`);
          await new Promise((resolve) => setTimeout(resolve, 1000));
        }
      }
    },
  };
}
