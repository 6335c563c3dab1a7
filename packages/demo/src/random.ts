/**
 * Deterministic randomness, the same on all machines for the same seed: 32-bit integer arithmetic only (generator sfc32).
 */
export interface Random {
  /** 0 to 2^32 − 1. */
  next(): number;
  /** 0 to `limit` − 1; `limit` at most 2^21. */
  below(limit: number): number;
  /** `from` to `to`, inclusive. */
  between(from: number, to: number): number;
  /** True `perMille` times in a thousand. */
  chance(perMille: number): boolean;
  /** An item of a non-empty list. */
  pick<T>(list: readonly T[]): T;
  /** An amount between `from` and `to`, log-uniform: each doubling is equally likely. */
  amount(from: bigint, to: bigint): bigint;
  /** Pseudorandom bytes. */
  bytes(length: number): Uint8Array;
  /** Returns the list in random order. */
  shuffle<T>(list: readonly T[]): T[];
}

/** Creates a generator for a seed and a label: other labels give unrelated sequences. */
export function createRandom(seed: number, label: string): Random {
  let [a, b, c, d] = [seed >>> 0, 0x9e3779b9, 0x243f6a88, 1];
  for (let i = 0; i < label.length; i++) b = Math.imul(b ^ label.charCodeAt(i), 0x01000193) >>> 0;
  const next = (): number => {
    const sum = (a + b + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    return sum >>> 0;
  };
  for (let i = 0; i < 16; i++) next();

  const below = (limit: number): number => Math.floor((next() * limit) / 0x1_0000_0000);
  const random: Random = {
    next,
    below,
    between: (from, to) => from + below(to - from + 1),
    chance: (perMille) => below(1000) < perMille,
    pick<T>(list: readonly T[]): T {
      const found = list[below(list.length)];
      if (found === undefined) throw new RangeError('pick needs a list that is not empty');
      return found;
    },
    amount(from, to) {
      const doublings = (to / from).toString(2).length - 1;
      const base = from << BigInt(below(doublings + 1));
      const value = base + (base * BigInt(below(1 << 20))) / BigInt(1 << 20);
      return value > to ? to : value;
    },
    bytes(length) {
      const bytes = new Uint8Array(length);
      let at = 0;
      while (at < bytes.length) {
        let word = next();
        for (let i = 0; i < 4 && at < bytes.length; i++, at++) {
          bytes[at] = word;
          word >>>= 8;
        }
      }
      return bytes;
    },
    shuffle(list) {
      const copy = [...list];
      for (let i = copy.length - 1; i > 0; i--) {
        const j = below(i + 1);
        const [x, y] = [copy[i], copy[j]];
        if (x === undefined || y === undefined) continue;
        copy[i] = y;
        copy[j] = x;
      }
      return copy;
    },
  };
  return random;
}
