/** Bits for each key, and bits that a key sets: about one key in 2,000 that was never added seems to be there. */
const bitsEach = 16;
const bitsSet = 6;
const smallest = 1_024;

/** Bloom filter: can return false positives, but no false negatives. Uses a few bytes per key, regardless of the key length. */
export interface BloomFilter {
  readonly size: number;
  /** Capacity: number of keys before false positives become more frequent. */
  readonly capacity: number;
  add(key: Uint8Array): void;
  /** False: certainly not there. */
  mightContain(key: Uint8Array): boolean;
}

/** FNV-1a with one extra mixing step, as a signed number; two seeds give independent hashes. */
function hashOf(key: Uint8Array, seed: number): number {
  let hash = seed | 0;
  for (let i = 0; i < key.length; i++) hash = Math.imul(hash ^ (key[i] ?? 0), 0x01000193);
  hash ^= hash >>> 16;
  hash = Math.imul(hash, 0x85ebca6b);
  return hash ^ (hash >>> 13);
}

const startOf = (key: Uint8Array): number => hashOf(key, 0x811c9dc5);
/** An odd step meets all places before it meets one again. */
const stepOf = (key: Uint8Array): number => hashOf(key, 0x9747b28c) | 1;

/** An empty filter for about `expected` keys (Bloom 1970; double hashing by Kirsch and Mitzenmacher 2006). */
export function createBloomFilter(expected: number): BloomFilter {
  const capacity = Math.max(smallest, expected);
  // A power of two: places are cut out of whole numbers by a mask, many times as quickly as by a division.
  const bits = 2 ** Math.ceil(Math.log2(capacity * bitsEach));
  const mask = bits - 1;
  const words = new Uint32Array(bits / 32);
  let size = 0;
  return {
    get size() {
      return size;
    },
    capacity,
    add(key) {
      const step = stepOf(key);
      for (let i = 0, at = startOf(key); i < bitsSet; i++, at = (at + step) | 0) {
        const bit = at & mask;
        words[bit >>> 5] = (words[bit >>> 5] ?? 0) | (1 << (bit & 31));
      }
      size++;
    },
    mightContain(key) {
      if (size === 0) return false;
      const step = stepOf(key);
      for (let i = 0, at = startOf(key); i < bitsSet; i++, at = (at + step) | 0) {
        const bit = at & mask;
        if (((words[bit >>> 5] ?? 0) & (1 << (bit & 31))) === 0) return false;
      }
      return true;
    },
  };
}
