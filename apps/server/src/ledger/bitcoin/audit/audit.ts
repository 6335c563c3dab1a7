import { networks, toDisplayHash } from '@hopscope/chain';
import { inTransaction, type SqlDatabase, type SqlSession } from '../../../db/session.ts';
import type { SlotOf } from '../../shared/account-slots.ts';
import { slotOfKey } from '../accounts/accounts.ts';
import { auditAccounts } from './audit-accounts.ts';
import { auditBlocks } from './audit-blocks.ts';
import { type ClusterSums, createClusterAudit } from './audit-clusters.ts';
import { createFingerprint } from './audit-fingerprint.ts';
import { nameActivityDifference } from './audit-narrow.ts';
import type { ChainSums } from './audit-sums.ts';
import {
  checkForkBlocks,
  checkIssue,
  checkLookupCount,
  checkTotals,
  checkUnresolvedCount,
} from './audit-totals.ts';
import { type Violation, ViolationError, violate } from './audit-violation.ts';
import type { HeightRange } from '../ranges.ts';
import { readState } from '../reader.ts';
import { heightOf } from '../positions.ts';

/** SQL for the lookup key of a txid column, as `prefixKey` computes it. */
const keyOf = (column: string): string => `('x' || encode(substring(${column} for 8), 'hex'))::bit(64)::int8`;

/** Checks that no unconfirmed transaction is in a block, and that counts match the rows. */
async function checkMempool(session: SqlSession): Promise<void> {
  const { rows } = await session.query<{ txid: Uint8Array; pos: bigint }>(
    `select w.txid, t.pos from btc_mempool_tx w join btc_tx_lookup l on l.key = ${keyOf('w.txid')}
     join btc_tx t on t.pos = l.pos and t.txid = w.txid limit 1`,
  );
  const [found] = rows;
  if (found) {
    const txid = toDisplayHash(found.txid);
    const height = heightOf(Number(found.pos));
    violate('mempool', `Transaction ${txid} is in the mempool, although block ${height} contains it`, {
      height,
      txid,
    });
  }
  const counted = await session.query<{ reported: number; stored: bigint }>(
    `select m.transactions as reported, (select count(*) from btc_mempool_tx) as stored from btc_mempool m`,
  );
  const [counts] = counted.rows;
  if (counts && BigInt(counts.reported) !== counts.stored) {
    violate(
      'mempool',
      `The mempool has ${counts.stored} transactions, but its recorded count is ${counts.reported}`,
    );
  }
}

export interface AuditProgress {
  stage: 'blocks' | 'addresses';
  done: number;
  total: number;
}

export interface AuditOptions {
  /** Also compares balances at the end of this block, from activity and from transactions. */
  height?: number;
  onProgress?(progress: AuditProgress): void;
  signal?: AbortSignal;
  /** As passed to the ledger; for tests of ID collisions. */
  slotOf?: SlotOf;
}

/** Distribution of coins at the end of a block, in satoshis. */
export interface AuditedBalance {
  height: number;
  addresses: bigint;
  other: bigint;
  destroyed: bigint;
  /** Rewards minus fees. */
  issued: bigint;
}

/** Numbers of checked items. */
export interface AuditReport {
  /** Undefined while the ledger is empty and has no network. */
  network: string | undefined;
  ranges: HeightRange[];
  /** Whether the ledger contains every block from 0 to the highest. */
  complete: boolean;
  blocks: number;
  transactions: number;
  inputs: number;
  unknownInputs: number;
  outputs: number;
  spends: number;
  addresses: number;
  activityEntries: number;
  forkBlocks: number;
  clusters: ClusterSums;
  /** Number of transactions with stored scripts; all of them were rebuilt. */
  scriptsStored: number;
  tip: AuditedBalance | undefined;
  atHeight: AuditedBalance | undefined;
}

export type AuditResult = { ok: true; report: AuditReport } | { ok: false; violation: Violation };

