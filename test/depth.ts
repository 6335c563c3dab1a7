/**
 * How much random tests do. `npm test` runs each with a few fixed seeds. The deep run sets all of this, and so can whoever
 * replays a failure: `TEST_SEED` is where seeds begin, `TEST_RUNS` how many sequences are run, `TEST_FUZZ_SECONDS` how long
 * each property is tried.
 */
const setting = (name: string): number | undefined => {
  const text = globalThis.process?.env[name];
  return text === undefined ? undefined : Number(text);
};

/** Where seeds begin; undefined: at those that a test chose. */
export const seed = setting('TEST_SEED');

/** Seconds for each property; undefined: as many runs as its test names. */
export const fuzzSeconds = setting('TEST_FUZZ_SECONDS');

/** Whether this is a deep run, which limits its time itself. */
export const isDeep = fuzzSeconds !== undefined || setting('TEST_RUNS') !== undefined;

/** How many random sequences a test runs, and the seed of the first. */
export function randomRuns(usual: number, first = 1): { count: number; first: number } {
  return { count: setting('TEST_RUNS') ?? usual, first: seed ?? first };
}

/** The seeds of random sequences. */
export function randomSeeds(usual: number, from = 1): number[] {
  const { count, first } = randomRuns(usual, from);
  return Array.from({ length: count }, (_, i) => first + i);
}

/** Options of a property for fast-check: this many runs, or in a deep run as many as its time allows (`test/fuzz.ts`). */
export function propertyRuns(usual: number): { numRuns?: number } {
  return fuzzSeconds === undefined ? { numRuns: usual } : {};
}
