import { AppError } from '../lib/app-error.ts';

const waitSeconds = 2;

/** Counts pending calls in memory. */
export function createAtOnce() {
  const running = new Map<string, number>();
  return {
    /**
     * Counts a call of `key`; throws 429 if `most` are pending. Returns a function that ends the call, which may be called
     * more than once.
     */
    enter(key: string, most: number): () => void {
      const now = running.get(key) ?? 0;
      if (now >= most) {
        throw new AppError(
          'too_many_requests',
          `You have ${now} requests of this kind running. Wait until one has finished, then try again.`,
          { details: { retryAfterSeconds: waitSeconds } },
        );
      }
      running.set(key, now + 1);
      let over = false;
      return () => {
        if (over) return;
        over = true;
        const left = (running.get(key) ?? 1) - 1;
        if (left > 0) running.set(key, left);
        else running.delete(key);
      };
    },
  };
}
