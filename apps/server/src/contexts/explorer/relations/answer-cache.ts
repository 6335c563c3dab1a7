import { createLru } from '../../../lib/lru.ts';

/** Answers that cost a long reading, for as long as what they rest on stays the same. */
export interface AnswerCache {
  /** What is kept under `name` and `state`, or what `make` answers; asked twice at once it is made once. Failures are not kept. */
  get<T>(name: string, state: string, make: () => Promise<T>): Promise<T>;
}

/** Keeps the `most` answers that were asked for last; a newer state takes the place of the older one. */
export function createAnswerCache(most: number): AnswerCache {
  const stored = createLru<string, { state: string; answer: Promise<unknown> }>({ most });
  return {
    get<T>(name: string, state: string, make: () => Promise<T>): Promise<T> {
      const held = stored.get(name);
      const same = held?.state === state ? held : undefined;
      const entry = same ?? { state, answer: make() };
      if (!same) {
        stored.set(name, entry);
        entry.answer.catch(() => {
          if (stored.get(name) === entry) stored.delete(name);
        });
      }
      // Under one name stand answers of one kind only.
      return entry.answer as Promise<T>;
    },
  };
}
