import { createLru } from '../../../lib/lru.ts';

const hour = 3_600_000;
/** Looks that are remembered at most; the oldest are forgotten first. */
const mostStored = 50_000;

/** What is done at most once an hour under each name. After a restart it may be done once more. */
export function createThrottle(now: () => number) {
  const at = createLru<string, number>({ most: mostStored });
  return {
    async once(name: string, work: () => Promise<unknown>): Promise<void> {
      const time = now();
      const before = at.get(name);
      if (before !== undefined && time - before < hour) return;
      at.set(name, time);
      try {
        await work();
      } catch (error) {
        at.delete(name);
        throw error;
      }
    },
  };
}
