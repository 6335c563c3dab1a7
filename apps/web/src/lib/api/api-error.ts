import { type Problem, type ProblemCode, problem } from '@hopscope/contract';

/** What the server said, or why there is no usable answer of it. */
export type ApiErrorCode = ProblemCode | 'network' | 'timeout' | 'bad_answer';

/** A call that did not give the declared answer; `message` can be shown to a person. */
export class ApiError extends Error {
  readonly code: ApiErrorCode;
  /** HTTP status; 0 where no answer came. */
  readonly status: number;
  readonly requestId: string | null;
  /** Messages by form field. */
  readonly fields: Readonly<Record<string, string>>;
  /** What the server added for the code: a challenge, a limit. */
  readonly details: Readonly<Record<string, unknown>>;

  constructor(
    code: ApiErrorCode,
    message: string,
    from: {
      status?: number;
      requestId?: string;
      fields?: Record<string, string>;
      details?: Record<string, unknown> | undefined;
      cause?: unknown;
    } = {},
  ) {
    super(message, { cause: from.cause });
    this.name = 'ApiError';
    this.code = code;
    this.status = from.status ?? 0;
    this.requestId = from.requestId ?? null;
    this.fields = from.fields ?? {};
    this.details = from.details ?? {};
  }
}

/** The error that a non-2xx answer stands for, whatever its body is. */
export function errorOfAnswer(status: number, body: unknown): ApiError {
  const parsed = problem.safeParse(body);
  if (parsed.success) return errorOfProblem(status, parsed.data);
  return new ApiError('bad_answer', `The server responded with status ${status}.`, { status });
}

function errorOfProblem(status: number, { code, message, requestId, errors, details }: Problem): ApiError {
  const fields = Object.fromEntries((errors ?? []).map((error) => [error.field, error.message]));
  return new ApiError(code, message, { status, requestId, fields, details });
}

/** The error to show for anything that was thrown. */
export function toApiError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown;
  return new ApiError('bad_answer', thrown instanceof Error ? thrown.message : String(thrown), {
    cause: thrown,
  });
}
