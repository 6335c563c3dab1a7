import { type Hashing, toHex, type Transaction } from '@hopscope/chain';
import type { ScriptType } from '@hopscope/domain';
import type { SqlSession } from '../../../db/session.ts';
import type { BitcoinListener, RemoteEffect } from '../listener.ts';
import { appendEvent } from '../../shared/events.ts';
import { storeOutputs } from '../blocks/batch.ts';
import { byteKey } from '../../shared/byte-keys.ts';
import { effectsOf, packPrevouts, type MempoolPrevouts } from '../mempool/mempool-tx.ts';

/** Chain tip of the remote provider; hash in internal byte order. */
export interface RemoteTip {
  network: string;
  height: number;
  hash: Uint8Array;
  /** Seconds since 1970. */
  time: number;
}

/** Stored data of an address, and data of the remote provider about it; satoshis. */
export interface RemoteAddress {
  key: Uint8Array;
  address: string;
  /** Number of transactions according to the provider, and number of those stored. */
  total: number;
  stored: number;
  received: bigint;
  spent: bigint;
  /**
   * When it was last requested and when it was compared with the provider (milliseconds since 1970), and the chain tip then.
   */
  askedAt: number;
  checkedAt: number;
  checkedTip: Uint8Array;
  /** Message about why the history is invalid. */
  problem: string | undefined;
}

/** A mined transaction and its effect on an address. */
export interface RemoteEntry {
  /** Its number in the history of the address, 0 = oldest. */
  number: number;
  tx: Transaction;
  raw: Uint8Array;
  prevouts: MempoolPrevouts;
  mined: { height: number; block: Uint8Array; time: number };
}

/** Marks a place in a block that can't be proven; null: not proven yet. */
export const unprovable = -1;

interface AddressRow {
  key: Uint8Array;
  address: string;
  total: number;
  stored: number;
  received: bigint;
  spent: bigint;
  asked_at: bigint;
  checked_at: bigint;
  checked_tip: Uint8Array;
  problem: string | null;
}

function addressOf(row: AddressRow): RemoteAddress {
  return {
    key: row.key,
    address: row.address,
    total: row.total,
    stored: row.stored,
    received: row.received,
    spent: row.spent,
    askedAt: Number(row.asked_at),
    checkedAt: Number(row.checked_at),
    checkedTip: row.checked_tip,
    problem: row.problem ?? undefined,
  };
}

const columns = 'key, address, total, stored, received, spent, asked_at, checked_at, checked_tip, problem';

export async function readRemoteTip(session: SqlSession): Promise<RemoteTip | undefined> {
  const { rows } = await session.query<{ network: string; height: number; hash: Uint8Array; time: bigint }>(
    'select network, height, hash, time from btc_remote',
  );
  const [row] = rows;
  return row && { network: row.network, height: row.height, hash: row.hash, time: Number(row.time) };
}

/** Stores the chain tip, and notifies open pages. */
export async function writeRemoteTip(session: SqlSession, tip: RemoteTip, from: number): Promise<void> {
  await session.query(
    `insert into btc_remote (network, height, hash, time) values ($1, $2, $3, $4)
     on conflict (one) do update set network = excluded.network, height = excluded.height, hash = excluded.hash, time = excluded.time`,
    [tip.network, tip.height, tip.hash, tip.time],
  );
  await appendEvent(session, { kind: 'blocks', blockchain: 'bitcoin', from, to: tip.height });
}

export async function readRemoteAddress(
  session: SqlSession,
  key: Uint8Array,
): Promise<RemoteAddress | undefined> {
  const { rows } = await session.query<AddressRow>(
    `select ${columns} from btc_remote_address where key = $1`,
    [key],
  );
  return rows[0] && addressOf(rows[0]);
}

/** Stores what the provider reports about an address; keeps entries and their count. */
export async function writeRemoteAddress(session: SqlSession, address: RemoteAddress): Promise<void> {
  await session.query(
    `insert into btc_remote_address (${columns}) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     on conflict (key) do update set total = excluded.total, received = excluded.received,
       spent = excluded.spent, asked_at = greatest(btc_remote_address.asked_at, excluded.asked_at),
       checked_at = excluded.checked_at, checked_tip = excluded.checked_tip, problem = excluded.problem`,
    [
      address.key,
      address.address,
      address.total,
      address.stored,
      address.received,
      address.spent,
      address.askedAt,
      address.checkedAt,
      address.checkedTip,
      address.problem ?? null,
    ],
  );
}

export async function noteAsked(session: SqlSession, key: Uint8Array, askedAt: number): Promise<void> {
  await session.query('update btc_remote_address set asked_at = $2 where key = $1', [key, askedAt]);
}

/** Returns the lowest and highest stored numbers of an address, with their txids. */
export async function readEnds(
  session: SqlSession,
  key: Uint8Array,
): Promise<
  { lowest: { number: number; txid: Uint8Array }; highest: { number: number; txid: Uint8Array } } | undefined