function checkRanges(ranges: readonly HeightRange[]): void {
  let before: HeightRange | undefined;
  for (const range of ranges) {
    if (range.from > range.to || range.from < 0)
      violate('ranges', `The range ${range.from} to ${range.to} is invalid`, { height: range.from });
    if (before && range.from <= before.to + 1) {
      violate('ranges', `The ranges up to ${before.to} and from ${range.from} touch`, { height: range.from });
    }
    before = range;
  }
}

function balanceOf(sums: ChainSums, height: number): AuditedBalance {
  return {
    height,
    addresses: sums.addressBalance,
    other: sums.otherBalance,
    destroyed: sums.destroyed,
    issued: sums.rewards - sums.fees,
  };
}

async function auditSession(session: SqlSession, options: AuditOptions): Promise<AuditReport> {
  const { ranges, totals } = await readState(session);
  checkRanges(ranges);
  const name = totals?.network;
  const network = Object.values(networks).find((known) => known.name === (name ?? 'mainnet'));
  if (!network) violate('totals', `The ledger belongs to an unknown network ${name}`);
  const top = ranges.at(-1)?.to ?? -1;
  const { height } = options;
  const blockCount = ranges.reduce((sum, { from, to }) => sum + to - from + 1, 0);
  const progress = (stage: AuditProgress['stage'], done: number, total: number): void => {
    options.signal?.throwIfAborted();
    options.onProgress?.({ stage, done, total });
  };

  const byTx = createFingerprint(0, Math.max(0, top));
  const byAddress = createFingerprint(0, Math.max(0, top));
  const clusterAudit = await createClusterAudit(session, network);
  const chain = await auditBlocks(session, {
    network,
    ranges,
    height,
    fingerprint: byTx,
    onBlocks: (done) => progress('blocks', done, blockCount),
    onTxs: (txs) => clusterAudit.add(txs),
  });
  await checkLookupCount(session, chain.all.transactions);
  await checkUnresolvedCount(session, chain.all.unknownInputs);
  const accounts = await auditAccounts(session, {
    network,
    top,
    height,
    slotOf: options.slotOf ?? slotOfKey,
    fingerprint: byAddress,
    onAccounts: (done) => progress('addresses', done, Number(totals?.addresses ?? 0n)),
  });
  const difference = byTx.firstDifference(byAddress);
  if (difference) await nameActivityDifference(session, network, difference);
  checkTotals(totals, chain.all, accounts);
  if (height !== undefined && accounts.balanceAtHeight !== chain.upTo.addressBalance) {
    violate(
      'totals',
      `At block ${height} addresses hold ${accounts.balanceAtHeight} satoshis by their activity and ${chain.upTo.addressBalance} by the transactions`,
      { height },
    );
  }
  await checkMempool(session);
  const clusters = await clusterAudit.finish();
  const complete = ranges.length === 1 && ranges[0]?.from === 0;
  if (complete) {
    checkIssue(chain.all, top);
    if (height !== undefined) checkIssue(chain.upTo, Math.min(height, top));
  }
  return {
    network: name,
    ranges,
    complete,
    blocks: chain.all.blocks,
    transactions: chain.all.transactions,
    inputs: chain.all.inputs,
    unknownInputs: chain.all.unknownInputs,
    outputs: chain.all.outputs,
    spends: chain.all.spends,
    addresses: accounts.addresses,
    activityEntries: accounts.entries,
    forkBlocks: await checkForkBlocks(session),
    clusters,
    scriptsStored: chain.saved,
    tip: top < 0 ? undefined : balanceOf(chain.all, top),
    atHeight: height === undefined || top < 0 ? undefined : balanceOf(chain.upTo, height),
  };
}

/**
 * Checks every invariant of the Bitcoin ledger in one snapshot, and returns the first that is broken. Reads each table in
 * pages, so memory doesn't grow with the ledger. Throws errors of the database, and the reason of the signal.
 */
export async function auditBitcoin(db: SqlDatabase, options: AuditOptions = {}): Promise<AuditResult> {
  try {
    return {
      ok: true,
      report: await inTransaction(db, 'read only', (session) => auditSession(session, options)),
    };
  } catch (error) {
    if (error instanceof ViolationError) return { ok: false, violation: error.violation };
    throw error;
  }
}
