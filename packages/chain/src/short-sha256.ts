/**
 * SHA-256 (FIPS 180-4) of the short fixed shapes that Bitcoin hashes most: the payload of a base58check address, a pair
 * of hashes in a merkle tree, and the second round of every double hash. A call into a native or general library costs
 * more than the hash itself here, so these work on words in place and allocate nothing.
 */

const K = Int32Array.of(
  0x428a2f98,
  0x71374491,
  0xb5c0fbcf,
  0xe9b5dba5,
  0x3956c25b,
  0x59f111f1,
  0x923f82a4,
  0xab1c5ed5,
  0xd807aa98,
  0x12835b01,
  0x243185be,
  0x550c7dc3,
  0x72be5d74,
  0x80deb1fe,
  0x9bdc06a7,
  0xc19bf174,
  0xe49b69c1,
  0xefbe4786,
  0x0fc19dc6,
  0x240ca1cc,
  0x2de92c6f,
  0x4a7484aa,
  0x5cb0a9dc,
  0x76f988da,
  0x983e5152,
  0xa831c66d,
  0xb00327c8,
  0xbf597fc7,
  0xc6e00bf3,
  0xd5a79147,
  0x06ca6351,
  0x14292967,
  0x27b70a85,
  0x2e1b2138,
  0x4d2c6dfc,
  0x53380d13,
  0x650a7354,
  0x766a0abb,
  0x81c2c92e,
  0x92722c85,
  0xa2bfe8a1,
  0xa81a664b,
  0xc24b8b70,
  0xc76c51a3,
  0xd192e819,
  0xd6990624,
  0xf40e3585,
  0x106aa070,
  0x19a4c116,
  0x1e376c08,
  0x2748774c,
  0x34b0bcb5,
  0x391c0cb3,
  0x4ed8aa4a,
  0x5b9cca4f,
  0x682e6ff3,
  0x748f82ee,
  0x78a5636f,
  0x84c87814,
  0x8cc70208,
  0x90befffa,
  0xa4506ceb,
  0xbef9a3f7,
  0xc67178f2,
);

const INITIAL = Int32Array.of(
  0x6a09e667,
  0xbb67ae85,
  0x3c6ef372,
  0xa54ff53a,
  0x510e527f,
  0x9b05688c,
  0x1f83d9ab,
  0x5be0cd19,
);

// Working words. Every function here fills them before use and ends before anything else can run.
const state = new Int32Array(8);
const schedule = new Int32Array(64);

// The second block of a 64-byte message is padding only, so its schedule never changes.
const pairPadding = new Int32Array(64);
pairPadding[0] = 0x80000000;
pairPadding[15] = 64 * 8;
expand(pairPadding);

/** First four bytes of the double SHA-256 of the first `length` (at most 55) bytes, as a big-endian number. */
export function shortChecksum(bytes: Uint8Array, length: number): number {
  schedule.fill(0, 0, 16);
  for (let i = 0; i < length; i++) {
    schedule[i >> 2] = (schedule[i >> 2] ?? 0) | ((bytes[i] ?? 0) << (24 - 8 * (i & 3)));
  }
  schedule[length >> 2] = (schedule[length >> 2] ?? 0) | (0x80 << (24 - 8 * (length & 3)));
  schedule[15] = length * 8;
  state.set(INITIAL);
  expand(schedule);
  compress(schedule);
  hashState();
  return (state[0] ?? 0) >>> 0;
}

/** Replaces the 32 bytes of a digest by their SHA-256. */
export function hashDigest(digest: Uint8Array): void {
  for (let i = 0; i < 8; i++) state[i] = wordAt(digest, 4 * i);
  hashState();
  writeState(digest, 0);
}

/** Double SHA-256 of the 64 bytes at `from`, written over the 32 bytes at `to`. */
export function hashPair(bytes: Uint8Array, from: number, to: number): void {
  for (let i = 0; i < 16; i++) schedule[i] = wordAt(bytes, from + 4 * i);
  state.set(INITIAL);
  expand(schedule);
  compress(schedule);
  compress(pairPadding);
  hashState();
  writeState(bytes, to);
}

function wordAt(bytes: Uint8Array, at: number): number {
  return (
    ((bytes[at] ?? 0) << 24) |
    ((bytes[at + 1] ?? 0) << 16) |
    ((bytes[at + 2] ?? 0) << 8) |
    (bytes[at + 3] ?? 0)
  );
}

function writeState(bytes: Uint8Array, to: number): void {
  for (let i = 0; i < 8; i++) {
    const word = state[i] ?? 0;
    const at = to + 4 * i;
    bytes[at] = word >>> 24;
    bytes[at + 1] = word >>> 16;
    bytes[at + 2] = word >>> 8;
    bytes[at + 3] = word;
  }
}

/** Replaces the state by its own SHA-256. */
function hashState(): void {
  schedule.set(state);
  schedule.fill(0, 8, 16);
  schedule[8] = 0x80000000;
  schedule[15] = 32 * 8;
  state.set(INITIAL);
  expand(schedule);
  compress(schedule);
}

function expand(w: Int32Array): void {
  for (let i = 16; i < 64; i++) {
    const a = w[i - 15] ?? 0;
    const b = w[i - 2] ?? 0;
    const s0 = ((a >>> 7) | (a << 25)) ^ ((a >>> 18) | (a << 14)) ^ (a >>> 3);
    const s1 = ((b >>> 17) | (b << 15)) ^ ((b >>> 19) | (b << 13)) ^ (b >>> 10);
    w[i] = ((w[i - 16] ?? 0) + s0 + (w[i - 7] ?? 0) + s1) | 0;
  }
}

function compress(w: Int32Array): void {
  let a = state[0] ?? 0;
  let b = state[1] ?? 0;
  let c = state[2] ?? 0;
  let d = state[3] ?? 0;
  let e = state[4] ?? 0;
  let f = state[5] ?? 0;
  let g = state[6] ?? 0;
  let h = state[7] ?? 0;
  for (let i = 0; i < 64; i++) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const t1 = (h + s1 + (g ^ (e & (f ^ g))) + (K[i] ?? 0) + (w[i] ?? 0)) | 0;
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const t2 = (s0 + ((a & b) | (c & (a | b)))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + t2) | 0;
  }
  state[0] = ((state[0] ?? 0) + a) | 0;
  state[1] = ((state[1] ?? 0) + b) | 0;
  state[2] = ((state[2] ?? 0) + c) | 0;
  state[3] = ((state[3] ?? 0) + d) | 0;
  state[4] = ((state[4] ?? 0) + e) | 0;
  state[5] = ((state[5] ?? 0) + f) | 0;
  state[6] = ((state[6] ?? 0) + g) | 0;
  state[7] = ((state[7] ?? 0) + h) | 0;
}
