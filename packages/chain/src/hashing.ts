import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { hashDigest } from './short-sha256.ts';

/** The hash functions of Bitcoin; a host with native ones passes those for speed. Each answers fresh bytes. */
export interface Hashing {
  /** SHA-256 (FIPS 180-4), 32 bytes. */
  sha256(bytes: Uint8Array): Uint8Array;
  /** RIPEMD-160, 20 bytes. */
  ripemd160(bytes: Uint8Array): Uint8Array;
}

/** Portable hashing that works everywhere; the default of every function that hashes. */
export const nobleHashing: Hashing = {
  sha256: (bytes) => sha256(bytes),
  ripemd160: (bytes) => ripemd160(bytes),
};

/**
 * Hashing by a function that answers one character per byte. For Node: `(name, bytes) => hash(name, bytes, 'binary')` of
 * `node:crypto`, which is faster than the same call answering a Buffer and leaves no memory outside the heap behind.
 */
export function latin1Hashing(
  digest: (algorithm: 'sha256' | 'ripemd160', bytes: Uint8Array) => string,
): Hashing {
  return {
    sha256: (bytes) => bytesOfLatin1(digest('sha256', bytes), 32),
    ripemd160: (bytes) => bytesOfLatin1(digest('ripemd160', bytes), 20),
  };
}

/** SHA-256 twice: the hash of blocks and transactions, 32 bytes in internal order. */
export function sha256d(hashing: Hashing, bytes: Uint8Array): Uint8Array {
  const digest = hashing.sha256(bytes);
  hashDigest(digest);
  return digest;
}

/** RIPEMD-160 of SHA-256: the hash of keys and scripts in addresses, 20 bytes. */
export function hash160(hashing: Hashing, bytes: Uint8Array): Uint8Array {
  return hashing.ripemd160(hashing.sha256(bytes));
}

function bytesOfLatin1(text: string, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  for (let i = 0; i < length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}
