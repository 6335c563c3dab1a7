import type { Blockchain } from '@hopscope/contract';
import { sql } from 'kysely';
import { createCopyReader } from '../../../db/copy-binary.ts';
import { kyselyOver } from '../../../db/dialect.ts';
import type { SqlSession } from '../../../db/session.ts';
import { createBloomFilter, type BloomFilter } from './bloom-filter.ts';

/** The monitored addresses of a chain, as a filter of their keys. */
export interface Watchlist {
  /**
   * Returns the filter as of the caller's transaction and prevents additions until it ends: an address monitored before a
   * block is committed is screened with it. Undefined if none is monitored.
   */
  loadForShare(session: SqlSession): Promise<BloomFilter | undefined>;
}

/**
 * Keeps addresses from being added until the transaction of the session ends: whatever is monitored before it is committed is screened
 * with it. Returns the number of the last change.
 */
export async function lockMonitored(session: SqlSession): Promise<bigint> {
  const row = await kyselyOver(session)
    .selectFrom('monitored_change_counter')
    .select('last')
    .forShare()
    .executeTakeFirst();
  return row?.last ?? 0n;
}

/** Entries of a chain that count now, of any organization. */
export const monitoredOn = (session: SqlSession, chain: Blockchain) =>
  kyselyOver(session)
    .selectFrom('monitored_address as m')
    .where('m.chain', '=', chain)
    .where('m.deleted_at', 'is', null)
    .where('m.is_active', '=', sql.lit(true));

/** How far monitored addresses were compared with a service. */
export interface Followed {
  readonly monitored: number;
  readonly compared: number;
  /** When the one that waits longest was compared, milliseconds since 1970; null: none was. */
  readonly oldest: number | null;
}

/** Sums over monitored keys that are joined with what the service was compared with, `a`. */
export const followedColumns = [
  sql<bigint>`count(*)`.as('monitored'),
  sql<bigint>`count(a.key)`.as('compared'),
  sql<bigint | null>`min(a.checked_at)`.as('oldest'),
] as const;

export function presentFollowed(row: {
  readonly monitored: bigint;
  readonly compared: bigint;
  readonly oldest: bigint | null;
}): Followed {
  return {
    monitored: Number(row.monitored),
    compared: Number(row.compared),
    oldest: row.oldest === null ? null : Number(row.oldest),
  };
}

/** Changes of monitored addresses are numbered; only new ones are read. */
export function createWatchlist(chain: Blockchain): Watchlist {
  let known: { filter: BloomFilter; last: bigint } | undefined;

  async function readKeys(session: SqlSession, after: bigint): Promise<Uint8Array[]> {
    const reader = createCopyReader(
      await session.copyOut(
        `select key from monitored_address where chain = '${chain}' and change_number > ${after} and deleted_at is null and is_active`,
      ),
    );
    const keys: Uint8Array[] = [];
    while (reader.next()) keys.push(reader.bytes());
    return keys;
  }

  return {
    async loadForShare(session) {
      const last = await lockMonitored(session);
      // A database that was put back to an earlier state has smaller numbers.
      if (!known || known.last > last) known = { filter: createBloomFilter(0), last: 0n };
      if (known.last < last) {
        const fresh = await readKeys(session, known.last);
        let { filter } = known;
        if (filter.size + fresh.length > filter.capacity) {
          const all = known.last === 0n ? fresh : await readKeys(session, 0n);
          filter = createBloomFilter(all.length * 2);
          for (const key of all) filter.add(key);
        } else for (const key of fresh) filter.add(key);
        known = { filter, last };
      }
      return known.filter.size === 0 ? undefined : known.filter;
    },
  };
}
