import { keccak_256 } from '@noble/hashes/sha3.js';

/** Keccak-256, the hash of Ethereum (the padding from before FIPS 202): 32 fresh bytes. */
export function keccak256(bytes: Uint8Array): Uint8Array {
  return keccak_256(bytes);
}
