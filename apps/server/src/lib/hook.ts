/**
 * Lets higher contexts take part in operations of a lower one without a dependency on them: they add functions, and it runs
 * them in the order in which they were added.
 */
export interface Hook<Args extends unknown[], Result = void> {
  add(part: (...args: Args) => Promise<Result>): void;
  /** Runs the functions one after another; the first error ends it. */
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
