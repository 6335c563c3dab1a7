import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';

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

/** SHA-256 twice: the hash of blocks and transactions, 32 bytes in internal order. */
export function sha256d(hashing: Hashing, bytes: Uint8Array): Uint8Array {
  return hashing.sha256(hashing.sha256(bytes));
}

/** RIPEMD-160 of SHA-256: the hash of keys and scripts in addresses, 20 bytes. */
export function hash160(hashing: Hashing, bytes: Uint8Array): Uint8Array {
  return hashing.ripemd160(hashing.sha256(bytes));
}