> {
  const { rows } = await session.query<{ number: number; txid: Uint8Array }>(
    `(select number, txid from btc_remote_entry where key = $1 order by number limit 1)
     union all (select number, txid from btc_remote_entry where key = $1 order by number desc limit 1)`,
    [key],
  );
  const [lowest, highest] = rows;
  return lowest && highest && { lowest, highest };
}

async function countStored(session: SqlSession, key: Uint8Array): Promise<void> {
  await session.query(
    'update btc_remote_address set stored = (select count(*) from btc_remote_entry where key = $1) where key = $1',
    [key],
  );
}

/** Deletes the entries of an address from a number on. */
export async function dropEntries(session: SqlSession, key: Uint8Array, from = 0): Promise<void> {
  await session.query('delete from btc_remote_entry where key = $1 and number >= $2', [key, from]);
  await countStored(session, key);
}

/** Adds entries of an address with their transactions, updates the count of stored entries, and notifies the listener. */
export async function addEntries(
  session: SqlSession,
  key: Uint8Array,
  entries: readonly RemoteEntry[],
  { hashing, listener }: { hashing: Hashing; listener: BitcoinListener },
): Promise<void> {
  const effects: RemoteEffect[] = [];
  for (const { number, tx, raw, prevouts, mined } of entries) {
    await writeRemoteTx(session, { tx, raw, prevouts, mined });
    // Providers count what is paid to the script of the address, but not outputs to its bare public key.
    const paysScript = ({ type }: { type: ScriptType }): boolean => type !== 'p2pk';
    const outputs = storeOutputs(tx, hashing).filter(paysScript);
    const spent = prevouts.map((prevout) => (prevout && paysScript(prevout) ? prevout : undefined));
    const effect = effectsOf(outputs, spent).get(byteKey(key));
    if (!effect) throw new RangeError(`Transaction ${toHex(tx.txid)} does nothing to the address`);
    await session.query(
      `insert into btc_remote_entry (key, number, txid, received, spent) values ($1, $2, $3, $4, $5)
       on conflict (key, number) do update set txid = excluded.txid, received = excluded.received, spent = excluded.spent`,
      [key, number, tx.txid, effect.received, effect.spent],
    );
    effects.push({ txid: tx.txid, ...mined, received: effect.received, spent: effect.spent });
  }
  await countStored(session, key);
  await listener.remoteConfirmed(session, effects);
  await listener.historyStored(session, key, effects);
}

/** Stores a transaction; one that is now in another block becomes unproven again. Notifies the listener. */
export async function keepRemoteTx(
  session: SqlSession,
  reported: Omit<RemoteEntry, 'number'>,
  listener: BitcoinListener,
): Promise<void> {
  await writeRemoteTx(session, reported);
  await listener.remoteConfirmed(session, [{ txid: reported.tx.txid, ...reported.mined }]);
}

async function writeRemoteTx(
  session: SqlSession,
  { tx, raw, prevouts, mined }: Omit<RemoteEntry, 'number'>,
): Promise<void> {
  await session.query(
    `insert into btc_remote_tx (txid, block, height, time, place, raw, prevouts) values ($1, $2, $3, $4, null, $5, $6)
     on conflict (txid) do update set block = excluded.block, height = excluded.height, time = excluded.time,
       place = case when btc_remote_tx.block = excluded.block then btc_remote_tx.place end`,
    [tx.txid, mined.block, mined.height, mined.time, raw, packPrevouts(prevouts)],
  );
}

/** Returns sums over the stored entries. */
export async function sumEntries(
  session: SqlSession,
  key: Uint8Array,
): Promise<{ count: number; received: bigint; spent: bigint }> {
  const { rows } = await session.query<{ count: bigint; received: string; spent: string }>(
    `select count(*) as count, coalesce(sum(received), 0)::text as received, coalesce(sum(spent), 0)::text as spent
     from btc_remote_entry where key = $1`,
    [key],
  );
  const [row] = rows;
  return {
    count: Number(row?.count ?? 0),
    received: BigInt(row?.received ?? 0),
    spent: BigInt(row?.spent ?? 0),
  };
}

/** Returns blocks above a height that contain stored transactions. */
export async function readRemoteBlocks(session: SqlSession, above: number): Promise<Uint8Array[]> {
  const { rows } = await session.query<{ block: Uint8Array }>(
    'select distinct block from btc_remote_tx where height > $1',
    [above],
  );
  return rows.map(({ block }) => block);
}

/**
 * Removes the transactions of blocks that left the chain. For each affected address, removes all entries from the lowest of
 * them on, and marks it for comparison with the provider. Notifies the listener.
 */
