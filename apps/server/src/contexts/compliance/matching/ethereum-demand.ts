import { sql } from 'kysely';
import { kyselyOver } from '../../../db/dialect.ts';
import type { SqlSession } from '../../../db/session.ts';
import {
  type EthereumRemoteAddress,
  readEthereumRemoteAddress,
} from '../../../ledger/ethereum/remote/by-address.ts';
import type {
  DueEthereumAddress,
  EthereumDueQuestion,
} from '../../../ledger/ethereum/remote/remote-demand.ts';
import { type Followed, followedColumns, monitoredOn, presentFollowed } from './watchlist.ts';

/**
 * Returns addresses to compare with the remote provider at a tip, least recently compared first: those requested since a
 * time, and monitored ones. Incomplete histories come first; a monitored address with an inconsistent history is retried
 * after `problemsBefore`. Excludes `passed` (keys in hex).
 */
export async function readDueEthereumAddresses(
  session: SqlSession,
  asked: EthereumDueQuestion,
): Promise<DueEthereumAddress[]> {
  const monitored = monitoredOn(session, 'ethereum').select('m.key').distinct();
  const { rows } = await sql<{ key: Uint8Array; asked_at: bigint }>`
    select coalesce(a.key, w.key) as key, coalesce(a.asked_at, 0) as asked_at
    from eth_remote_address a full join ${monitored} w on w.key = a.key
    where (a.key is null
        or (a.problem is null and a.complete and a.checked_tip <> ${asked.tip}
          and (a.asked_at >= ${asked.askedSince} or w.key is not null))
        or (a.problem is not null and w.key is not null and a.checked_at < ${asked.problemsBefore}::int8))
      and encode(coalesce(a.key, w.key), 'hex') <> all(${asked.passed}::text[])
    order by a.checked_at nulls first, 1 limit ${asked.limit}`.execute(kyselyOver(session));
  return rows.map(({ key, asked_at: askedAt }) => ({ key, askedAt: Number(askedAt) }));
}

/** Returns an address whose history is incomplete; the most recent request comes first. */
export async function readUnfinishedEthereumAddress(
  session: SqlSession,
  { passed }: { passed: readonly string[] },
): Promise<EthereumRemoteAddress | undefined> {
  const row = await kyselyOver(session)
    .selectFrom('eth_remote_address')
    .select('key')
    .where('problem', 'is', null)
    .where(({ not, ref }) => not(ref('complete')))
    .where(sql`encode(key, 'hex')`, '<>', sql`all(${passed}::text[])`)
    .orderBy('asked_at', 'desc')
    .orderBy('checked_at')
    .limit(1)
    .executeTakeFirst();
  return row && readEthereumRemoteAddress(session, row.key);
}

/** Monitored addresses of a chain beside what the service was compared with. */
export async function readEthereumFollowed(session: SqlSession): Promise<Followed> {
  const row = await kyselyOver(session)
    .selectFrom(monitoredOn(session, 'ethereum').select('m.key').distinct().as('w'))
    .leftJoin('eth_remote_address as a', 'a.key', 'w.key')
    .select(followedColumns)
    .executeTakeFirstOrThrow();
  return presentFollowed(row);
}
