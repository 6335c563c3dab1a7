/** Why a request has no usable answer. */
export type SourceFailure =
  | 'unreachable'
  | 'timeout'
  | 'too_large'
  | 'rate_limited'
  | 'refused'
  | 'unauthorized'
  | 'not_json'
  | 'contradictory';

/**
 * A request that failed as a whole, or an answer that cannot be used; trying again later may help. Its message never has the
 * address of the node, which may hold a key.
 */
export class SourceError extends Error {
  override name = 'SourceError';
  readonly failure: SourceFailure;
  /** What the node asked to wait (Retry-After), in milliseconds. */
  readonly retryAfterMs: number | undefined;

  constructor(failure: SourceFailure, message: string, retryAfterMs?: number) {
    super(message);
    this.failure = failure;
    this.retryAfterMs = retryAfterMs;
  }
}

/** Something that waiting alone does not mend: the operator has to put it right, or the node has to be another one. A sentence. */
export class FatalSourceError extends Error {
  override name = 'HaltError';
}
