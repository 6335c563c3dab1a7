/**
 * Where contexts above take part in what one below does, without being known to it: they add what is to be done, and it
 * runs all of it in the order in which it was added.
 */
export interface Hook<Args extends unknown[], Result> {
  add(part: (...args: Args) => Promise<Result>): void;
  /** One after the other; the first error ends it. */
  run(...args: Args): Promise<Result[]>;
}

export function createHook<Args extends unknown[], Result = void>(): Hook<Args, Result> {
  const parts: ((...args: Args) => Promise<Result>)[] = [];
  return {
    add: (part) => void parts.push(part),
    async run(...args) {
      const results: Result[] = [];
      for (const part of parts) results.push(await part(...args));
      return results;
    },
  };
}
