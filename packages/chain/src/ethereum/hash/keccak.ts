import { permute, STATE_WORDS } from './keccak-permutation.ts';
import { type Permutation, wasmPermutation } from './keccak-wasm.ts';

/** Bytes that go into the state between two permutations: 1600 bits less twice the 256 of the answer. */
const RATE = 136;
const RATE_WORDS = RATE / 4;

/** Keccak-256 over a permutation, whose state is used for one hash after the other. */
export function createKeccak256({ state, permute: run }: Permutation): (bytes: Uint8Array) => Uint8Array {
  const asBytes = new Uint8Array(state.buffer, state.byteOffset, 4 * STATE_WORDS);

  function add(bytes: Uint8Array, at: number): void {
    for (let i = 0; i < RATE_WORDS; i++) {
      const from = at + 4 * i;
      const word =
        (bytes[from] ?? 0) |
        ((bytes[from + 1] ?? 0) << 8) |
        ((bytes[from + 2] ?? 0) << 16) |
        ((bytes[from + 3] ?? 0) << 24);
      state[i] = (state[i] ?? 0) ^ word;
    }
  }

  return (bytes) => {
    state.fill(0);
    let at = 0;
    for (; at + RATE <= bytes.length; at += RATE) {
      add(bytes, at);
      run();
    }
    const rest = bytes.length - at;
    for (let i = 0; i < rest; i++) asBytes[i] = (asBytes[i] ?? 0) ^ (bytes[at + i] ?? 0);
    asBytes[rest] = (asBytes[rest] ?? 0) ^ 0x01;
    asBytes[RATE - 1] = (asBytes[RATE - 1] ?? 0) ^ 0x80;
    run();
    return asBytes.slice(0, 32);
  };
}

/** The permutation with 32-bit numbers, for environments without WebAssembly. */
export function plainPermutation(): Permutation {
  const state = new Int32Array(STATE_WORDS);
  return { state, permute: () => permute(state) };
}

/** Keccak-256, the hash of Ethereum (the padding from before FIPS 202): 32 fresh bytes. */
export const keccak256: (bytes: Uint8Array) => Uint8Array = createKeccak256(
  wasmPermutation() ?? plainPermutation(),
);
