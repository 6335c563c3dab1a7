import {
  apiBase,
  type CallInput,
  type CallOutput,
  type Endpoint,
  endpoints,
  type MediaType,
} from '@hopscope/contract';
import { errorOf, HopscopeError } from './client-error.ts';

type Endpoints = typeof endpoints;
/** Options of a single call. */
export interface CallOptions {
  signal?: AbortSignal;
  /** Repeats of this call with the same key return the answer of the first one; without it, one is generated. */
  idempotencyKey?: string;
  /** Body of a call that receives a file (`createScreeningBatch`), and its type; JSON Lines unless set. */
  file?: Blob | string;
  fileType?: MediaType;
}

/** How a client reaches a server. */
export interface ClientOptions {
  /** `https://hopscope.example`, without the path of the API. */
  url: string;
  /** Secret of an API key. */
  key: string;
  fetch?: typeof fetch;
  /** Attempts after the first one; 3 unless set. */
  retries?: number;
  /** Milliseconds that an attempt may take; 60,000 unless set. */
  timeoutMs?: number;
}

/** Every call of the contract, by its ID; the server refuses those that are closed to API keys. Each throws `HopscopeError`. */
export type HopscopeClient = {
  readonly [Name in keyof Endpoints]: (
    input: CallInput<Endpoints[Name]>,
    options?: CallOptions,
  ) => Promise<CallOutput<Endpoints[Name]>>;
} & {
  /** Makes a call that answers with a stream of JSON Lines; yields each line as it arrives. */
  lines(name: keyof Endpoints, input: Input, options?: CallOptions): AsyncGenerator;
};

interface Input {
  params?: unknown;
  query?: unknown;
  body?: unknown;
}

const idempotencyHeader = 'idempotency-key';
/** Calls that the server answers once for each idempotency key. */
const idempotentCalls: ReadonlySet<string> = new Set([
  'screenTransfer',
  'createScreeningBatch',
] satisfies (keyof Endpoints)[]);
/** Answers that say nothing about the request: limits, proxies, and servers that restart. */
const retriedStatuses: ReadonlySet<number> = new Set([429, 502, 503, 504]);
const [firstPauseMs, longestPauseMs] = [250, 30_000];

function pathOf({ path }: Endpoint, { params, query }: Input): string {
  const values = new Map(Object.entries(params ?? {}));
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = values.get(name);
    if (value === undefined) throw new TypeError(`The parameter ${name} is missing`);
    return encodeURIComponent(String(value));
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined) search.set(name, String(value));
  }
  return search.size > 0 ? `${filled}?${search.toString()}` : filled;
}

/** Milliseconds to wait after an attempt, by its number from 0: as the server says, otherwise doubling. */
function pauseAfter(attempt: number, response: Response | undefined): number {
  const seconds = Number(response?.headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) ? seconds * 1000 : firstPauseMs * 2 ** attempt;
}

function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end);
      resolve();
    }, ms);
    signal?.addEventListener('abort', end, { once: true });
  });
}

/** Splits a stream of text into lines that are not empty. */
async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of body) {
    const parts = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = parts.pop() ?? '';
    yield* parts.filter((line) => line !== '');
  }
  if (rest !== '') yield rest;
}

/**
 * Creates a client of a server. A call is repeated after a failure of the network or an answer of 429, 502, 503, or 504, if it
 * only reads, or if its idempotency key prevents that it is done twice. It doesn't wait longer than 30 seconds between attempts.
 */
export function createClient(options: ClientOptions): HopscopeClient {
  const { url, key, fetch: send = fetch, retries = 3, timeoutMs = 60_000 } = options;
  const base = new URL(apiBase, url).href;

  async function ask(declaration: Endpoint, input: Input, more: CallOptions) {
    const { signal, idempotencyKey, file } = more;
    const type = file === undefined ? 'application/json' : (more.fileType ?? declaration.streamedBody?.[0]);
    const content = file ?? (input.body === undefined ? undefined : JSON.stringify(input.body));
    const isIdempotent = idempotentCalls.has(declaration.id);
    const mayRepeat = declaration.method === 'GET' || isIdempotent;
    const headers = {
      authorization: `Bearer ${key}`,
      accept: [declaration.answers ?? 'application/json'].flat().join(', '),
      ...(content !== undefined && type !== undefined && { 'content-type': type }),
      ...(isIdempotent && { [idempotencyHeader]: idempotencyKey ?? crypto.randomUUID() }),
    };
    for (let attempt = 0; ; attempt += 1) {
      const timeout = AbortSignal.timeout(timeoutMs);
      const outcome = await send(base + pathOf(declaration, input), {
        method: declaration.method,
        headers,
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
        ...(content !== undefined && { body: content }),
      }).catch((thrown: unknown) => {
        signal?.throwIfAborted();
        return new HopscopeError('The server cannot be reached', { status: null, cause: thrown });
      });
      if (outcome instanceof Response && outcome.ok) return outcome;
      const response = outcome instanceof Response ? outcome : undefined;
      const pause = pauseAfter(attempt, response);
      const isPassing = response === undefined || retriedStatuses.has(response.status);
      if (!mayRepeat || !isPassing || attempt >= retries || pause > longestPauseMs) {
        throw outcome instanceof Response ? await errorOf(outcome) : outcome;
      }
      await response?.body?.cancel();
      await wait(pause, signal);
    }
  }

  async function call(declaration: Endpoint, input: Input, more: CallOptions): Promise<unknown> {
    const response = await ask(declaration, input, more);
    if (declaration.answers !== undefined) return response.text();
    const read = declaration.response.safeParse(await response.json());
    if (read.success) return read.data;
    const message = 'The answer has another form than this version of the client knows';
    throw new HopscopeError(message, { status: response.status, cause: read.error });
  }

  async function* lines(name: keyof Endpoints, input: Input, more: CallOptions = {}): AsyncGenerator {
    const { body } = await ask(endpoints[name], input, more);
    if (body === null) return;
    for await (const line of linesOf(body)) yield JSON.parse(line) as unknown;
  }

  const calls = Object.entries<Endpoint>(endpoints).map(([name, declaration]) => [
    name,
    (input: Input, more: CallOptions = {}) => call(declaration, input, more),
  ]);
  return { ...Object.fromEntries(calls), lines } as HopscopeClient;
}
