import { fromHex, signalsRbf, toHex, type Transaction } from '@hopscope/chain';
import { createCopyReader, createCopyWriter } from '../../db/copy-binary.ts';
import type { SqlSession } from '../../db/session.ts';
import { inParts, int8Array } from '../shared/byte-keys.ts';
import { effectsOf, packPrevouts, rateOf, waitingFee, type WaitingPrevouts } from './mempool-tx.ts';
import type { StoredOutput } from './tx-record.ts';

// Txids are named by the hex of their internal byte order here: names of maps, and parameters of queries.

const partSize = 20_000;

/** For `column in (…)`: the bytes of a list of hex texts, given as a parameter. */
const bytesOfHex = (parameter: string): string =>
  `select decode(h, 'hex') from unnest(${parameter}::text[]) as h`;

/** A transaction as it is written. */
export interface WaitingRow {
  id: bigint;
  raw: Uint8Array;
  tx: Transaction;
  outputs: readonly StoredOutput[];
  prevouts: WaitingPrevouts;
  /** Milliseconds since 1970. */
  firstSeen: number;
}

/** A transaction that waits, by its number in the order of arrival. */
export interface WaitingName {
  id: bigint;
  txid: string;
  /** Thousandths of a satoshi per virtual byte; undefined where the fee is not known. */
  rate: bigint | undefined;
}

/** An input of a waiting transaction. */
export interface WaitingSpend {
  id: bigint;
  txid: string;
  prevTxid: string;
  vout: bigint;
}

export type GoneReason = 'mined' | 'replaced' | 'evicted' | 'conflict';

/** What became of a transaction that waited; `by` is the transaction that took its place. */
export interface Departure {
  id: bigint;
  txid: string;
  reason: GoneReason;
  by: string | undefined;
  /** Milliseconds since 1970. */
  goneAt: number;
}

/** Everything that waits, oldest first. */
export async function readWaitingNames(session: SqlSession): Promise<WaitingName[]> {
  const reader = createCopyReader(
    await session.copyOut('select id, txid, coalesce(rate, -1) from btc_waiting order by id'),
  );
  const names: WaitingName[] = [];
  while (reader.next()) {
    const id = reader.int8();
    const txid = toHex(reader.bytes());
    const rate = reader.int8();
    names.push({ id, txid, rate: rate < 0n ? undefined : rate });
  }
  return names;
}

async function readSpendsWhere(
  session: SqlSession,
  condition: string,
  params: readonly unknown[],
): Promise<WaitingSpend[]> {
  const { rows } = await session.query<{ id: bigint; txid: string; prev: string; vout: bigint }>(
    `select i.id, encode(w.txid, 'hex') as txid, encode(i.prev_txid, 'hex') as prev, i.vout
     from btc_waiting_input i join btc_waiting w on w.id = i.id where ${condition} order by i.id`,
    params,
  );
  return rows.map(({ prev, ...row }) => ({ ...row, prevTxid: prev }));
}

/** Inputs of waiting transactions that spend outputs of the named transactions. */
export async function readSpendersOf(session: SqlSession, txids: readonly string[]): Promise<WaitingSpend[]> {
  const found: WaitingSpend[] = [];
  for (const part of inParts(txids, partSize)) {
    found.push(...(await readSpendsWhere(session, `i.prev_txid in (${bytesOfHex('$1')})`, [part])));
  }
  return found;
}

/** Inputs of the waiting transactions with these numbers. */
export async function readInputsOf(session: SqlSession, ids: readonly bigint[]): Promise<WaitingSpend[]> {
  const found: WaitingSpend[] = [];
  for (const part of inParts(ids, partSize)) {
    found.push(...(await readSpendsWhere(session, `i.id = any(${int8Array(part)})`, [])));
  }
  return found;
}

/** Inputs of waiting transactions that spend one of these outputs. */
export async function readSpendersOfOutputs(
  session: SqlSession,
  outputs: readonly { txid: string; vout: number | bigint }[],
): Promise<WaitingSpend[]> {
  const found: WaitingSpend[] = [];
  for (const part of inParts(outputs, partSize)) {
    const spent = `select decode(s.h, 'hex'), s.vout from unnest($1::text[], ${int8Array(part.map((o) => o.vout))}) as s(h, vout)`;
    found.push(
      ...(await readSpendsWhere(session, `(i.prev_txid, i.vout) in (${spent})`, [part.map((o) => o.txid)])),
    );
  }
  return found;
}

