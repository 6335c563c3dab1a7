/** Limits requests to a steady rate. */
export interface RateLimiter {
  /** Waits for its turn. Throws the reason of the signal. */
  acquire(): Promise<void>;
}

/**
 * Creates a limiter of at most `perSecond` turns per second, in the order of calls; after a pause, up to a second's worth of
 * them immediately.
 */
export function createRateLimiter(options: {
  perSecond: number;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Waits; throws if the wait must end. */
  sleep: (milliseconds: number) => Promise<void>;
}): RateLimiter {
  const { perSecond, now, sleep } = options;
  const gap = 1000 / perSecond;
  /** When the next turn would be due without a pause. */
  let due = Number.NEGATIVE_INFINITY;
  return {
    async acquire() {
      const time = now();
      due = Math.max(due + gap, time - 1000 + gap);
      if (due > time) await sleep(due - time);
    },
  };
}
