import type { SqlSession } from '../../../db/session.ts';
import { byteKey, int8Array } from '../../shared/byte-keys.ts';
import { slotOfKey } from '../accounts/accounts.ts';
import { type ActivityEntry, chunkEntries, unpackActivity } from '../accounts/activity.ts';
import { readTxsAt } from '../lookups.ts';
import { type AccountRow, readAccount, readActivity } from '../reader.ts';
import type { StoredTx } from '../blocks/tx-record.ts';

/** A transaction of an address and its effect on the address. */
export interface PastTx {
  position: number;
  txid: Uint8Array;
  record: StoredTx;
  entry: ActivityEntry;
}

/** Thrown if the chain changed below what was read: read again from the newest transaction. */
export class PastMovedError extends Error {
  override readonly name = 'PastMovedError';
}

/** Entries per portion: few enough that others can use the connection between two of them. */
const portion = 500;

export type ReadSnapshot = <T>(work: (session: SqlSession) => Promise<T>) => Promise<T>;

async function readPortion(
  session: SqlSession,
  account: AccountRow,
  { from, to }: { from: number; to: number },
): Promise<PastTx[]> {
  const entries = await readActivity(session, account, from, to);
  const found = await readTxsAt(
    session,
    entries.map(({ position }) => position),
  );
  const byPosition = new Map(found.map((tx) => [tx.position, tx]));
  return entries.map((entry) => {
    const tx = byPosition.get(entry.position);
    if (!tx) throw new RangeError('A transaction of an address is missing');
    return { ...tx, entry };
  });
}

/**
 * Yields the newest `most` transactions of an address, newest first, in portions that are each read from a separate
 * snapshot, so that nobody waits for the whole. Doesn't contain blocks that arrive in the meantime. Throws PastMovedError if
 * a reorganization disconnected what was read.
 */
export async function* readPast(
  read: ReadSnapshot,
  key: Uint8Array,
  most: number,
): AsyncGenerator<PastTx[], void, undefined> {
  let newest: number | undefined;
  let oldest: { sequence: number; position: number } | undefined;
  for (let taken = 0; taken < most; ) {
    const part = await read(async (session) => {
      const account = await readAccount(session, key);
      if (!account) return [];
      newest ??= account.txCount - 1;
      if (oldest) {
        const [at] = await readActivity(session, account, oldest.sequence, oldest.sequence);
        if (at?.position !== oldest.position) throw new PastMovedError('The chain changed while it was read');
      }
      const to = oldest ? oldest.sequence - 1 : newest;
      const from = Math.max(0, to - Math.min(portion, most - taken) + 1);
      return to < 0 ? [] : readPortion(session, account, { from, to });
    });
    const [first] = part;
    if (!first || newest === undefined) return;
    oldest = { sequence: newest - taken - part.length + 1, position: first.position };
    taken += part.length;
    yield part.reverse();
  }
}

/** The newest transactions of an address, and the number of all. */
export interface NewestTxs {
  key: Uint8Array;
  total: number;
  txs: PastTx[];
}

interface Newest {
  key: Uint8Array;
  id: bigint;
  total: number;
  entries: ActivityEntry[];
}

/** Reads the newest entries from rows of accounts: those that aren't in a full chunk yet. */
async function readTails(session: SqlSession, keys: readonly Uint8Array[]): Promise<Newest[]> {
  const { rows } = await session.query<{ id: bigint; key: Uint8Array; tx_count: number; tail: Uint8Array }>(
    `select id, key, tx_count, tail from btc_account where id = any(${int8Array(keys.map(slotOfKey))})`,
  );
  const byName = new Map(rows.map((row) => [byteKey(row.key), row]));
  const found: Newest[] = [];
  for (const key of keys) {
    // Another account may have its home.
    const row = byName.get(byteKey(key));
    const account = row ? undefined : await readAccount(session, key);
    if (row) found.push({ key, id: row.id, total: row.tx_count, entries: unpackActivity(row.tail) });
    else if (account) found.push({ key, id: account.id, total: account.txCount, entries: account.tail });
  }
  return found;
}

/** Adds the newest full chunk to accounts that have one. */
async function addNewestChunks(session: SqlSession, accounts: readonly Newest[]): Promise<void> {
  const long = accounts.filter(({ total }) => total >= chunkEntries);
  if (long.length === 0) return;
  const { rows } = await session.query<{ id: bigint; entries: Uint8Array }>(
    `select a.id, a.entries from unnest(${int8Array(long.map(({ id }) => id))}, ${int8Array(
      long.map(({ total }) => Math.floor(total / chunkEntries) - 1),
    )}) as n(id, chunk) join btc_activity a on a.id = n.id and a.chunk = n.chunk`,
  );
  const byId = new Map(rows.map((row) => [row.id, row.entries]));
  for (const account of long) {
    const entries = byId.get(account.id);
    if (entries) account.entries.unshift(...unpackActivity(entries));
  }
}

/**
 * Returns the newest transactions of several addresses, at most `most` of each and at most 64 of those with a long history,
 * newest first, in few queries. Omits addresses that the ledger doesn't contain.
 */
export async function readNewest(
  session: SqlSession,
  keys: readonly Uint8Array[],
  most: number,
): Promise<NewestTxs[]> {
  const accounts = await readTails(session, keys);
  await addNewestChunks(session, accounts);
  const chosen = accounts.map(({ key, total, entries }) => ({
    key,
    total,
    entries: entries.slice(-Math.min(most, chunkEntries)).reverse(),
  }));
  const positions = new Set(chosen.flatMap(({ entries }) => entries.map(({ position }) => position)));
  const found = await readTxsAt(session, [...positions]);
  const byPosition = new Map(found.map((tx) => [tx.position, tx]));
  return chosen.map(({ key, total, entries }) => ({
    key,
    total,
    txs: entries.flatMap((entry) => {
      const tx = byPosition.get(entry.position);
      return tx ? [{ ...tx, entry }] : [];
    }),
  }));
}
