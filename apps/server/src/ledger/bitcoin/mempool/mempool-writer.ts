import { fromHex, signalsRbf, toHex, type Transaction } from '@hopscope/chain';
import { createCopyWriter } from '../../../db/copy-binary.ts';
import type { SqlSession } from '../../../db/session.ts';
import { inParts, int8Array } from '../../shared/byte-keys.ts';
import { bytesOfHex, type DroppedReason, partSize } from './mempool-store.ts';
import { effectsOf, packPrevouts, rateOf, mempoolFee, type MempoolPrevouts } from './mempool-tx.ts';
import type { StoredOutput } from '../blocks/tx-record.ts';

/** A transaction to write. */
export interface MempoolRow {
  id: bigint;
  raw: Uint8Array;
  tx: Transaction;
  outputs: readonly StoredOutput[];
  prevouts: MempoolPrevouts;
  /** Milliseconds since 1970. */
  firstSeen: number;
}

/** How an unconfirmed transaction was removed; `by`: the transaction that replaced it. */
export interface RemovedTransaction {
  id: bigint;
  txid: string;
  reason: DroppedReason;
  by: string | undefined;
  /** Milliseconds since 1970. */
  droppedAt: number;
}

/** Returns numbers for transactions that arrive. */
export async function nextIds(session: SqlSession, count: number): Promise<bigint[]> {
  const { rows } = await session.query<{ id: bigint }>(
    `select nextval('btc_mempool_id') as id from generate_series(1, $1::int4)`,
    [count],
  );
  return rows.map(({ id }) => id);
}

function copyMempool(rows: readonly MempoolRow[]): Uint8Array[] {
  const out = createCopyWriter();
  for (const { id, tx, raw, prevouts, firstSeen } of rows) {
    const fee = mempoolFee(tx, prevouts);
    const rate = rateOf(fee, tx.vsize);
    out.row(10);
    out.int8(id);
    out.bytes(tx.txid);
    out.int8Number(firstSeen);
    out.int4(tx.vsize);
    if (fee === undefined) out.null();
    else out.int8(fee);
    if (rate === undefined) out.null();
    else out.int8(rate);
    out.int4(prevouts.filter((prevout) => !prevout).length);
    out.int2(signalsRbf(tx) ? 1 : 0);
    out.bytes(raw);
    out.bytes(packPrevouts(prevouts));
  }
  return out.finish();
}

function copyAddresses(rows: readonly MempoolRow[]): Uint8Array[] {
  const out = createCopyWriter();
  for (const { id, outputs, prevouts } of rows) {
    for (const { key, received, spent } of effectsOf(outputs, prevouts).values()) {
      out.row(4);
      out.bytes(key);
      out.int8(id);
      out.int8(received);
      out.int8(spent);
    }
  }
  return out.finish();
}

const mempoolColumns = 'id txid first_seen vsize fee rate unknown_inputs signals raw prevouts'.split(' ');

/** Writes new transactions, and deletes their removal records. */
export async function insertMempool(session: SqlSession, rows: readonly MempoolRow[]): Promise<void> {
  if (rows.length === 0) return;
  await session.copyIn('btc_mempool_tx', mempoolColumns, copyMempool(rows));
  const inputs = createCopyWriter();
  for (const { id, tx } of rows) {
    for (const { prevTxid, prevVout } of tx.inputs) {
      inputs.row(3);
      inputs.bytes(prevTxid);
      inputs.int8Number(prevVout);
      inputs.int8(id);
    }
  }
  await session.copyIn('btc_mempool_input', ['prev_txid', 'vout', 'id'], inputs.finish());
  await session.copyIn('btc_mempool_address', ['key', 'id', 'received', 'spent'], copyAddresses(rows));
  for (const part of inParts(rows, partSize)) {
    await session.query(`delete from btc_dropped where txid in (${bytesOfHex('$1')})`, [
      part.map(({ tx }) => toHex(tx.txid)),
    ]);
  }
}

