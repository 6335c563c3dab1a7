import { toHex } from '@hopscope/chain';
import type { SqlSession } from '../../../db/session.ts';
import { int8Array } from '../../shared/byte-keys.ts';
import { type DroppedReason, readRaw, readSpendersOf, readSpendersOfOutputs } from './mempool-store.ts';
import { unpackPrevouts, type MempoolPrevouts } from './mempool-tx.ts';

export { type DroppedReason, type MempoolState, readMempoolState, readSpendersOf } from './mempool-store.ts';

/** An unconfirmed transaction. */
export interface MempoolTx {
  id: bigint;
  /** Hex digits in internal byte order. */
  txid: string;
  /** Milliseconds since 1970. */
  firstSeen: number;
  vsize: number;
  /** Satoshis; undefined if an input is unknown. */
  fee: bigint | undefined;
  /** Whether it signals replaceability itself (BIP125). */
  signals: boolean;
  raw: Uint8Array;
  prevouts: MempoolPrevouts;
}

interface RawMempool {
  id: bigint;
  txid: Uint8Array;
  first_seen: bigint;
  vsize: number;
  fee: bigint | null;
  signals: number;
  raw: Uint8Array;
  prevouts: Uint8Array;
}

const columns = 'w.id, w.txid, w.first_seen, w.vsize, w.fee, w.signals, w.raw, w.prevouts';

function toMempool(row: RawMempool): MempoolTx {
  return {
    id: row.id,
    txid: toHex(row.txid),
    firstSeen: Number(row.first_seen),
    vsize: row.vsize,
    fee: row.fee ?? undefined,
    signals: row.signals !== 0,
    raw: row.raw,
    prevouts: unpackPrevouts(row.prevouts),
  };
}

/** Returns an unconfirmed transaction by its txid (internal byte order). */
export async function readMempoolTx(session: SqlSession, txid: Uint8Array): Promise<MempoolTx | undefined> {
  const { rows } = await session.query<RawMempool>(
    `select ${columns} from btc_mempool_tx w where txid = $1`,
    [txid],
  );
  return rows[0] && toMempool(rows[0]);
}

/** Returns a page of all unconfirmed transactions, newest first. */
export async function readMempoolPage(
  session: SqlSession,
  offset: number,
  limit: number,
): Promise<MempoolTx[]> {
  const { rows } = await session.query<RawMempool>(
    `select ${columns} from btc_mempool_tx w order by w.id desc limit $1::int8 offset $2::int8`,
    [limit, offset],
  );
  return rows.map(toMempool);
}

/** Returns the sums of unconfirmed transactions of an address in satoshis, without unknown inputs. */
export async function readAddressSums(
  session: SqlSession,
  key: Uint8Array,
): Promise<{ count: number; received: bigint; spent: bigint }> {
  const { rows } = await session.query<{ count: bigint; received: bigint; spent: bigint }>(
    `select count(*) as count, coalesce(sum(received), 0)::int8 as received, coalesce(sum(spent), 0)::int8 as spent
     from btc_mempool_address where key = $1`,
    [key],
  );
  const [row] = rows;
  return { count: Number(row?.count ?? 0n), received: row?.received ?? 0n, spent: row?.spent ?? 0n };
}

/** Returns a page of unconfirmed transactions of an address, newest first, with their effect on it. */
export async function readAddressPage(
  session: SqlSession,
  key: Uint8Array,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ tx: MempoolTx; received: bigint; spent: bigint }[]> {
  const { rows } = await session.query<RawMempool & { received: bigint; spent: bigint }>(
    `select ${columns}, a.received, a.spent from btc_mempool_address a join btc_mempool_tx w on w.id = a.id
     where a.key = $1 order by a.id desc limit $2::int8 offset $3::int8`,
    [key, limit, offset],
  );
  return rows.map((row) => ({ tx: toMempool(row), received: row.received, spent: row.spent }));
}

export interface RateBand {
  count: number;
  vsize: bigint;
}

/**
 * Returns the amount of unconfirmed transactions between fee rates. `edges` ascend, in thousandths of a satoshi per virtual
 * byte: band `i` is below edge `i`, and the last band starts at the highest edge; `unknown` contains those with an unknown
 * fee.
 */
export async function readBands(
  session: SqlSession,
  edges: readonly number[],
): Promise<{ bands: RateBand[]; unknown: RateBand }> {
  const { rows } = await session.query<{ band: number | null; count: bigint; vsize: bigint }>(
    `select width_bucket(rate, ${int8Array(edges)}) as band, count(*) as count, sum(vsize)::int8 as vsize
     from btc_mempool_tx group by 1`,
  );
  const of = (band: number | null): RateBand => {
    const row = rows.find((one) => one.band === band);
    return { count: Number(row?.count ?? 0n), vsize: row?.vsize ?? 0n };
  };
  return { bands: Array.from({ length: edges.length + 1 }, (_, band) => of(band)), unknown: of(null) };
}