/** Those of the named transactions that wait. */
export async function readNamed(
  session: SqlSession,
  txids: readonly string[],
): Promise<{ id: bigint; txid: string }[]> {
  const found: { id: bigint; txid: string }[] = [];
  for (const part of inParts(txids, partSize)) {
    const { rows } = await session.query<{ id: bigint; txid: string }>(
      `select id, encode(txid, 'hex') as txid from btc_waiting where txid in (${bytesOfHex('$1')}) order by id`,
      [part],
    );
    found.push(...rows);
  }
  return found;
}

/** Raw bytes and spent outputs of the waiting transactions with these numbers. */
export async function readRaw(
  session: SqlSession,
  ids: readonly bigint[],
): Promise<{ id: bigint; raw: Uint8Array; prevouts: Uint8Array }[]> {
  const { rows } = await session.query<{ id: bigint; raw: Uint8Array; prevouts: Uint8Array }>(
    `select id, raw, prevouts from btc_waiting where id = any(${int8Array(ids)}) order by id`,
  );
  return rows;
}

/** Numbers of those with an input that nobody has seen. */
export async function readIncomplete(session: SqlSession): Promise<bigint[]> {
  const { rows } = await session.query<{ id: bigint }>(
    'select id from btc_waiting where unknown_inputs > 0 order by id',
  );
  return rows.map(({ id }) => id);
}

/** Address keys that waiting transactions touch. */
export async function readTouched(session: SqlSession, ids: readonly bigint[]): Promise<Uint8Array[]> {
  const { rows } = await session.query<{ key: Uint8Array }>(
    `select distinct key from btc_waiting_address where id = any(${int8Array(ids)})`,
  );
  return rows.map(({ key }) => key);
}

/** What is remembered of transactions that waited before, by txid. */
export async function readGone(
  session: SqlSession,
  txids: readonly string[],
): Promise<Map<string, { firstSeen: number; reason: GoneReason }>> {
  const found = new Map<string, { firstSeen: number; reason: GoneReason }>();
  for (const part of inParts(txids, partSize)) {
    const { rows } = await session.query<{ txid: string; first_seen: bigint; reason: GoneReason }>(
      `select encode(txid, 'hex') as txid, first_seen, reason from btc_gone where txid in (${bytesOfHex('$1')})`,
      [part],
    );
    for (const row of rows) found.set(row.txid, { firstSeen: Number(row.first_seen), reason: row.reason });
  }
  return found;
}

export async function nextIds(session: SqlSession, count: number): Promise<bigint[]> {
  const { rows } = await session.query<{ id: bigint }>(
    `select nextval('btc_waiting_id') as id from generate_series(1, $1::int4)`,
    [count],
  );
  return rows.map(({ id }) => id);
}

