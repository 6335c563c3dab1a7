import { isRecord } from '@hopscope/domain';
import {
  createHttpClient,
  type HttpAnswer,
  type HttpOptions,
  parseJson,
  requireOk,
  tidyText,
} from './http-json.ts';
import { SourceError } from './source-error.ts';

/** A call of a node's method. */
export interface RpcCall {
  readonly method: string;
  readonly params: readonly unknown[];
}

/** The node's response to one call: a result, or its error. */
export type RpcAnswer =
  | { readonly ok: true; readonly result: unknown }
  | { readonly ok: false; readonly code: number | null; readonly message: string };

export interface RpcClient {
  /** Sends all calls in one HTTP request (JSON-RPC batch); responses are in the order of the calls. Throws SourceError. */
  batch(calls: readonly RpcCall[]): Promise<RpcAnswer[]>;
  /** Returns the number of HTTP requests. */
  requests(): number;
}

/** Creates a client of a node with JSON-RPC 2.0, or 1.0 with batches, over HTTP. */
export function createRpcClient(options: HttpOptions): RpcClient {
  const http = createHttpClient(options);
  let nextId = 1;
  return {
    async batch(calls) {
      if (calls.length === 0) return [];
      const first = nextId;
      nextId += calls.length;
      const body = calls.map(({ method, params }, i) => ({ jsonrpc: '2.0', id: first + i, method, params }));
      const answer = await http.ask({ body: JSON.stringify(body.length === 1 ? body[0] : body) });
      return answersOf(bodyOf(answer), first, calls.length);
    },
    requests: http.requests,
  };
}

/** Returns the content of a response; nodes with JSON-RPC 1.0 send errors with an error status. Throws SourceError. */
function bodyOf(answer: HttpAnswer): unknown {
  if (answer.ok) return parseJson(answer.bytes);
  let parsed: unknown;
  try {
    parsed = parseJson(answer.bytes);
  } catch {
    parsed = undefined;
  }
  if (!readError(parsed)) requireOk(answer);
  return parsed;
}

function answersOf(parsed: unknown, first: number, count: number): RpcAnswer[] {
  if (count > 1 && !Array.isArray(parsed)) throw refusal(parsed);
  const list: readonly unknown[] = Array.isArray(parsed) ? parsed : [parsed];
  const answers = new Map<number, RpcAnswer>();
  for (const entry of list) {
    const read = readAnswer(entry);
    if (!read || answers.has(read.id)) throw count === 1 ? refusal(entry) : contradiction();
    answers.set(read.id, read.answer);
  }
  return Array.from({ length: count }, (_, i) => {
    const answer = answers.get(first + i);
    if (!answer) throw contradiction();
    return answer;
  });
}

/** Creates the error of a node that rejects the request with one error for all calls. */
function refusal(parsed: unknown): SourceError {
  const error = readError(parsed);
  return error
    ? new SourceError('refused', `The node refused the request: ${error.message}`)
    : contradiction();
}

function contradiction(): SourceError {
  return new SourceError('contradictory', "The node's response does not match the request");
}

function readError(entry: unknown): { code: number | null; message: string } | undefined {
  if (!isRecord(entry) || !isRecord(entry['error'])) return undefined;
  const { code, message } = entry['error'];
  return {
    code: typeof code === 'number' ? code : null,
    message: typeof message === 'string' ? tidyText(message) : 'no reason given',
  };
}

function readAnswer(entry: unknown): { id: number; answer: RpcAnswer } | undefined {
  if (!isRecord(entry) || typeof entry['id'] !== 'number') return undefined;
  const { id } = entry;
  const error = readError(entry);
  if (error) return { id, answer: { ok: false, ...error } };
  return 'result' in entry ? { id, answer: { ok: true, result: entry['result'] } } : undefined;
}

/** Returns the result of a call. Throws SourceError if the node returned an error. */
export function resultOf(answer: RpcAnswer | undefined, method: string): unknown {
  if (!answer) throw contradiction();
  if (!answer.ok) throw new SourceError('refused', `The node refuses ${method}: ${answer.message}`);
  return answer.result;
}
