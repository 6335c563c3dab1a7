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
  decodeHeld,
  presentAddressRow,
  presentRow,
  presentTotals,
  presentUnconfirmed,
  rateEdges,
} from './bitcoin-unconfirmed.presenter.ts';
import { staleBlockOf } from '../blocks/stale-blocks.ts';
import { type Page, paginate } from '../blocks/pagination.ts';

/** What these answers are read from: the snapshot that the confirmed part of an answer comes from too. */
export interface MempoolSnapshot {
  session: SqlSession;
  network: NetworkName;
  coverage: Coverage;
}

type Sums = CallOutput<typeof listAddressUnconfirmed>['unconfirmed'];

const droppedTexts: Record<DroppedReason, string> = {
  replaced: 'This transaction was replaced before it was confirmed',
  evicted: 'This transaction was dropped from the list of waiting ones without being confirmed',
  conflict: 'This transaction became impossible: a confirmed one spent the same coins',
  mined:
    'This transaction was in a block that is no longer part of the chain, and does not wait for another yet',
};

const reversedText =
  'This transaction was reversed: its block is no longer part of the chain, and a confirmed one spent the same coins';

/** Outputs of a waiting transaction that others spend which wait too, by output number. */
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
    const index = decodeHeld(raw).inputs.findIndex(
      (input) => input.prevVout === vout && toHex(input.prevTxid) === txid,
    );
    spenders.set(vout, { txid: spend.txid, index });
  }
  return spenders;
}

/** A transaction that waits; undefined where none of that id does. */
export async function findUnconfirmed(
  { session, network, coverage }: MempoolSnapshot,
  id: Uint8Array,
): Promise<UnconfirmedTransactionView | undefined> {
  const waiting = await readMempoolTx(session, id);
  if (!waiting) return undefined;
  const { txid } = waiting;
  const { inputs } = decodeHeld(waiting.raw);
  const ancestors = await readAncestors(session, txid);
  const confirmed = await readTxsById(
    session,
    inputs.map(({ prevTxid }) => prevTxid),
  );
  const spent = inputs.map(({ prevTxid, prevVout }) => ({ txid: toHex(prevTxid), vout: prevVout }));
  return presentUnconfirmed(waiting, {
    network,
    coverage,
    heights: new Map(confirmed.map((tx) => [toHex(tx.txid), heightOf(tx.position)])),
    waiting: new Set(ancestors.txids),
    spenders: await spendersByOutput(session, txid),
    ancestors,
    descendants: await readDescendants(session, txid),
    conflicts: await readConflicts(session, { txid, outputs: spent }),
    replaces: await readReplacedBy(session, txid),
  });
}

/** The refusal of a transaction that waited and no longer does: 410 with what became of it; undefined where nothing is known. */
export async function refusalOfDropped(
  { session }: MempoolSnapshot,
  id: Uint8Array,
): Promise<AppError | undefined> {
  const gone = await readDroppedTx(session, id);
  if (!gone) return undefined;
  // Where it was, if it was in a block.
  const place = ['mined', 'conflict'].includes(gone.reason) && (await staleBlockOf(session, 'bitcoin', id));
  const text = gone.reason === 'conflict' && place ? reversedText : droppedTexts[gone.reason];
  return new AppError('gone', `${text}.`, {
    details: {
      reason: gone.reason,
      replacedBy: gone.by && toDisplayHash(gone.by),
      firstSeen: Math.floor(gone.firstSeen / 1000),
      droppedAt: Math.floor(gone.droppedAt / 1000),
      ...place,
    },
  });
}

/** What waits for an address; null where no source tells of waiting transactions. */
export async function sumsOfAddress(session: SqlSession, key: Uint8Array): Promise<Sums> {
  if (!(await readMempoolState(session))) return null;
  const { count, received, spent } = await readAddressSums(session, key);
  return { count, received: Number(received), spent: Number(spent) };
}

/** A page of what waits for an address, newest first. */
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

/** A page of all that waits, newest first, and how much that is. */
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
    pagination: paginate(page, state?.waiting ?? 0),
    coverage,
  };
}

function rangeOf({ page, limit }: Page): { offset: number; limit: number } {
  return { offset: (page - 1) * limit, limit };
}

/** Whether a transaction waits, or is known to have waited. */
export async function isOrWasUnconfirmed(session: SqlSession, id: Uint8Array): Promise<boolean> {
  return (await readMempoolTx(session, id)) !== undefined || (await readDroppedTx(session, id)) !== undefined;
}
