/** Why a request has no usable response. */
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
 * Thrown if a request failed as a whole, or its response can't be used; a later retry may help. Its message never contains
 * the URL of the node, which may contain a key.
 */
export class SourceError extends Error {
  override name = 'SourceError';
  readonly failure: SourceFailure;
  /** Delay that the node requested (Retry-After), in milliseconds. */
  readonly retryAfterMs: number | undefined;

  constructor(failure: SourceFailure, message: string, retryAfterMs?: number) {
    super(message);
    this.failure = failure;
    this.retryAfterMs = retryAfterMs;
  }
}

/** Thrown if waiting alone doesn't help: the operator has to fix it, or to use another node. The message is a sentence. */
export class FatalSourceError extends Error {
  override name = 'HaltError';
}
