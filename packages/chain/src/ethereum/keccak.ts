import { permute, STATE_WORDS } from './keccak-permutation.ts';

/** Bytes that go into the state between two permutations: 1600 bits less twice the 256 of the answer. */
const RATE = 136;

/** Keccak-256, the hash of Ethereum (the padding from before FIPS 202): 32 fresh bytes. */
export function keccak256(bytes: Uint8Array): Uint8Array {
  const state = new Int32Array(STATE_WORDS);
  let at = 0;
  for (; at + RATE <= bytes.length; at += RATE) {
    for (let i = 0; i < RATE; i += 4) addWord(state, i >> 2, wordAt(bytes, at + i));
    permute(state);
  }
  const rest = bytes.length - at;
  for (let i = 0; i < rest; i++) addWord(state, i >> 2, (bytes[at + i] ?? 0) << (8 * (i & 3)));
  addWord(state, rest >> 2, 1 << (8 * (rest & 3)));
  addWord(state, (RATE >> 2) - 1, 0x80 << 24);
  permute(state);
  const digest = new Uint8Array(32);
  for (let i = 0; i < 32; i++) digest[i] = (state[i >> 2] ?? 0) >>> (8 * (i & 3));
  return digest;
}

function addWord(state: Int32Array, place: number, word: number): void {
  state[place] = (state[place] ?? 0) ^ word;
}

function wordAt(bytes: Uint8Array, at: number): number {
  return (
    (bytes[at] ?? 0) |
    ((bytes[at + 1] ?? 0) << 8) |
    ((bytes[at + 2] ?? 0) << 16) |
    ((bytes[at + 3] ?? 0) << 24)
  );
}
