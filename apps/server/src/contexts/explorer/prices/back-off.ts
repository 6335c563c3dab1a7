import { doubling } from '../../../jobs/retry-queue.ts';

const pauseAfter = doubling(30_000, 3_600_000);

/** Limits retries of failed requests: after 30 seconds, then twice as long each time, up to an hour. */
export function createBackOff(now: () => number) {
  let failures = 0;
  let notBefore = 0;
  return {
    mayTry: (): boolean => now() >= notBefore,
    failed(): void {
      failures += 1;
      notBefore = now() + pauseAfter(failures);
    },
    succeeded(): void {
      failures = 0;
      notBefore = 0;
    },
  };
}
