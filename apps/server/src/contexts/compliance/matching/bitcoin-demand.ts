import { sql } from 'kysely';
import { kyselyOver } from '../../../db/dialect.ts';
import type { SqlSession } from '../../../db/session.ts';
import {
  blockTimeTolerance,
  storedSince,
  readRemoteAddress,
  type RemoteAddress,
} from '../../../ledger/bitcoin/remote/by-address.ts';
import { type Followed, followedColumns, monitoredOn, presentFollowed } from './watchlist.ts';
import type { DueAddress, DueQuestion } from '../../../ledger/bitcoin/remote/remote-demand.ts';

/**
 * Returns addresses to compare with the remote provider at a tip, least recently compared first: those requested since a
 * time, and monitored ones, each once. Retries a monitored address with an inconsistent history after `problemsBefore`, and
 * one without data after `nothingBefore`. Excludes `passed` (keys in hex).
 */
export async function readDueAddresses(session: SqlSession, asked: DueQuestion): Promise<DueAddress[]> {
  const monitored = monitoredOn(session, 'bitcoin')
    .select(({ fn }) => ['m.key', fn.min('m.address').as('address')])
    .groupBy('m.key');
  const { rows } = await sql<{ key: Uint8Array; address: string; asked_at: bigint }>`
    select coalesce(a.key, w.key) as key, coalesce(a.address, w.address) as address, coalesce(a.asked_at, 0) as asked_at
    from btc_remote_address a full join ${monitored} w on w.key = a.key
    where (a.key is null
        or (a.problem is null and a.checked_tip <> ${asked.tip} and (a.asked_at >= ${asked.askedSince} or w.key is not null))
        or (a.problem is not null and w.key is not null
          and a.checked_at < case when a.stored = 0 then ${asked.nothingBefore}::int8 else ${asked.problemsBefore}::int8 end))
      and encode(coalesce(a.key, w.key), 'hex') <> all(${asked.passed}::text[])
    order by a.checked_at nulls first, 1 limit ${asked.limit}`.execute(kyselyOver(session));
  return rows.map(({ key, address, asked_at: askedAt }) => ({ key, address, askedAt: Number(askedAt) }));
}

/**
 * Returns an address whose history is incomplete: all of it if requested, or as far back as screening needs if monitored. The
 * most recent request comes first.
 */
export async function readUnfinishedAddress(
  session: SqlSession,
  { tip, passed }: { tip: Uint8Array; passed: readonly string[] },
): Promise<RemoteAddress | undefined> {
  // From when on the history of monitored addresses is needed.
  const needed = monitoredOn(session, 'bitcoin')
    .select([
      'm.key',
      sql<Date>`min(least(m.screen_from, m.past_from)) - ${blockTimeTolerance}::interval`.as('since'),
    ])
    .groupBy('m.key');
  const { rows } = await sql<{ key: Uint8Array }>`
    select a.key from btc_remote_address a left join ${needed} w on w.key = a.key
    where a.problem is null and a.stored < a.total
      and (a.checked_tip = ${tip} or (a.stored > 0 and a.checked_tip <> ''::bytea))
      and (a.asked_at > 0 or (w.key is not null and coalesce(${sql.raw(storedSince)} >= w.since, true)))
      and encode(a.key, 'hex') <> all(${passed}::text[])
    order by a.asked_at desc, a.checked_at limit 1`.execute(kyselyOver(session));
  return rows[0] && readRemoteAddress(session, rows[0].key);
}

/** Monitored addresses of a chain beside what the service was compared with. */
export async function readFollowed(session: SqlSession): Promise<Followed> {
  const row = await kyselyOver(session)
    .selectFrom(monitoredOn(session, 'bitcoin').select('m.key').distinct().as('w'))
    .leftJoin('btc_remote_address as a', 'a.key', 'w.key')
    .select(followedColumns)
    .executeTakeFirstOrThrow();
  return presentFollowed(row);
}
