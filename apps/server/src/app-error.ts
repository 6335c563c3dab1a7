import type { ProblemCode } from '@hopscope/contract';

/** An answer other than success: a stable code, a status and a message for people. */
export class AppError extends Error {
  override name = 'AppError';
  readonly code: ProblemCode;
  readonly status: number;
  readonly fields: readonly { field: string; message: string }[];
  readonly details: Readonly<Record<string, unknown>> | undefined;

  constructor(
    code: ProblemCode,
    status: number,
    message: string,
    more: {
      fields?: readonly { field: string; message: string }[];
      details?: Record<string, unknown>;
      cause?: unknown;
    } = {},
  ) {
    super(message, { cause: more.cause });
    this.code = code;
    this.status = status;
    this.fields = more.fields ?? [];
    this.details = more.details;
  }
}

export const badRequest = (code: ProblemCode, message: string, details?: Record<string, unknown>): AppError =>
  new AppError(code, 400, message, details ? { details } : {});
export const unauthorized = (message: string, code: ProblemCode = 'unauthorized'): AppError =>
  new AppError(code, 401, message);
export const forbidden = (message: string): AppError => new AppError('forbidden', 403, message);
export const conflict = (message: string): AppError => new AppError('conflict', 409, message);
export const notFound = (message: string): AppError => new AppError('not_found', 404, message);
/** The ledger does not hold the blocks that an answer would rest on. */
export const notCovered = (message: string, details?: Record<string, unknown>): AppError =>
  new AppError('not_covered', 404, message, details ? { details } : {});
