/** A call of a node's method. */
export interface RpcCall {
  readonly method: string;
  readonly params: readonly unknown[];
}

/** What the node said to one call: a result, or an error of its own. */
export type RpcAnswer =
  | { readonly ok: true; readonly result: unknown }
  | { readonly ok: false; readonly code: number | null; readonly message: string };

/** Why a request has no usable answer. */
export type RpcFailure =
  | 'unreachable'
  | 'timeout'
  | 'too_large'
  | 'rate_limited'
  | 'refused'
  | 'not_json'
  | 'contradictory';

/** A request that failed as a whole; its message never has the address of the node, which may hold a key. */
export class RpcError extends Error {
  override name = 'RpcError';
  readonly failure: RpcFailure;
  /** What the node asked to wait (Retry-After), in milliseconds. */
  readonly retryAfterMs: number | undefined;

  constructor(failure: RpcFailure, message: string, retryAfterMs?: number) {
    super(message);
    this.failure = failure;
    this.retryAfterMs = retryAfterMs;
  }
}

export interface RpcClient {
  /** One HTTP request with all calls (JSON-RPC 2.0 batch); answers stand in the order of the calls. Throws RpcError. */
  batch(calls: readonly RpcCall[]): Promise<RpcAnswer[]>;
  /** HTTP requests so far. */
  requests(): number;
}

const longestMessage = 200;

/** Text of a stranger for people and logs: printable, one line, short. */
function tidy(text: string): string {
  const line = text.replace(/[^\x20-\x7e]+/g, ' ').trim();
  return line.length > longestMessage ? `${line.slice(0, longestMessage - 1)}…` : line;
}

/**
 * A client of an Ethereum node over HTTP.
 * @param options.url with `user:password@` where the node asks for them
 * @param options.timeoutMs for a whole request
 * @param options.maxBytes of an answer; a longer one is not read to its end
 */
export function createRpcClient(options: {
  url: string;
  timeoutMs: number;
  maxBytes: number;
  signal: AbortSignal;
}): RpcClient {
  const { url, headers } = target(options.url);
  let requests = 0;
  let nextId = 1;

  async function post(body: string): Promise<string> {
    requests++;
    const signal = AbortSignal.any([options.signal, AbortSignal.timeout(options.timeoutMs)]);
    try {
      const response = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'error' });
      requireOk(response);
      return await readText(response, options.maxBytes);
    } catch (error) {
      throw failureOf(error, options);
    }
  }

  return {
    async batch(calls) {
      if (calls.length === 0) return [];
      const first = nextId;
      nextId += calls.length;
      const body = calls.map(({ method, params }, i) => ({ jsonrpc: '2.0', id: first + i, method, params }));
      const text = await post(JSON.stringify(body.length === 1 ? body[0] : body));
      return answersOf(text, first, calls.length);
    },
    requests: () => requests,
  };
}

/** `fetch` refuses URLs with a user in them: it goes into a header (RFC 7617). */
function target(text: string): { url: string; headers: Record<string, string> } {
  const url = new URL(text);
  const { username, password } = url;
  url.username = '';
  url.password = '';
  const headers: Record<string, string> = { 'content-type': 'application/json', accept: 'application/json' };
  if (username !== '' || password !== '') {
    const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
    headers['authorization'] = `Basic ${Buffer.from(pair).toString('base64')}`;
  }
  return { url: url.href, headers };
}

function requireOk(response: Response): void {
  if (response.ok) return;
  void response.body?.cancel().catch(() => {});
  if (response.status === 429) {
    const seconds = Number(response.headers.get('retry-after'));
    const wait = Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds, 3600) * 1000 : undefined;
    throw new RpcError('rate_limited', 'The node refuses for now: too many requests (HTTP 429)', wait);
  }
  throw new RpcError('refused', `The node answers with HTTP status ${response.status}`);
}

async function readText(response: Response, maxBytes: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.byteLength;
    if (size > maxBytes) {
      throw new RpcError('too_large', `The node's answer is longer than ${Math.round(maxBytes / 1e6)} MB`);
    }
    text += decoder.decode(part, { stream: true });
  }
  return text + decoder.decode();
}

function failureOf(
  error: unknown,
  { timeoutMs, signal }: { timeoutMs: number; signal: AbortSignal },
): unknown {
  if (error instanceof RpcError || signal.aborted) return error;
  if (error instanceof DOMException && error.name === 'TimeoutError') {
    return new RpcError('timeout', `The node has not answered within ${timeoutMs / 1000} seconds`);
  }
  const cause = error instanceof Error ? error.cause : undefined;
  const code = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : '';
  return new RpcError('unreachable', `The node cannot be reached${code}`);
}

function answersOf(text: string, first: number, count: number): RpcAnswer[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw new RpcError('not_json', 'The node does not answer in JSON');
  }
  if (count > 1 && !Array.isArray(parsed)) throw refusal(parsed);
  const list: readonly unknown[] = Array.isArray(parsed) ? parsed : [parsed];
  const answers = new Map<number, RpcAnswer>();
  for (const entry of list) {
    const read = readAnswer(entry);
    if (!read || answers.has(read.id)) throw contradiction();
    answers.set(read.id, read.answer);
  }
  return Array.from({ length: count }, (_, i) => {
    const answer = answers.get(first + i);
    if (!answer) throw contradiction();
    return answer;
  });
}

/** A node that cannot take the batch answers one error for all of it. */
function refusal(parsed: unknown): RpcError {
  const error = readError(parsed);
  return error ? new RpcError('refused', `The node refuses the request: ${error.message}`) : contradiction();
}

function contradiction(): RpcError {
  return new RpcError('contradictory', 'The node does not answer what it was asked');
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function readError(entry: unknown): { code: number | null; message: string } | undefined {
  if (!isRecord(entry) || !isRecord(entry['error'])) return undefined;
  const { code, message } = entry['error'];
  return {
    code: typeof code === 'number' ? code : null,
    message: typeof message === 'string' ? tidy(message) : 'no reason given',
  };
}

function readAnswer(entry: unknown): { id: number; answer: RpcAnswer } | undefined {
  if (!isRecord(entry) || typeof entry['id'] !== 'number') return undefined;
  const { id } = entry;
  const error = readError(entry);
  if (error) return { id, answer: { ok: false, ...error } };
  return 'result' in entry ? { id, answer: { ok: true, result: entry['result'] } } : undefined;
}

/** The result of a call, or RpcError where the node answered an error. */
export function resultOf(answer: RpcAnswer | undefined, method: string): unknown {
  if (!answer) throw contradiction();
  if (!answer.ok) throw new RpcError('refused', `The node refuses ${method}: ${answer.message}`);
  return answer.result;
}

/** A number as nodes write it (`0x1b4`), at most 2^53; undefined for anything else. */
export function smallQuantity(value: unknown): number | undefined {
  if (typeof value !== 'string' || !/^0x[0-9a-f]{1,14}$/i.test(value)) return undefined;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : undefined;
}

export function toQuantity(value: number): string {
  return `0x${value.toString(16)}`;
}
