import { equalBytes, toHex } from '../bytes.ts';
import { addToBloom, hashOnce } from './trie/bloom.ts';
import {
  encodeEthereumHeader,
  encodeEthereumTransaction,
  encodeReceipt,
  encodeUncles,
  encodeWithdrawal,
} from './codec/encode.ts';
import { EthereumError, type EthereumRule } from './ethereum-error.ts';
import { GAS_PER_BLOB } from './fees.ts';
import { keccak256 } from './hash/keccak.ts';
import type { EthereumBlock, EthereumHeader, EthereumTransaction, Receipt } from './model.ts';
import { deriveRoot } from './trie/trie.ts';

/** What may be checked along with a block. */
export interface VerifyOptions {
  /** Result of `decodeReceipts` for the block. */
  readonly receipts?: readonly Receipt[];
  /** Headers of all uncles, in order; without them only a block without uncles has its `unclesHash` checked. */
  readonly uncles?: readonly EthereumHeader[];
}

/**
 * Recomputes every hash that follows from a block: the header, each transaction, the roots of transactions and withdrawals,
 * the uncles, and with receipts their root and blooms. Doesn't verify proof of work, signatures (and so `from`), or state.
 * Throws EthereumError with the violated rule.
 */
export function verifyEthereumBlock(block: EthereumBlock, options: VerifyOptions = {}): void {
  const { header } = block;
  requireSame('block_hash_mismatch', 'block.hash', block.hash, keccak256(encodeEthereumHeader(header)));
  verifyTransactions(block);
  verifyUncles(block, options.uncles);
  if (header.withdrawalsRoot) {
    const root = deriveRoot((block.withdrawals ?? []).map(encodeWithdrawal));
    requireSame('withdrawals_root_mismatch', 'block.withdrawalsRoot', header.withdrawalsRoot, root);
  }
  verifyBlobGas(header, block.transactions);
  if (options.receipts) verifyReceipts(header, options.receipts);
}

function verifyTransactions({ header, transactions }: EthereumBlock): void {
  const encoded = transactions.map(encodeEthereumTransaction);
  transactions.forEach(({ hash, index }, i) => {
    const own = keccak256(encoded[i] ?? new Uint8Array(0));
    requireSame('transaction_hash_mismatch', `block.transactions[${index}].hash`, hash, own);
  });
  requireSame(
    'transactions_root_mismatch',
    'block.transactionsRoot',
    header.transactionsRoot,
    deriveRoot(encoded),
  );
}

function verifyUncles({ header, uncles }: EthereumBlock, headers?: readonly EthereumHeader[]): void {
  if (!headers && uncles.length > 0) return;
  const given = headers ?? [];
  if (given.length !== uncles.length) {
    throw new EthereumError(
      'count_wrong',
      'block.uncles',
      `${given.length} headers for ${uncles.length} uncles.`,
    );
  }
  given.forEach((uncle, i) => {
    const hash = uncles[i] ?? new Uint8Array(0);
    requireSame('uncles_hash_mismatch', `block.uncles[${i}]`, hash, keccak256(encodeEthereumHeader(uncle)));
  });
  requireSame('uncles_hash_mismatch', 'block.sha3Uncles', header.unclesHash, keccak256(encodeUncles(given)));
}

function verifyBlobGas(header: EthereumHeader, transactions: readonly EthereumTransaction[]): void {
  if (header.blobGasUsed === null) return;
  const blobs = transactions.reduce((sum, { blobHashes }) => sum + blobHashes.length, 0);
  if (header.blobGasUsed !== GAS_PER_BLOB * BigInt(blobs)) {
    throw new EthereumError(
      'gas_wrong',
      'block.blobGasUsed',
      'The blob gas of the block does not match its blobs.',
    );
  }
}

function verifyReceipts(header: EthereumHeader, receipts: readonly Receipt[]): void {
  const hash = hashOnce();
  const combined = new Uint8Array(256);
  for (const { index, logs, logsBloom } of receipts) {
    const bloom = new Uint8Array(256);
    addToBloom(bloom, logs, hash);
    requireSame('bloom_mismatch', `receipts[${index}].logsBloom`, logsBloom, bloom);
    for (let i = 0; i < 256; i++) combined[i] = (combined[i] ?? 0) | (bloom[i] ?? 0);
  }
  requireSame('bloom_mismatch', 'block.logsBloom', header.logsBloom, combined);
  const root = deriveRoot(receipts.map(encodeReceipt));
  requireSame('receipts_root_mismatch', 'block.receiptsRoot', header.receiptsRoot, root);
}

function requireSame(rule: EthereumRule, at: string, claimed: Uint8Array, own: Uint8Array): void {
  if (equalBytes(claimed, own)) return;
  const details = own.length === 32 ? { claimed: toHex(claimed), computed: toHex(own) } : {};
  throw new EthereumError(rule, at, `${at} does not match the rest of the data.`, details);
}
