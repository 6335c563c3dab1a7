/** Deterministic random numbers from a seed. */
export interface Random {
  /** Returns an integer from 0 to below `limit`. */
  below(limit: number): number;
  chance(probability: number): boolean;
  pick<T>(values: readonly T[]): T;
  bytes(length: number): Uint8Array;
}

/** Creates a Mulberry32 generator: 32 bits of state, enough for tests. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    below,
    chance: (probability) => next() < probability,
    pick(values) {
      const value = values[below(values.length)];
      if (value === undefined) throw new RangeError('Nothing to pick from');
      return value;
    },
    bytes: (length) => Uint8Array.from({ length }, () => below(256)),
  };
}