/** Rewrites data that depends on the spent outputs of a transaction, after more of them became known. */
export async function updatePrevouts(session: SqlSession, row: Omit<MempoolRow, 'firstSeen'>): Promise<void> {
  const { id, tx, prevouts } = row;
  const fee = mempoolFee(tx, prevouts);
  const rate = rateOf(fee, tx.vsize);
  await session.query(
    'update btc_mempool_tx set fee = $2::int8, rate = $3::int8, unknown_inputs = $4::int4, prevouts = $5 where id = $1::int8',
    [
      String(id),
      fee === undefined ? null : String(fee),
      rate === undefined ? null : String(rate),
      prevouts.filter((prevout) => !prevout).length,
      packPrevouts(prevouts),
    ],
  );
  await session.query('delete from btc_mempool_address where id = $1::int8', [String(id)]);
  await session.copyIn(
    'btc_mempool_address',
    ['key', 'id', 'received', 'spent'],
    copyAddresses([{ ...row, firstSeen: 0 }]),
  );
}

export async function deleteMempool(session: SqlSession, ids: readonly bigint[]): Promise<void> {
  for (const part of inParts(ids, partSize)) {
    const these = int8Array(part);
    await session.query(`delete from btc_mempool_address where id = any(${these})`);
    await session.query(`delete from btc_mempool_input where id = any(${these})`);
    await session.query(`delete from btc_mempool_tx where id = any(${these})`);
  }
}

/** Removes transactions and records the reason; keeps the newest `stored` records. */
export async function moveToDropped(
  session: SqlSession,
  removals: readonly RemovedTransaction[],
  stored: number,
): Promise<void> {
  for (const part of inParts(removals, partSize)) {
    await session.query(
      `insert into btc_dropped (seq, txid, first_seen, dropped_at, reason, by_txid)
       select nextval('btc_dropped_seq'), g.* from (
         select w.txid, w.first_seen, d.dropped_at, d.reason, decode(d.by_txid, 'hex')
         from unnest(${int8Array(part.map((d) => d.id))}, ${int8Array(part.map((d) => d.droppedAt))}, $1::text[], $2::text[])
           as d(id, dropped_at, reason, by_txid) join btc_mempool_tx w on w.id = d.id order by w.id
       ) g
       on conflict (txid) do update set seq = excluded.seq, dropped_at = excluded.dropped_at, reason = excluded.reason, by_txid = excluded.by_txid`,
      [part.map((d) => d.reason), part.map((d) => d.by ?? null)],
    );
  }
  await deleteMempool(
    session,
    removals.map(({ id }) => id),
  );
  if (removals.length > 0) await forgetDropped(session, stored);
}

/** Deletes all removal records except the newest `stored`. */
export async function forgetDropped(session: SqlSession, stored: number): Promise<void> {
  await session.query(
    'delete from btc_dropped where seq <= (select seq from btc_dropped order by seq desc offset $1 limit 1)',
    [stored],
  );
}

/** Writes the current totals. Without `sync`, only the counts change. */
export async function writeCounts(
  session: SqlSession,
  sync?: { leftOut: number; at: number; tip: string },
): Promise<void> {
  const counts = `(select count(*) from btc_mempool_tx), (select coalesce(sum(vsize), 0) from btc_mempool_tx)`;
  if (!sync) {
    await session.query(`update btc_mempool set (transactions, vsize) = (select ${counts})`);
    return;
  }
  await session.query(
    `insert into btc_mempool (transactions, vsize, left_out, synced_at, tip)
     select ${counts}, $1::int4, $2::int8, $3::bytea
     on conflict (one) do update set transactions = excluded.transactions, vsize = excluded.vsize,
       left_out = excluded.left_out, synced_at = excluded.synced_at, tip = excluded.tip`,
    [sync.leftOut, sync.at, fromHex(sync.tip)],
  );
}
