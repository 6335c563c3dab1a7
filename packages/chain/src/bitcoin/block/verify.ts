import { MAX_MONEY } from '../../amounts.ts';
import { equalBytes, toDisplayHash } from '../../bytes.ts';
import { ChainError, type ChainErrorCode } from '../../errors.ts';
import { type Hashing, nobleHashing } from '../../hashing.ts';
import { bip34Height } from './bip34.ts';
import type { Block, BlockHeader } from './block.ts';
import { merkleRoot } from './merkle.ts';
import type { BitcoinNetwork } from '../networks.ts';
import { findDoubleSpend } from '../codec/outpoints.ts';
import { expandBits } from './pow.ts';
import { isCoinbase, isNullOutpoint, type Transaction } from '../codec/transaction.ts';
import { verifyWitnessCommitment } from './witness-commitment.ts';

/** Highest weight of a block (BIP141). */
export const MAX_BLOCK_WEIGHT = 4_000_000;

/**
 * Verifies every rule that depends only on the block and the network: proof of work, format of transactions, no outpoint
 * spent twice, Merkle root without CVE-2012-2459 mutation, and the witness commitment (BIP141) from the claimed height on.
 * Doesn't verify scripts, signatures, or spent amounts. Throws ChainError with the violated rule.
 */
export function verifyBlock(
  block: Block,
  network: BitcoinNetwork,
  options: { hashing?: Hashing } = {},
): void {
  verifyProofOfWork(block.header, block.hash, network);
  // Before the rest: a refusal of a mutated copy says nothing about the block that has the same hash.
  verifyMerkleRoot(block);
  verifyShape(block);
  for (const tx of block.transactions) verifyTransaction(tx);
  const spent = findDoubleSpend(block.transactions);
  if (spent) {
    refuse('input_duplicate', 'An outpoint is spent twice in the block.', {
      txid: toDisplayHash(spent.prevTxid),
      vout: spent.prevVout,
    });
  }
  const height = bip34Height(block);
  verifyWitnessCommitment(block, {
    active: height !== undefined && height >= network.segwitHeight,
    hashing: options.hashing ?? nobleHashing,
  });
}

/** Checks that the hash is within the target and the target within the network's limit. Throws `pow_invalid`. */
export function verifyProofOfWork(header: BlockHeader, hash: Uint8Array, network: BitcoinNetwork): void {
  const target = expandBits(header.bits);
  if (target === undefined || target > network.powLimit) {
    refuse('pow_invalid', `The claimed target is not allowed on ${network.name}.`, {
      bits: header.bits,
    });
  }
  const shown = toDisplayHash(hash);
  if (BigInt(`0x${shown}`) > target) {
    refuse('pow_invalid', 'The block hash is above the claimed target.', { hash: shown });
  }
}

function verifyShape(block: Block): void {
  const [first] = block.transactions;
  if (!first || !isCoinbase(first)) refuse('coinbase_missing', 'The first transaction is not a coinbase.');
  const scriptSize = first.inputs[0]?.script.length ?? 0;
  if (scriptSize < 2 || scriptSize > 100) {
    refuse('coinbase_script_size', `The coinbase script has ${scriptSize} bytes. It must have 2 to 100.`);
  }
  for (let i = 1; i < block.transactions.length; i++) {
    const tx = block.transactions[i];
    if (tx && isCoinbase(tx)) refuse('coinbase_extra', 'The block has a second coinbase.', { index: i });
  }
  if (block.weight > MAX_BLOCK_WEIGHT) {
    refuse('block_too_heavy', `The block weight ${block.weight} is above the limit of ${MAX_BLOCK_WEIGHT}.`);
  }
}

function verifyTransaction(tx: Transaction): void {
  const about = () => ({ txid: toDisplayHash(tx.txid) });
  if (tx.inputs.length === 0) refuse('inputs_empty', 'A transaction has no inputs.', about());
  if (tx.outputs.length === 0) refuse('outputs_empty', 'A transaction has no outputs.', about());
  let sum = 0n;
  for (const output of tx.outputs) {
    sum += output.value;
    if (output.value < 0n || output.value > MAX_MONEY || sum > MAX_MONEY) {
      refuse('output_value_invalid', 'An output amount is negative or above 21 million BTC.', about());
    }
  }
  if (tx.inputs.some(isNullOutpoint) && !isCoinbase(tx)) {
    refuse('input_null', 'A transaction other than the coinbase spends the null outpoint.', about());
  }
}

function verifyMerkleRoot(block: Block): void {
  if (block.transactions.length === 0) refuse('block_empty', 'The block has no transactions.');
  const { root, mutated } = merkleRoot(block.transactions.map((tx) => tx.txid));
  if (!equalBytes(root, block.header.merkleRoot)) {
    refuse('merkle_mismatch', 'The transactions do not match the Merkle root of the header.');
  }
  if (mutated) {
    refuse('merkle_mutated', 'Transactions are duplicated without changing the Merkle root.');
  }
}

function refuse(
  code: ChainErrorCode,
  message: string,
  details: Readonly<Record<string, string | number>> = {},
): never {
  throw new ChainError(code, message, { details });
}
