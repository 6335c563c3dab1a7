import {
  blockRewards,
  type EthereumLog,
  internalTransfers,
  type InternalTransfer,
  outcomeOf,
  type RewardSchedule,
  splitFee,
  tokenTransfersOf,
  type TransactionTrace,
} from '@hopscope/chain';
import { positionOf } from '../../shared/positions.ts';
import type { EthereumBundle } from './bundle.ts';
import type { EthereumBlockRow, StoredEthereumTx } from '../model.ts';

/** A stored block with its transactions. */
export interface StoredBlock {
  readonly row: EthereumBlockRow;
  readonly txs: readonly StoredEthereumTx[];
}

/**
 * Returns what the ledger stores of a bundle. A block without its uncles counts as not traced: the rewards of their miners
 * are unknown.
 */
export function storeBundle(bundle: EthereumBundle, schedule: RewardSchedule): StoredBlock {
  const { block, receipts, uncles, traces } = bundle;
  const { header } = block;
  const byTx = traces ? groupByTx(internalTransfers(traces, header), block.transactions.length) : null;
  const txs = block.transactions.map((tx, i): StoredEthereumTx => {
    const receipt = receipts[i];
    if (!receipt) throw new RangeError(`Block ${header.number} has no receipt for transaction ${i}`);
    const { logsBloom: _, ...stored } = receipt;
    const trace = traces?.transactions[i] ?? null;
    const outcome = outcomeOf(tx, receipt, trace);
    return {
      position: positionOf(header.number, i),
      tx,
      receipt: stored,
      failed: outcome.failed,
      outcomeCertain: outcome.certain,
      internal: byTx?.[i] ?? null,
      created: createdBy(stored.contractAddress, trace, outcome.failed),
    };
  });
  const rewardsKnown = uncles.length === block.uncles.length;
  const row = {
    height: header.number,
    hash: block.hash,
    header,
    txCount: txs.length,
    size: block.size,
    uncles,
    uncleHashes: block.uncles,
    withdrawals: block.withdrawals,
    rewards: blockRewards(header, uncles, schedule),
    traced: rewardsKnown && (traces !== null || txs.length === 0),
  };
  return { row: { ...row, ...sumsOf(row, txs) }, txs };
}

/** Returns the figures of a block that follow from its transactions. */
export function sumsOf(
  { header, traced }: Pick<EthereumBlockRow, 'header' | 'traced'>,
  txs: readonly StoredEthereumTx[],
) {
  let [fees, burnt, blobBurnt, tips, destroyed] = [0n, 0n, 0n, 0n, 0n];
  let [failed, internalCount, tokenCount] = [0, 0, 0];
  for (const { receipt, internal, failed: fails } of txs) {
    const split = splitFee(receipt, header);
    fees += split.fee;
    burnt += split.burnt;
    blobBurnt += split.blobBurnt;
    tips += split.tip;
    if (fails) failed++;
    for (const { to, value } of internal ?? []) if (!to) destroyed += value;
    internalCount += internal?.length ?? 0;
    tokenCount += countTokens(receipt.logs);
  }
  return {
    fees,
    burnt,
    blobBurnt,
    tips,
    destroyed,
    failed,
    internalCount: traced ? internalCount : null,
    tokenCount,
  };
}

function countTokens(logs: readonly EthereumLog[]): number {
  return logs.reduce((count, log) => count + tokenTransfersOf(log).length, 0);
}

function groupByTx(transfers: readonly InternalTransfer[], count: number): InternalTransfer[][] {
  const groups: InternalTransfer[][] = Array.from({ length: count }, () => []);
  for (const transfer of transfers) groups[transfer.transactionIndex]?.push(transfer);
  return groups;
}

/** Returns the contracts that a transaction created, without those whose creation was reverted. */
function createdBy(own: Uint8Array | null, trace: TransactionTrace | null, failed: boolean): Uint8Array[] {
  if (failed) return [];
  if (!trace) return own ? [own] : [];
  const created: Uint8Array[] = [];
  let failedDepth = Number.POSITIVE_INFINITY;
  for (const frame of trace.frames) {
    const depth = frame.path.length;
    if (depth > failedDepth) continue;
    failedDepth = frame.failed ? depth : Number.POSITIVE_INFINITY;
    if (!frame.failed && frame.kind === 'create' && frame.to) created.push(frame.to);
  }
  return created;
}
