import { type Problem, type ProblemCode, problem } from '@hopscope/contract';

/** Code of the server, or the reason why there is no usable answer. */
export type ApiErrorCode = ProblemCode | 'network' | 'timeout' | 'bad_answer';

/** Failure of a call; `message` can be shown to people. */
export class ApiError extends Error {
  readonly code: ApiErrorCode;
  /** HTTP status; 0 without an answer. */
  readonly status: number;
  readonly requestId: string | null;
  /** Messages by form field. */
  readonly fields: Readonly<Record<string, string>>;
  /** Details of the code from the server, such as a challenge or a limit. */
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

/** Returns the error of a non-2xx answer, whatever its body. */
export function errorOfAnswer(status: number, body: unknown): ApiError {
  const parsed = problem.safeParse(body);
  if (parsed.success) return errorOfProblem(status, parsed.data);
  return new ApiError('bad_answer', `The server responded with status ${status}.`, { status });
}

function errorOfProblem(status: number, { code, message, requestId, errors, details }: Problem): ApiError {
  const fields = Object.fromEntries((errors ?? []).map((error) => [error.field, error.message]));
  return new ApiError(code, message, { status, requestId, fields, details });
}

/** Converts anything thrown to an error that can be shown. */
export function toApiError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown;
  return new ApiError('bad_answer', thrown instanceof Error ? thrown.message : String(thrown), {
    cause: thrown,
  });
}
