import { ROUND_CONSTANTS, STATE_WORDS } from './keccak-permutation.ts';

/** A state of 50 words and Keccak-f[1600] on it, in place. */
export interface Permutation {
  readonly state: Int32Array;
  permute(): void;
}

/** Turns of the lanes in ρ (FIPS 202, section 3.2.2): lane x + 5 y. */
const TURNS = [
  0, 1, 62, 28, 27, 36, 44, 6, 55, 20, 3, 10, 43, 25, 39, 41, 45, 15, 21, 8, 18, 2, 61, 56, 14,
] as const;
const ROUNDS = 24;
const LANES = 25;
const CONSTANTS_AT = 8 * LANES;

/** Local variables of the function: lanes, lanes after ρ and π, sums of columns, what θ adds, the round. */
const LANE = 0;
const MOVED = LANES;
const COLUMN = 2 * LANES;
const ADDED = COLUMN + 5;
const ROUND = ADDED + 5;

/** Instructions of WebAssembly (core specification, section 5.4). */
const op = {
  loop: 0x03,
  end: 0x0b,
  branchIf: 0x0d,
  get: 0x20,
  set: 0x21,
  load: 0x29,
  store: 0x37,
  const32: 0x41,
  const64: 0x42,
  less32: 0x49,
  add32: 0x6a,
  and64: 0x83,
  xor64: 0x85,
  shiftLeft32: 0x74,
  rotateLeft64: 0x89,
} as const;
const I32 = 0x7f;
const I64 = 0x7e;
const NO_RESULT = 0x40;
const MINUS_ONE = 0x7f;

/** Unsigned LEB128. */
function unsigned(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...unsigned(value >>> 7)];
}

/** Signed LEB128 of a number from 0 on. */
function signed(value: number): number[] {
  return value < 64 ? [value] : [(value & 127) | 128, ...signed(value >>> 7)];
}

const get = (local: number): number[] => [op.get, ...unsigned(local)];
const set = (local: number): number[] => [op.set, ...unsigned(local)];
const xor = (parts: readonly number[][]): number[] =>
  parts.flatMap((part, i) => (i === 0 ? part : [...part, op.xor64]));
const turned = (value: number[], turn: number): number[] =>
  turn === 0 ? value : [...value, op.const64, ...signed(turn), op.rotateLeft64];
const fives = [0, 1, 2, 3, 4] as const;

/** One round: θ, ρ and π, χ, ι (FIPS 202, section 3.2). */
function roundCode(): number[] {
  const sums = fives.flatMap((x) => [...xor(fives.map((y) => get(LANE + x + 5 * y))), ...set(COLUMN + x)]);
  const added = fives.flatMap((x) => [
    ...xor([get(COLUMN + ((x + 4) % 5)), turned(get(COLUMN + ((x + 1) % 5)), 1)]),
    ...set(ADDED + x),
  ]);
  const moved = fives.flatMap((y) =>
    fives.flatMap((x) => [
      ...turned(xor([get(LANE + x + 5 * y), get(ADDED + x)]), TURNS[x + 5 * y] ?? 0),
      ...set(MOVED + y + 5 * ((2 * x + 3 * y) % 5)),
    ]),
  );
  const mixed = fives.flatMap((y) =>
    fives.flatMap((x) => [
      ...get(MOVED + x + 5 * y),
      ...xor([get(MOVED + ((x + 1) % 5) + 5 * y), [op.const64, MINUS_ONE]]),
      ...get(MOVED + ((x + 2) % 5) + 5 * y),
      op.and64,
      op.xor64,
      ...set(LANE + x + 5 * y),
    ]),
  );
  const constant = [...get(ROUND), op.const32, 3, op.shiftLeft32, op.load, 3, ...unsigned(CONSTANTS_AT)];
  return [...sums, ...added, ...moved, ...mixed, ...xor([get(LANE), constant]), ...set(LANE)];
}

function functionBody(): number[] {
  const lanes = Array.from({ length: LANES }, (_, i) => i);
  const loads = lanes.flatMap((i) => [op.const32, 0, op.load, 3, ...unsigned(8 * i), ...set(LANE + i)]);
  const stores = lanes.flatMap((i) => [op.const32, 0, ...get(LANE + i), op.store, 3, ...unsigned(8 * i)]);
  const next = [...get(ROUND), op.const32, 1, op.add32, ...set(ROUND)];
  const again = [...get(ROUND), op.const32, ROUNDS, op.less32, op.branchIf, 0];
  const loop = [op.loop, NO_RESULT, ...roundCode(), ...next, ...again, op.end];
  const locals = [2, ...unsigned(ROUND), I64, 1, I32];
  const code = [...locals, ...loads, ...loop, ...stores, op.end];
  return [...unsigned(code.length), ...code];
}

/** A module with one page of memory `m` and the function `f` (core specification, section 5.5). */
function moduleBytes(): Uint8Array<ArrayBuffer> {
  const section = (id: number, content: number[]): number[] => [id, ...unsigned(content.length), ...content];
  return Uint8Array.from([
    0x00,
    0x61,
    0x73,
    0x6d,
    1,
    0,
    0,
    0,
    ...section(1, [1, 0x60, 0, 0]),
    ...section(3, [1, 0]),
    ...section(5, [1, 0, 1]),
    ...section(7, [2, 1, 0x6d, 2, 0, 1, 0x66, 0, 0]),
    ...section(10, [1, ...functionBody()]),
  ]);
}

/**
 * The permutation with words of 64 bits, as WebAssembly: several times as quick as in numbers of 32 bits. Undefined in
 * pages, whose content policy allows no WebAssembly, and wherever it cannot be had.
 */
export function wasmPermutation(): Permutation | undefined {
  if ('document' in globalThis || typeof WebAssembly === 'undefined') return undefined;
  try {
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(moduleBytes()));
    const { m: memory, f: run } = exports;
    if (!(memory instanceof WebAssembly.Memory) || typeof run !== 'function') return undefined;
    new Int32Array(memory.buffer, CONSTANTS_AT).set(ROUND_CONSTANTS);
    return { state: new Int32Array(memory.buffer, 0, STATE_WORDS), permute: () => void run() };
  } catch {
    return undefined;
  }
}
