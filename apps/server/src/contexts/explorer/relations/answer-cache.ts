import { createLru } from '../../../lib/lru.ts';

/** A cache of expensive answers, valid while their basis is unchanged. */
export interface AnswerCache {
  /**
   * Returns the cached answer of `name` and `state`, or the result of `make`. Concurrent requests share one call; failures
   * aren't cached.
   */
  get<T>(name: string, state: string, make: () => Promise<T>): Promise<T>;
  /** Returns the cached answer, or undefined if there is none, or only one that is still being made. */
  known<T>(name: string, state: string): Promise<T> | undefined;
}

interface Entry {
  readonly state: string;
  readonly answer: Promise<unknown>;
  /** The answer is there, not only asked for. */
  made: boolean;
}

/** Caches the `most` last requested answers; a newer state replaces the older one. */
export function createAnswerCache(most: number): AnswerCache {
  const stored = createLru<string, Entry>({ most });

  async function settle(name: string, entry: Entry): Promise<void> {
    try {
      await entry.answer;
      entry.made = true;
    } catch {
      if (stored.get(name) === entry) stored.delete(name);
    }
  }

  return {
    get<T>(name: string, state: string, make: () => Promise<T>): Promise<T> {
      const cached = stored.get(name);
      const same = cached?.state === state ? cached : undefined;
      const entry = same ?? { state, answer: make(), made: false };
      if (!same) {
        stored.set(name, entry);
        void settle(name, entry);
      }
      // All answers of a name have one type.
      return entry.answer as Promise<T>;
    },
    known<T>(name: string, state: string): Promise<T> | undefined {
      const cached = stored.get(name);
      return cached?.made && cached.state === state ? (cached.answer as Promise<T>) : undefined;
    },
  };
}
