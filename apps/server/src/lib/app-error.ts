import type { ProblemCode } from '@hopscope/contract';

/** Reasons that the API tells with one code, though they are answered differently. */
const variants = {
  /** The question cannot be asked of this ledger. */
  not_supported: 'not_covered',
  /** An account without a second factor, where the organization wants one. */
  second_factor_missing: 'second_factor_required',
  second_factor_code_wrong: 'second_factor_failed',
  sign_in_ticket_invalid: 'token_invalid',
  invitation_invalid: 'token_invalid',
  storage_full: 'unavailable',
} as const satisfies Record<string, ProblemCode>;

/** Why something was refused or failed; `http/problems.ts` alone knows the status of each. */
export type Reason = ProblemCode | keyof typeof variants;

/** Failures of the server or its data, not of the request: a retry may succeed. */
const failures: ReadonlySet<Reason> = new Set(['internal', 'unavailable', 'storage_full', 'not_supported']);

/** An answer other than success: a reason, the code that the API tells for it, and a message for people. */
export class AppError extends Error {
  override name = 'AppError';
  readonly reason: Reason;
  readonly code: ProblemCode;
  readonly fields: readonly { field: string; message: string }[];
  readonly details: Readonly<Record<string, unknown>> | undefined;

  constructor(
    reason: Reason,
    message: string,
    more: {
      fields?: readonly { field: string; message: string }[];
      details?: Record<string, unknown>;
      cause?: unknown;
    } = {},
  ) {
    super(message, { cause: more.cause });
    this.reason = reason;
    this.code = reason in variants ? variants[reason as keyof typeof variants] : (reason as ProblemCode);
    this.fields = more.fields ?? [];
    this.details = more.details;
  }
}

/** Whether an error is a refusal with words for the one who asked, and not a failure of the server. */
export const isRefusal = (error: unknown): error is AppError =>
  error instanceof AppError && !failures.has(error.reason);

const malformed: ReadonlySet<Reason> = new Set([
  'bad_request',
  'validation_failed',
  'invalid_address',
  'invalid_hash',
  'invalid_block',
]);

/** Whether what was asked for has no meaning, whatever the ledger holds. */
export const isMalformed = (error: unknown): error is AppError =>
  error instanceof AppError && malformed.has(error.reason);

export const badRequest = (reason: Reason, message: string, details?: Record<string, unknown>): AppError =>
  new AppError(reason, message, details ? { details } : {});
export const unauthorized = (message: string, reason: Reason = 'unauthorized'): AppError =>
  new AppError(reason, message);
export const forbidden = (message: string): AppError => new AppError('forbidden', message);
export const conflict = (message: string): AppError => new AppError('conflict', message);
export const notFound = (message: string): AppError => new AppError('not_found', message);
/** The ledger does not hold the blocks that an answer would rest on. */
export const notCovered = (message: string, details?: Record<string, unknown>): AppError =>
  new AppError('not_covered', message, details ? { details } : {});