/** Returns those of the transactions that are unconfirmed, and whether they signal replaceability. */
async function readSignals(session: SqlSession, txids: readonly string[]): Promise<Map<string, boolean>> {
  const { rows } = await session.query<{ txid: string; signals: number }>(
    `select encode(txid, 'hex') as txid, signals from btc_mempool_tx
     where txid in (select decode(h, 'hex') from unnest($1::text[]) as h)`,
    [txids],
  );
  return new Map(rows.map(({ txid, signals }) => [txid, signals !== 0]));
}

async function readPrevTxids(session: SqlSession, txids: readonly string[]): Promise<string[]> {
  const { rows } = await session.query<{ prev: string }>(
    `select distinct encode(i.prev_txid, 'hex') as prev from btc_mempool_input i join btc_mempool_tx w on w.id = i.id
     where w.txid in (select decode(h, 'hex') from unnest($1::text[]) as h)`,
    [txids],
  );
  return rows.map(({ prev }) => prev);
}

/** Unconfirmed relatives, the nearest first; `more`: there are more than the limit of the search. */
export interface Relatives {
  txids: string[];
  more: boolean;
}

/** Nodes accept about 25 unconfirmed relatives; this limit is sufficient for malicious chains too. */
const mostRelatives = 200;

async function walk(
  start: string,
  next: (txids: readonly string[]) => Promise<readonly string[]>,
): Promise<Relatives> {
  const seen = new Set([start]);
  let fresh: string[] = [start];
  while (fresh.length > 0 && seen.size <= mostRelatives) {
    fresh = [...new Set(await next(fresh))].filter((txid) => !seen.has(txid)).sort();
    for (const txid of fresh) seen.add(txid);
  }
  const txids = [...seen].slice(1);
  return { txids: txids.slice(0, mostRelatives), more: txids.length > mostRelatives };
}

/** Returns unconfirmed transactions that a transaction spends from, and whether one of them signals replaceability. */
export async function readAncestors(
  session: SqlSession,
  txid: string,
): Promise<Relatives & { signal: boolean }> {
  let signal = false;
  const found = await walk(txid, async (txids) => {
    const parents = await readSignals(session, await readPrevTxids(session, txids));
    signal ||= [...parents.values()].includes(true);
    return [...parents.keys()];
  });
  return { ...found, signal };
}

/** Returns unconfirmed transactions that spend from a transaction. */
export function readDescendants(session: SqlSession, txid: string): Promise<Relatives> {
  return walk(txid, async (txids) => (await readSpendersOf(session, txids)).map((spend) => spend.txid));
}

/** Returns unconfirmed transactions that spend an output that this one also spends. */
export async function readConflicts(
  session: SqlSession,
  { txid, outputs }: { txid: string; outputs: readonly { txid: string; vout: number }[] },
): Promise<string[]> {
  const rivals = await readSpendersOfOutputs(session, outputs);
  return [...new Set(rivals.map((rival) => rival.txid))].filter((rival) => rival !== txid).sort();
}

/** Returns the transactions that this one replaced, the newest first. */
export async function readReplacedBy(session: SqlSession, txid: string): Promise<string[]> {
  const { rows } = await session.query<{ txid: string }>(
    `select encode(txid, 'hex') as txid from btc_dropped where by_txid = decode($1, 'hex') and reason = 'replaced' order by seq desc limit 100`,
    [txid],
  );
  return rows.map((row) => row.txid);
}

/** Returns raw bytes of unconfirmed transactions by number. */
export async function readRawById(
  session: SqlSession,
  ids: readonly bigint[],
): Promise<Map<bigint, Uint8Array>> {
  return new Map((await readRaw(session, ids)).map(({ id, raw }) => [id, raw]));
}

/**
 * Returns how a formerly unconfirmed transaction was removed; undefined if no record is stored. Times in milliseconds since
 * 1970.
 */
export async function readDroppedTx(
  session: SqlSession,
  txid: Uint8Array,
): Promise<
  { reason: DroppedReason; by: Uint8Array | null; firstSeen: number; droppedAt: number } | undefined
> {
  const { rows } = await session.query<{
    reason: DroppedReason;
    by_txid: Uint8Array | null;
    first_seen: bigint;
    dropped_at: bigint;
  }>('select reason, by_txid, first_seen, dropped_at from btc_dropped where txid = $1', [txid]);
  const [row] = rows;
  return (
    row && {
      reason: row.reason,
      by: row.by_txid,
      firstSeen: Number(row.first_seen),
      droppedAt: Number(row.dropped_at),
    }
  );
}
