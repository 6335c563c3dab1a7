import { equalBytes, fromDisplayHash, toDisplayHash } from '../../bytes.ts';
import { ChainError } from '../../errors.ts';
import { type Hashing, nobleHashing } from '../../hashing.ts';
import { hashPair } from '../../short-sha256.ts';
import { decodeHeader } from './block.ts';
import { rootOfBranch } from './merkle.ts';
import { expandBits } from './pow.ts';

/** What leads from a transaction to the header of its block. Hashes as people write them, lowest neighbor first. */
export interface MerkleProof {
  readonly txid: string;
  /** The 80 header bytes. */
  readonly header: Uint8Array;
  /** Place of the transaction in its block, 0 = coinbase. */
  readonly position: number;
  readonly transactionCount: number;
  readonly branch: readonly string[];
}

/** What is wrong with a proof. */
export type ProofFault = 'form' | 'position' | 'depth' | 'root' | 'work' | 'block';

export type ProofVerdict =
  | { readonly ok: true; readonly blockHash: string; readonly merkleRoot: string }
  | { readonly ok: false; readonly fault: ProofFault };

/** Levels of a merkle tree above its leaves. */
function depthOf(count: number): number {
  let depth = 0;
  for (let width = count; width > 1; width = Math.ceil(width / 2)) depth++;
  return depth;
}

/**
 * Returns the sibling hashes of a leaf from the bottom up, in internal byte order; `rootOfBranch` computes the root from
 * them. An odd last node is its own sibling. Throws RangeError if the leaf doesn't exist.
 */
export function merkleBranch(leaves: readonly Uint8Array[], position: number): Uint8Array[] {
  if (!Number.isSafeInteger(position) || position < 0 || position >= leaves.length) {
    throw new RangeError(`There is no leaf ${position} among ${leaves.length}`);
  }
  const branch: Uint8Array[] = [];
  let level = leaves;
  for (let at = position; level.length > 1; at = Math.floor(at / 2)) {
    const neighbor = level[at % 2 === 1 ? at - 1 : Math.min(at + 1, level.length - 1)];
    if (neighbor) branch.push(neighbor);
    level = levelAbove(level);
  }
  return branch;
}

function levelAbove(level: readonly Uint8Array[]): Uint8Array[] {
  const pair = new Uint8Array(64);
  return Array.from({ length: Math.ceil(level.length / 2) }, (_, i) => {
    const left = level[2 * i] ?? new Uint8Array(32);
    pair.set(left, 0);
    pair.set(level[2 * i + 1] ?? left, 32);
    hashPair(pair, 0, 0);
    return pair.slice(0, 32);
  });
}

/**
 * Verifies an inclusion proof: the position is in the block; the branch has the height of a tree with that many transactions
 * (so that no inner node passes for a transaction, CVE-2017-12842); the branch leads to the Merkle root of the header; and
 * the header has the hash of the block and meets its claimed target. Can't determine whether the chain contains the header,
 * or whether its target is right. Never throws.
 */
export function checkMerkleProof(
  proof: MerkleProof,
  expected: { readonly blockHash: string },
  hashing: Hashing = nobleHashing,
): ProofVerdict {
  try {
    return verdictOf(proof, expected.blockHash, hashing);
  } catch (error) {
    if (error instanceof ChainError) return { ok: false, fault: 'form' };
    throw error;
  }
}

function verdictOf(proof: MerkleProof, blockHash: string, hashing: Hashing): ProofVerdict {
  const { position, transactionCount, branch } = proof;
  const counts = [position, transactionCount].every((n) => Number.isSafeInteger(n) && n >= 0);
  if (!counts || position >= transactionCount) return { ok: false, fault: 'position' };
  if (branch.length !== depthOf(transactionCount)) return { ok: false, fault: 'depth' };
  const { header, hash } = decodeHeader(proof.header, hashing);
  const root = rootOfBranch(fromDisplayHash(proof.txid), branch.map(fromDisplayHash), position);
  if (!equalBytes(root, header.merkleRoot)) return { ok: false, fault: 'root' };
  const found = toDisplayHash(hash);
  const target = expandBits(header.bits);
  if (target === undefined || BigInt(`0x${found}`) > target) return { ok: false, fault: 'work' };
  if (found !== blockHash.toLowerCase()) return { ok: false, fault: 'block' };
  return { ok: true, blockHash: found, merkleRoot: toDisplayHash(root) };
}
