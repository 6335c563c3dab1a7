import { toHex } from '@hopscope/chain';
import { createCopyReader } from '../../../db/copy-binary.ts';
import type { SqlSession } from '../../../db/session.ts';
import { inParts, int8Array } from '../../shared/byte-keys.ts';

// In this file, txids are hex digits in internal byte order: as keys of maps, and as query parameters.

/** Number of rows per query. */
export const partSize = 20_000;

/** SQL for `column in (…)`: the bytes of a list of hex texts in a parameter. */
export const bytesOfHex = (parameter: string): string =>
  `select decode(h, 'hex') from unnest(${parameter}::text[]) as h`;

/** An unconfirmed transaction; numbers ascend in the order of arrival. */
export interface MempoolName {
  id: bigint;
  txid: string;
  /** Thousandths of a satoshi per virtual byte; undefined if the fee is unknown. */
  rate: bigint | undefined;
}

/** An input of an unconfirmed transaction. */
export interface MempoolSpend {
  id: bigint;
  txid: string;
  prevTxid: string;
  vout: bigint;
}

export type DroppedReason = 'mined' | 'replaced' | 'evicted' | 'conflict';

/** Returns all unconfirmed transactions, oldest first. */
export async function readMempoolNames(session: SqlSession): Promise<MempoolName[]> {
  const reader = createCopyReader(
    await session.copyOut('select id, txid, coalesce(rate, -1) from btc_mempool_tx order by id'),
  );
  const names: MempoolName[] = [];
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
): Promise<MempoolSpend[]> {
  const { rows } = await session.query<{ id: bigint; txid: string; prev: string; vout: bigint }>(
    `select i.id, encode(w.txid, 'hex') as txid, encode(i.prev_txid, 'hex') as prev, i.vout
     from btc_mempool_input i join btc_mempool_tx w on w.id = i.id where ${condition} order by i.id`,
    params,
  );
  return rows.map(({ prev, ...row }) => ({ ...row, prevTxid: prev }));
}

/** Returns inputs of unconfirmed transactions that spend outputs of the transactions. */
export async function readSpendersOf(session: SqlSession, txids: readonly string[]): Promise<MempoolSpend[]> {
  const found: MempoolSpend[] = [];
  for (const part of inParts(txids, partSize)) {
    found.push(...(await readSpendsWhere(session, `i.prev_txid in (${bytesOfHex('$1')})`, [part])));
  }
  return found;
}

/** Returns inputs of the unconfirmed transactions with these numbers. */
export async function readInputsOf(session: SqlSession, ids: readonly bigint[]): Promise<MempoolSpend[]> {
  const found: MempoolSpend[] = [];
  for (const part of inParts(ids, partSize)) {
    found.push(...(await readSpendsWhere(session, `i.id = any(${int8Array(part)})`, [])));
  }
  return found;
}

/** Returns inputs of unconfirmed transactions that spend one of these outputs. */
export async function readSpendersOfOutputs(
  session: SqlSession,
  outputs: readonly { txid: string; vout: number | bigint }[],
): Promise<MempoolSpend[]> {
  const found: MempoolSpend[] = [];
  for (const part of inParts(outputs, partSize)) {
    const spent = `select decode(s.h, 'hex'), s.vout from unnest($1::text[], ${int8Array(part.map((o) => o.vout))}) as s(h, vout)`;
    found.push(
      ...(await readSpendsWhere(session, `(i.prev_txid, i.vout) in (${spent})`, [part.map((o) => o.txid)])),
    );
  }
  return found;
}

/** Returns those of the transactions that are unconfirmed. */
export async function readNamed(
  session: SqlSession,
  txids: readonly string[],
): Promise<{ id: bigint; txid: string }[]> {
  const found: { id: bigint; txid: string }[] = [];
  for (const part of inParts(txids, partSize)) {
    const { rows } = await session.query<{ id: bigint; txid: string }>(
      `select id, encode(txid, 'hex') as txid from btc_mempool_tx where txid in (${bytesOfHex('$1')}) order by id`,
      [part],
    );
    found.push(...rows);
  }
  return found;
}

/** Returns raw bytes and spent outputs of the unconfirmed transactions with these numbers. */
export async function readRaw(
  session: SqlSession,
  ids: readonly bigint[],
): Promise<{ id: bigint; raw: Uint8Array; prevouts: Uint8Array }[]> {
  const { rows } = await session.query<{ id: bigint; raw: Uint8Array; prevouts: Uint8Array }>(
    `select id, raw, prevouts from btc_mempool_tx where id = any(${int8Array(ids)}) order by id`,
  );
  return rows;
}

/** Returns the numbers of transactions with an unknown input. */
export async function readIncomplete(session: SqlSession): Promise<bigint[]> {
  const { rows } = await session.query<{ id: bigint }>(
    'select id from btc_mempool_tx where unknown_inputs > 0 order by id',
  );
  return rows.map(({ id }) => id);
}

/** Returns the address keys that unconfirmed transactions affect. */
export async function readAffectedKeys(session: SqlSession, ids: readonly bigint[]): Promise<Uint8Array[]> {
  const { rows } = await session.query<{ key: Uint8Array }>(
    `select distinct key from btc_mempool_address where id = any(${int8Array(ids)})`,
  );
  return rows.map(({ key }) => key);
}

/** Returns records of formerly unconfirmed transactions, by txid. */
export async function readDropped(
  session: SqlSession,
  txids: readonly string[],
): Promise<Map<string, { firstSeen: number; reason: DroppedReason }>> {
  const found = new Map<string, { firstSeen: number; reason: DroppedReason }>();
  for (const part of inParts(txids, partSize)) {
    const { rows } = await session.query<{ txid: string; first_seen: bigint; reason: DroppedReason }>(
      `select encode(txid, 'hex') as txid, first_seen, reason from btc_dropped where txid in (${bytesOfHex('$1')})`,
      [part],
    );
    for (const row of rows) found.set(row.txid, { firstSeen: Number(row.first_seen), reason: row.reason });
  }
  return found;
}

export interface MempoolState {
  transactions: number;
  vsize: bigint;
  /** Number of the node's unconfirmed transactions that aren't stored because of the limit. */
  leftOut: number;
  /** Milliseconds since 1970 of the last list. */
  syncedAt: number;
  /** Hash of the ledger's chain tip at the last list. */
  tip: string | undefined;
}

/** Returns the totals of unconfirmed transactions; undefined if no source has provided any. */
export async function readMempoolState(session: SqlSession): Promise<MempoolState | undefined> {
  const { rows } = await session.query<{
    transactions: number;
    vsize: bigint;
    left_out: number;
    synced_at: bigint;
    tip: string | null;
  }>(`select transactions, vsize, left_out, synced_at, encode(tip, 'hex') as tip from btc_mempool`);
  const [row] = rows;
  return (
    row && {
      transactions: row.transactions,
      vsize: row.vsize,
      leftOut: row.left_out,
      syncedAt: Number(row.synced_at),
      tip: row.tip ?? undefined,
    }
  );
}
