import type { ProblemCode } from '@hopscope/contract';

/** Reasons that share a code in the API, although they are answered differently. */
const variants = {
  /** The ledger doesn't support the query. */
  not_supported: 'not_covered',
  /** The organization requires a second factor, and the account has none. */
  second_factor_missing: 'second_factor_required',
  second_factor_code_wrong: 'second_factor_failed',
  sign_in_ticket_invalid: 'token_invalid',
  invitation_invalid: 'token_invalid',
  storage_full: 'unavailable',
} as const satisfies Record<string, ProblemCode>;

/** Why something was rejected or failed; only `http/problems.ts` maps it to a status. */
export type Reason = ProblemCode | keyof typeof variants;

/** Failures of the server or its data, not of the request: a retry may succeed. */
const failures: ReadonlySet<Reason> = new Set(['internal', 'unavailable', 'storage_full', 'not_supported']);

/** A response other than success: a reason, its code in the API, and a message for people. */
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

/** Returns true if an error is a rejection with a message for the caller, and not a failure of the server. */
export const isRefusal = (error: unknown): error is AppError =>
  error instanceof AppError && !failures.has(error.reason);

const malformed: ReadonlySet<Reason> = new Set([
  'bad_request',
  'validation_failed',
  'invalid_address',
  'invalid_hash',
  'invalid_block',
]);

/** Returns true if the request is invalid regardless of the contents of the ledger. */
export const isMalformed = (error: unknown): error is AppError =>
  error instanceof AppError && malformed.has(error.reason);

export const badRequest = (reason: Reason, message: string, details?: Record<string, unknown>): AppError =>
  new AppError(reason, message, details ? { details } : {});
export const unauthorized = (message: string, reason: Reason = 'unauthorized'): AppError =>
  new AppError(reason, message);
export const forbidden = (message: string): AppError => new AppError('forbidden', message);
export const conflict = (message: string): AppError => new AppError('conflict', message);
export const notFound = (message: string): AppError => new AppError('not_found', message);
/** Creates the error for missing blocks: the ledger doesn't contain those that a response needs. */
export const notCovered = (message: string, details?: Record<string, unknown>): AppError =>
  new AppError('not_covered', message, details ? { details } : {});