export async function dropBlocks(
  session: SqlSession,
  blocks: readonly Uint8Array[],
  listener: BitcoinListener,
): Promise<void> {
  if (blocks.length === 0) return;
  // The screening of past transactions reads stored entries: this lock prevents that it sees a partial change.
  await session.query('select height from btc_remote for update');
  const hashes = blocks.map((block) => toHex(block));
  const gone = `(select txid from btc_remote_tx where encode(block, 'hex') = any($1::text[]))`;
  const { rows } = await session.query<{ key: Uint8Array; number: number }>(
    `select key, min(number) as number from btc_remote_entry where txid in ${gone} group by key`,
    [hashes],
  );
  for (const { key, number } of rows) {
    await dropEntries(session, key, number);
    await session.query(`update btc_remote_address set checked_tip = ''::bytea where key = $1`, [key]);
  }
  const { rows: txs } = await session.query<{ txid: Uint8Array }>(
    `delete from btc_remote_tx where encode(block, 'hex') = any($1::text[]) returning txid`,
    [hashes],
  );
  await listener.remoteUnconfirmed(
    session,
    txs.map(({ txid }) => txid),
  );
  await session.query(`delete from btc_remote_block where encode(hash, 'hex') = any($1::text[])`, [hashes]);
}

/** A stored transaction. */
export interface RemoteTx {
  txid: Uint8Array;
  block: Uint8Array;
  height: number;
  time: number;
  /** Its proven place in the block. */
  place: number | undefined;
  raw: Uint8Array;
  prevouts: Uint8Array;
}

interface RemoteTxRow extends Omit<RemoteTx, 'place' | 'time'> {
  time: bigint;
  place: number | null;
}

function remoteTxOf(row: RemoteTxRow): RemoteTx {
  const place = row.place === null || row.place === unprovable ? undefined : row.place;
  return { ...row, time: Number(row.time), place };
}

const txColumns = 't.txid, t.block, t.height, t.time, t.place, t.raw, t.prevouts';

export async function readRemoteTx(session: SqlSession, txid: Uint8Array): Promise<RemoteTx | undefined> {
  const { rows } = await session.query<RemoteTxRow>(
    `select ${txColumns} from btc_remote_tx t where t.txid = $1`,
    [txid],
  );
  return rows[0] && remoteTxOf(rows[0]);
}

/** Returns the stored entries of an address between two numbers, in ascending order. */
export async function readEntries(
  session: SqlSession,
  key: Uint8Array,
  { from, to }: { from: number; to: number },
): Promise<{ number: number; received: bigint; spent: bigint; tx: RemoteTx }[]> {
  const { rows } = await session.query<RemoteTxRow & { number: number; received: bigint; spent: bigint }>(
    `select e.number, e.received, e.spent, ${txColumns} from btc_remote_entry e join btc_remote_tx t on t.txid = e.txid
     where e.key = $1 and e.number between $2 and $3 order by e.number`,
    [key, from, to],
  );
  return rows.map(({ number, received, spent, ...tx }) => ({ number, received, spent, tx: remoteTxOf(tx) }));
}

/**
 * Returns the oldest and the newest stored transaction of an address, and the number of blocks that contain its
 * transactions.
 */
export async function readSpan(
  session: SqlSession,
  key: Uint8Array,
): Promise<{ blocks: number; first: RemoteTx; last: RemoteTx } | undefined> {
  const ends = await readEnds(session, key);
  const first = ends && (await readRemoteTx(session, ends.lowest.txid));
  const last = ends && (await readRemoteTx(session, ends.highest.txid));
  const { rows } = await session.query<{ blocks: bigint }>(
    'select count(distinct t.height) as blocks from btc_remote_entry e join btc_remote_tx t on t.txid = e.txid where e.key = $1',
    [key],
  );
  return first && last && { blocks: Number(rows[0]?.blocks ?? 0), first, last };
}

/** Returns the number of all stored transactions and addresses. */
export async function countRemote(session: SqlSession): Promise<{ transactions: number; addresses: number }> {
  const { rows } = await session.query<{ transactions: bigint; addresses: bigint }>(
    'select (select count(*) from btc_remote_tx) as transactions, (select count(*) from btc_remote_address) as addresses',
  );
  return { transactions: Number(rows[0]?.transactions ?? 0), addresses: Number(rows[0]?.addresses ?? 0) };
}

/** SQL: time of the oldest stored transaction of an address `a`. */
export const storedSince = `(select to_timestamp(t.time) from btc_remote_entry e join btc_remote_tx t on t.txid = e.txid
  where e.key = a.key order by e.number limit 1)`;

/** Block times can differ from the clock by up to two hours in either direction, and so can those of earlier blocks. */
export const blockTimeTolerance = '4 hours';

/** Returns whether the stored history of an address reaches back to a time in milliseconds since 1970. */
export async function isStoredSince(session: SqlSession, key: Uint8Array, since: number): Promise<boolean> {
  const { rows } = await session.query<{ stored: boolean }>(
    `select a.stored = a.total or ${storedSince} < to_timestamp($2 / 1000.0) - interval '${blockTimeTolerance}' as stored
     from btc_remote_address a where a.key = $1 and a.problem is null`,
    [key, since],
  );
  return rows[0]?.stored ?? false;
}
