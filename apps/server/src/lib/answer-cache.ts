import { createLru } from './lru.ts';

/** A cache of expensive answers, valid while their basis is unchanged. */
export interface AnswerCache {
  /**
   * Returns the cached answer of `name` and `state`, or the result of `make`. Concurrent requests share one call; failures
   * aren't cached.
   */
  get<T>(name: string, state: string, make: () => Promise<T>): Promise<T>;
}

interface Entry {
  readonly state: string;
  readonly answer: Promise<unknown>;
}

/** Caches the `most` last requested answers; a newer state replaces the older one. */
export function createAnswerCache(most: number): AnswerCache {
  const stored = createLru<string, Entry>({ most });

  async function settle(name: string, entry: Entry): Promise<void> {
    try {
      await entry.answer;
    } catch {
      if (stored.get(name) === entry) stored.delete(name);
    }
  }

  return {
    get<T>(name: string, state: string, make: () => Promise<T>): Promise<T> {
      const cached = stored.get(name);
      const same = cached?.state === state ? cached : undefined;
      const entry = same ?? { state, answer: make() };
      if (!same) {
        stored.set(name, entry);
        void settle(name, entry);
      }
      // All answers of a name have one type.
      return entry.answer as Promise<T>;
    },
  };
}
