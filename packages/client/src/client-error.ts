import { type Problem, problem } from '@hopscope/contract';

/** A call that failed: refused by the server (`status` and `problem`), or without an answer (`status` null). */
export class HopscopeError extends Error {
  override name = 'HopscopeError';
  /** HTTP status; null if there was no answer. */
  readonly status: number | null;
  /** What the server says (RFC 9457); null if it sent nothing of that form. */
  readonly problem: Problem | null;

  constructor(message: string, more: { status: number | null; problem?: Problem | null; cause?: unknown }) {
    super(message, { cause: more.cause });
    this.status = more.status;
    this.problem = more.problem ?? null;
  }
}

/** Returns the error for an answer that is not a success. */
export async function errorOf(response: Response): Promise<HopscopeError> {
  const text = await response.text().catch(() => '');
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    body = undefined;
  }
  const read = problem.safeParse(body);
  const message = read.success ? read.data.message : `The server answered ${String(response.status)}`;
  return new HopscopeError(message, { status: response.status, problem: read.success ? read.data : null });
}
