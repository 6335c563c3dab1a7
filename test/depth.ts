/**
 * Extent of random tests. `npm test` runs each with a few fixed seeds. The deep run sets all of these variables, as does a person
 * who replays a failure: `TEST_SEED` is the first seed, `TEST_RUNS` the number of sequences, `TEST_FUZZ_SECONDS` the time per
 * property.
 */
const setting = (name: string): number | undefined => {
  const text = globalThis.process?.env[name];
  return text === undefined ? undefined : Number(text);
};

/** The first seed; undefined: the one that a test chooses. */
export const seed = setting('TEST_SEED');

/** Seconds per property; undefined: the number of runs that its test chooses. */
export const fuzzSeconds = setting('TEST_FUZZ_SECONDS');

/** Whether this is a deep run, which limits its time itself. */
export const isDeep = fuzzSeconds !== undefined || setting('TEST_RUNS') !== undefined;

/** Returns the number of random sequences of a test, and the first seed. */
export function randomRuns(usual: number, first = 1): { count: number; first: number } {
  return { count: setting('TEST_RUNS') ?? usual, first: seed ?? first };
}

/** Returns the seeds of random sequences. */
export function randomSeeds(usual: number, from = 1): number[] {
  const { count, first } = randomRuns(usual, from);
  return Array.from({ length: count }, (_, i) => first + i);
}

/** Returns fast-check options of a property: this many runs, or in a deep run as many as its time allows (`test/fuzz.ts`). */
export function propertyRuns(usual: number): { numRuns?: number } {
  return fuzzSeconds === undefined ? { numRuns: usual } : {};
}