function copyWaiting(rows: readonly WaitingRow[]): Uint8Array[] {
  const out = createCopyWriter();
  for (const { id, tx, raw, prevouts, firstSeen } of rows) {
    const fee = waitingFee(tx, prevouts);
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

function copyAddresses(rows: readonly WaitingRow[]): Uint8Array[] {
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

const waitingColumns = 'id txid first_seen vsize fee rate unknown_inputs signals raw prevouts'.split(' ');

/** Writes transactions that are new here; they are no longer gone. */
export async function insertWaiting(session: SqlSession, rows: readonly WaitingRow[]): Promise<void> {
  if (rows.length === 0) return;
  await session.copyIn('btc_waiting', waitingColumns, copyWaiting(rows));
  const inputs = createCopyWriter();
  for (const { id, tx } of rows) {
    for (const { prevTxid, prevVout } of tx.inputs) {
      inputs.row(3);
      inputs.bytes(prevTxid);
      inputs.int8Number(prevVout);
      inputs.int8(id);
    }
  }
  await session.copyIn('btc_waiting_input', ['prev_txid', 'vout', 'id'], inputs.finish());
  await session.copyIn('btc_waiting_address', ['key', 'id', 'received', 'spent'], copyAddresses(rows));
  for (const part of inParts(rows, partSize)) {
    await session.query(`delete from btc_gone where txid in (${bytesOfHex('$1')})`, [
      part.map(({ tx }) => toHex(tx.txid)),
    ]);
  }
}

/** Rewrites what follows from the spent outputs of a transaction, more of which are known now. */
export async function updatePrevouts(session: SqlSession, row: Omit<WaitingRow, 'firstSeen'>): Promise<void> {
  const { id, tx, prevouts } = row;
  const fee = waitingFee(tx, prevouts);
  const rate = rateOf(fee, tx.vsize);
  await session.query(
    'update btc_waiting set fee = $2::int8, rate = $3::int8, unknown_inputs = $4::int4, prevouts = $5 where id = $1::int8',
    [
      String(id),
      fee === undefined ? null : String(fee),
      rate === undefined ? null : String(rate),
      prevouts.filter((prevout) => !prevout).length,
      packPrevouts(prevouts),
    ],
  );
  await session.query('delete from btc_waiting_address where id = $1::int8', [String(id)]);
  await session.copyIn(
    'btc_waiting_address',
    ['key', 'id', 'received', 'spent'],
    copyAddresses([{ ...row, firstSeen: 0 }]),
  );
}

export async function deleteWaiting(session: SqlSession, ids: readonly bigint[]): Promise<void> {
  for (const part of inParts(ids, partSize)) {
    const these = int8Array(part);
    await session.query(`delete from btc_waiting_address where id = any(${these})`);
    await session.query(`delete from btc_waiting_input where id = any(${these})`);
    await session.query(`delete from btc_waiting where id = any(${these})`);
  }
}

/** Takes transactions out and remembers what became of them; of those that are gone the newest `kept` are remembered. */
export async function moveToGone(
  session: SqlSession,
  departures: readonly Departure[],
  kept: number,
): Promise<void> {
  for (const part of inParts(departures, partSize)) {
    await session.query(
      `insert into btc_gone (seq, txid, first_seen, gone_at, reason, by_txid)
       select nextval('btc_gone_seq'), g.* from (
         select w.txid, w.first_seen, d.gone_at, d.reason, decode(d.by_txid, 'hex')
         from unnest(${int8Array(part.map((d) => d.id))}, ${int8Array(part.map((d) => d.goneAt))}, $1::text[], $2::text[])
           as d(id, gone_at, reason, by_txid) join btc_waiting w on w.id = d.id order by w.id
       ) g
       on conflict (txid) do update set seq = excluded.seq, gone_at = excluded.gone_at, reason = excluded.reason, by_txid = excluded.by_txid`,
      [part.map((d) => d.reason), part.map((d) => d.by ?? null)],
    );
  }
  await deleteWaiting(
    session,
    departures.map(({ id }) => id),
  );
  if (departures.length === 0) return;
  await session.query(
    'delete from btc_gone where seq <= (select seq from btc_gone order by seq desc offset $1 limit 1)',
    [kept],
  );
}

/** Writes how much waits now. Without `sync` only the counts change. */
export async function writeCounts(
  session: SqlSession,
  sync?: { leftOut: number; at: number; tip: string },
): Promise<void> {
  const counts = `(select count(*) from btc_waiting), (select coalesce(sum(vsize), 0) from btc_waiting)`;
  if (!sync) {
    await session.query(`update btc_mempool set (waiting, vsize) = (select ${counts})`);
    return;
  }
  await session.query(
    `insert into btc_mempool (waiting, vsize, left_out, synced_at, tip)
     select ${counts}, $1::int4, $2::int8, $3::bytea
     on conflict (one) do update set waiting = excluded.waiting, vsize = excluded.vsize,
       left_out = excluded.left_out, synced_at = excluded.synced_at, tip = excluded.tip`,
    [sync.leftOut, sync.at, fromHex(sync.tip)],
  );
}

export interface MempoolState {
  waiting: number;
  vsize: bigint;
  /** Transactions that wait at the node and are not held because of the limit. */
  leftOut: number;
  /** Milliseconds since 1970 of the last list. */
  syncedAt: number;
  /** Hash of the ledger's newest block at the last list. */
  tip: string | undefined;
}

/** How much waits; undefined where no source has told of it. */
export async function readMempoolState(session: SqlSession): Promise<MempoolState | undefined> {
  const { rows } = await session.query<{
    waiting: number;
    vsize: bigint;
    left_out: number;
    synced_at: bigint;
    tip: string | null;
  }>(`select waiting, vsize, left_out, synced_at, encode(tip, 'hex') as tip from btc_mempool`);
  const [row] = rows;
  return (
    row && {
      waiting: row.waiting,
      vsize: row.vsize,
      leftOut: row.left_out,
      syncedAt: Number(row.synced_at),
      tip: row.tip ?? undefined,
    }
  );
}
