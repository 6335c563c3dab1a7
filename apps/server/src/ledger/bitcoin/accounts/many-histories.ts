import type { SqlSession } from '../../../db/session.ts';
import { byteKey, int8Array, int8List } from '../../shared/byte-keys.ts';
import { slotOfKey } from './accounts.ts';
import { type ActivityEntry, chunkEntries, unpackActivity } from './activity.ts';
import { type AccountRow, type RawAccount, readAccount, toAccount } from '../reader.ts';

/**
 * Returns the accounts of address keys by byte key, in one query (if slots don't collide); omits keys that the ledger
 * doesn't contain.
 */
export async function readAccounts(
  session: SqlSession,
  keys: readonly Uint8Array[],
): Promise<Map<string, AccountRow>> {
  const accounts = new Map<string, AccountRow>();
  if (keys.length === 0) return accounts;
  const { rows } = await session.query<RawAccount & { id: bigint }>(
    `select id, key, received, spent, tx_count, block_count, flags, tail from btc_account
     where id = any($1::int8[])`,
    [int8List(keys.map(slotOfKey))],
  );
  const byName = new Map(rows.map((row) => [byteKey(row.key), row]));
  const homes = new Set(rows.map(({ id }) => id));
  for (const key of keys) {
    const row = byName.get(byteKey(key));
    if (row) {
      accounts.set(byteKey(key), toAccount(row.id, row));
    } else if (homes.has(slotOfKey(key))) {
      // Another account has this slot.
      const account = await readAccount(session, key);
      if (account) accounts.set(byteKey(key), account);
    }
  }
  return accounts;
}

/** Returns the newest `most` entries of each account, oldest first, by account ID, in one query. */
export async function readNewestEntries(
  session: SqlSession,
  accounts: readonly AccountRow[],
  most: number,
): Promise<Map<bigint, ActivityEntry[]>> {
  const asked = accounts.map((account) => {
    const from = Math.max(0, account.txCount - most);
    return { account, from, first: Math.floor(from / chunkEntries) };
  });
  const long = asked.filter(({ account, first }) => first < Math.floor(account.txCount / chunkEntries));
  const chunks = new Map<bigint, ActivityEntry[]>();
  if (long.length > 0) {
    const { rows } = await session.query<{ id: bigint; entries: Uint8Array }>(
      `select a.id, a.entries from unnest(${int8Array(long.map(({ account }) => account.id))}, ${int8Array(
        long.map(({ first }) => first),
      )}) as n(id, chunk) join btc_activity a on a.id = n.id and a.chunk >= n.chunk order by a.id, a.chunk`,
    );
    for (const { id, entries } of rows) {
      const before = chunks.get(id) ?? [];
      before.push(...unpackActivity(entries));
      chunks.set(id, before);
    }
  }
  return new Map(
    asked.map(({ account }) => {
      const entries = [...(chunks.get(account.id) ?? []), ...account.tail];
      return [account.id, entries.slice(-most)];
    }),
  );
}
