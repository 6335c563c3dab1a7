import { equalBytes } from '../../bytes.ts';
import { ChainError } from '../../errors.ts';
import type { Hashing } from '../../hashing.ts';
import { sha256d } from '../../hashing.ts';
import type { Block } from './block.ts';
import { merkleRoot } from './merkle.ts';

/** OP_RETURN, push of 36 bytes, and the commitment header of BIP141. */
const PREFIX = Uint8Array.of(0x6a, 0x24, 0xaa, 0x21, 0xa9, 0xed);
const COMMITMENT_SIZE = 38;

/**
 * Verifies the witness commitment (BIP141): if SegWit is active and the coinbase has a commitment, the hash must match;
 * otherwise no transaction may have a witness. Throws `witness_commitment_mismatch`, `witness_nonce_invalid`, or
 * `witness_unexpected`.
 */
export function verifyWitnessCommitment(block: Block, rules: { active: boolean; hashing: Hashing }): void {
  const commitment = rules.active ? witnessCommitment(block) : undefined;
  if (!commitment) {
    if (block.transactions.some((tx) => tx.segwit)) {
      throw new ChainError('witness_unexpected', 'The block has witnesses without a witness commitment.');
    }
    return;
  }
  const witness = block.transactions[0]?.inputs[0]?.witness ?? [];
  const [nonce] = witness;
  if (nonce?.length !== 32 || witness.length !== 1) {
    throw new ChainError(
      'witness_nonce_invalid',
      'The coinbase witness of a block with a witness commitment must be one item of 32 bytes.',
    );
  }
  // The coinbase cannot hash itself: 32 zero bytes stand for it.
  const leaves = block.transactions.map((tx, i) => (i === 0 ? new Uint8Array(32) : tx.wtxid));
  const pair = new Uint8Array(64);
  pair.set(merkleRoot(leaves).root);
  pair.set(nonce, 32);
  if (!equalBytes(sha256d(rules.hashing, pair), commitment)) {
    throw new ChainError('witness_commitment_mismatch', 'The witnesses do not match the witness commitment.');
  }
}

/** Returns the 32 committed bytes from the last matching output of the coinbase (BIP141). */
function witnessCommitment(block: Block): Uint8Array | undefined {
  const outputs = block.transactions[0]?.outputs ?? [];
  const output = outputs.findLast(
    ({ script }) => script.length >= COMMITMENT_SIZE && PREFIX.every((byte, i) => byte === script[i]),
  );
  return output?.script.subarray(PREFIX.length, COMMITMENT_SIZE);
}
