/** Lets requests through at a steady pace. */
export interface RateLimiter {
  /** Waits for its turn. Throws what the signal is aborted with. */
  acquire(): Promise<void>;
}

/**
 * At most `perSecond` turns a second, in the order in which they are asked for; after a pause up to a second's worth of
 * them at once.
 */
export function createRateLimiter(options: {
  perSecond: number;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Waits; throws where the wait is to end. */
  sleep: (milliseconds: number) => Promise<void>;
}): RateLimiter {
  const { perSecond, now, sleep } = options;
  const gap = 1000 / perSecond;
  /** When the next turn would be due without any pause. */
  let due = Number.NEGATIVE_INFINITY;
  return {
    async acquire() {
      const time = now();
      due = Math.max(due + gap, time - 1000 + gap);
      if (due > time) await sleep(due - time);
    },
  };
}
