/** Bits for each key, and bits that a key sets: about one key in 2,000 that was never added seems to be there. */
const bitsEach = 16;
const bitsSet = 6;
const smallest = 1_024;

/** A set of keys that may take a key for one of its own, and never misses one: a few bytes a key, whatever the key's length. */
export interface KeyFilter {
  readonly size: number;
  /** Keys that it can take before it becomes unsure more often. */
  readonly room: number;
  add(key: Uint8Array): void;
  /** False: certainly not there. */
  mayHold(key: Uint8Array): boolean;
}

/** FNV-1a over the bytes, mixed once more; two seeds make two independent numbers. */
function hashOf(key: Uint8Array, seed: number): number {
  let hash = seed;
  for (const byte of key) hash = Math.imul(hash ^ byte, 0x01000193);
  hash ^= hash >>> 16;
  hash = Math.imul(hash, 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}

/** An empty filter for about `expected` keys (Bloom 1970; double hashing by Kirsch and Mitzenmacher 2006). */
export function createKeyFilter(expected: number): KeyFilter {
  const room = Math.max(smallest, expected);
  const words = new Uint32Array(Math.ceil((room * bitsEach) / 32));
  const bits = words.length * 32;
  let size = 0;
  const place = (first: number, second: number, number: number): number => (first + number * second) % bits;
  return {
    get size() {
      return size;
    },
    room,
    add(key) {
      const first = hashOf(key, 0x811c9dc5);
      const second = (hashOf(key, 0x9747b28c) | 1) >>> 0;
      for (let i = 0; i < bitsSet; i++) {
        const bit = place(first, second, i);
        words[bit >>> 5] = (words[bit >>> 5] ?? 0) | (1 << (bit & 31));
      }
      size++;
    },
    mayHold(key) {
      if (size === 0) return false;
      const first = hashOf(key, 0x811c9dc5);
      const second = (hashOf(key, 0x9747b28c) | 1) >>> 0;
      for (let i = 0; i < bitsSet; i++) {
        const bit = place(first, second, i);
        if (((words[bit >>> 5] ?? 0) & (1 << (bit & 31))) === 0) return false;
      }
      return true;
    },
  };
}
