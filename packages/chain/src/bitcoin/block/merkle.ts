import { hashPair } from '../../short-sha256.ts';

/** Root of a merkle tree and whether its leaves could be a shorter list with its tail repeated. */
export interface MerkleResult {
  readonly root: Uint8Array;
  /** Two equal neighbors at some level (CVE-2012-2459): another list of leaves has the same root. */
  readonly mutated: boolean;
}

/** Merkle root of 32-byte hashes in internal order; 32 zero bytes for none. */
export function merkleRoot(leaves: readonly Uint8Array[]): MerkleResult {
  if (leaves.length === 0) return { root: new Uint8Array(32), mutated: false };
  // One spare place for the copy that an odd level needs.
  const level = new Uint8Array(32 * (leaves.length + 1));
  leaves.forEach((leaf, i) => level.set(leaf, 32 * i));
  const mutated = rootInPlace(level, leaves.length);
  return { root: level.slice(0, 32), mutated };
}

/**
 * Computes the root in place over consecutive hashes in `level`, which needs space for one more. The root replaces the first
 * hash. Returns true if the leaves could be a shorter list with a repeated tail (CVE-2012-2459).
 */
export function rootInPlace(level: Uint8Array, leaves: number): boolean {
  let mutated = false;
  for (let count = leaves; count > 1; count = (count + 1) >> 1) {
    for (let i = 0; i + 1 < count; i += 2) mutated ||= equalPair(level, 32 * i);
    if (count % 2 === 1) level.copyWithin(32 * count, 32 * (count - 1), 32 * count);
    for (let i = 0; i < count; i += 2) hashPair(level, 32 * i, 16 * i);
  }
  return mutated;
}

function equalPair(level: Uint8Array, at: number): boolean {
  for (let i = at; i < at + 32; i++) if (level[i] !== level[i + 32]) return false;
  return true;
}

/**
 * Root that a leaf has with its neighbors on the way up, lowest first, all in internal byte order. `position` is the place
 * of the leaf in its block. A transaction of 64 stripped bytes can be mistaken for an inner node (CVE-2017-12842): callers
 * refuse those.
 */
export function rootOfBranch(leaf: Uint8Array, branch: readonly Uint8Array[], position: number): Uint8Array {
  const pair = new Uint8Array(64);
  let at = position;
  let node = leaf;
  for (const neighbor of branch) {
    pair.set(at % 2 === 1 ? neighbor : node, 0);
    pair.set(at % 2 === 1 ? node : neighbor, 32);
    hashPair(pair, 0, 0);
    node = pair.slice(0, 32);
    at = Math.floor(at / 2);
  }
  return node;
}
