import { toDisplayHash, toHex } from '@hopscope/chain';
import type {
  CallOutput,
  Coverage,
  listAddressUnconfirmed,
  listUnconfirmed,
  UnconfirmedTransactionView,
} from '@hopscope/contract';
import { AppError } from '../../../lib/app-error.ts';
import type { SqlSession } from '../../../db/session.ts';
import { readTxsById } from '../../../ledger/bitcoin/lookups.ts';
import type { NetworkName } from '../../../ledger/bitcoin/ledger.ts';
import {
  type DroppedReason,
  readAddressPage,
  readAddressSums,
  readAncestors,
  readBands,
  readConflicts,
  readDescendants,
  readDroppedTx,
  readMempoolState,
  readRawById,
  readReplacedBy,
  readSpendersOf,
  readMempoolPage,
  readMempoolTx,
} from '../../../ledger/bitcoin/mempool/mempool-reader.ts';
import { heightOf } from '../../../ledger/bitcoin/positions.ts';
import {
  decodeStored,
  presentAddressRow,
  presentRow,
  presentTotals,
  presentUnconfirmed,
  rateEdges,
} from './bitcoin-unconfirmed.presenter.ts';
import { staleBlockOf } from '../blocks/stale-blocks.ts';
import { type Page, paginate } from '../blocks/pagination.ts';

/** The data of answers about the mempool: the same snapshot as for the confirmed part of an answer. */
export interface MempoolSnapshot {
  session: SqlSession;
  network: NetworkName;
  coverage: Coverage;
}

type Sums = CallOutput<typeof listAddressUnconfirmed>['unconfirmed'];

const droppedTexts: Record<DroppedReason, string> = {
  replaced: 'This transaction was replaced before it was confirmed',
  evicted: 'This transaction was dropped from the mempool before it was confirmed',
  conflict: 'A confirmed transaction spent the same outputs',
  mined: 'This transaction was in a stale block and is not in the mempool',
};

const reversedText =
  'A reorganization removed this transaction, and a confirmed transaction spent the same outputs';

/** Returns the unconfirmed spends of an unconfirmed transaction's outputs, by output index. */
async function spendersByOutput(
  session: SqlSession,
  txid: string,
): Promise<Map<number, { txid: string; index: number }>> {
  const spends = await readSpendersOf(session, [txid]);
  const raws = await readRawById(session, [...new Set(spends.map(({ id }) => id))]);
  const spenders = new Map<number, { txid: string; index: number }>();
  for (const spend of spends) {
    const vout = Number(spend.vout);
    const raw = raws.get(spend.id);
    if (!raw || spenders.has(vout)) continue;
    const index = decodeStored(raw).inputs.findIndex(
      (input) => input.prevVout === vout && toHex(input.prevTxid) === txid,
    );
    spenders.set(vout, { txid: spend.txid, index });
  }
  return spenders;
}

/** Returns an unconfirmed transaction; undefined if none has that txid. */
export async function findUnconfirmed(
  { session, network, coverage }: MempoolSnapshot,
  id: Uint8Array,
): Promise<UnconfirmedTransactionView | undefined> {
  const entry = await readMempoolTx(session, id);
  if (!entry) return undefined;
  const { txid } = entry;
  const { inputs } = decodeStored(entry.raw);
  const ancestors = await readAncestors(session, txid);
  const confirmed = await readTxsById(
    session,
    inputs.map(({ prevTxid }) => prevTxid),
  );
  const spent = inputs.map(({ prevTxid, prevVout }) => ({ txid: toHex(prevTxid), vout: prevVout }));
  return presentUnconfirmed(entry, {
    network,
    coverage,
    heights: new Map(confirmed.map((tx) => [toHex(tx.txid), heightOf(tx.position)])),
    unconfirmed: new Set(ancestors.txids),
    spenders: await spendersByOutput(session, txid),
    ancestors,
    descendants: await readDescendants(session, txid),
    conflicts: await readConflicts(session, { txid, outputs: spent }),
    replaces: await readReplacedBy(session, txid),
  });
}

/** Returns the 410 error of a transaction that has left the mempool, with the reason; undefined if it isn't known. */
export async function refusalOfDropped(
  { session }: MempoolSnapshot,
  id: Uint8Array,
): Promise<AppError | undefined> {
  const dropped = await readDroppedTx(session, id);
  if (!dropped) return undefined;
  // The stale block, if it was in one.
  const place =
    ['mined', 'conflict'].includes(dropped.reason) && (await staleBlockOf(session, 'bitcoin', id));
  const text = dropped.reason === 'conflict' && place ? reversedText : droppedTexts[dropped.reason];
  return new AppError('gone', `${text}.`, {
    details: {
      reason: dropped.reason,
      replacedBy: dropped.by && toDisplayHash(dropped.by),
      firstSeen: Math.floor(dropped.firstSeen / 1000),
      droppedAt: Math.floor(dropped.droppedAt / 1000),
      ...place,
    },
  });
}

/** Returns unconfirmed totals of an address; null if no source has a mempool. */
export async function sumsOfAddress(session: SqlSession, key: Uint8Array): Promise<Sums> {
  const [state, sums] = await Promise.all([readMempoolState(session), readAddressSums(session, key)]);
  return state ? { count: sums.count, received: Number(sums.received), spent: Number(sums.spent) } : null;
}

/** Returns a page of an address's unconfirmed transactions, newest first. */
export async function unconfirmedOfAddress(
  { session, coverage }: MempoolSnapshot,
  key: Uint8Array,
  page: Page,
): Promise<Omit<CallOutput<typeof listAddressUnconfirmed>, 'success'>> {
  const unconfirmed = await sumsOfAddress(session, key);
  const rows = unconfirmed ? await readAddressPage(session, key, rangeOf(page)) : [];
  return {
    blockchain: 'bitcoin',
    txs: rows.map(presentAddressRow),
    pagination: paginate(page, unconfirmed?.count ?? 0),
    unconfirmed,
    coverage,
  };
}

/** Returns a page of all unconfirmed transactions, newest first, with totals. */
export async function allUnconfirmed(
  { session, coverage }: MempoolSnapshot,
  page: Page,
): Promise<Omit<CallOutput<typeof listUnconfirmed>, 'success'>> {
  const state = await readMempoolState(session);
  const { offset, limit } = rangeOf(page);
  const rows = state ? await readMempoolPage(session, offset, limit) : [];
  return {
    blockchain: 'bitcoin',
    totals: state ? presentTotals(state, await readBands(session, rateEdges)) : null,
    txs: rows.map(presentRow),
    pagination: paginate(page, state?.transactions ?? 0),
    coverage,
  };
}

function rangeOf({ page, limit }: Page): { offset: number; limit: number } {
  return { offset: (page - 1) * limit, limit };
}

/** Tests whether a transaction is unconfirmed, or known to have been. */
export async function isOrWasUnconfirmed(session: SqlSession, id: Uint8Array): Promise<boolean> {
  return (await readMempoolTx(session, id)) !== undefined || (await readDroppedTx(session, id)) !== undefined;
}
