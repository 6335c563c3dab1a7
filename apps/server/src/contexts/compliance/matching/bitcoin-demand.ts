import type { SqlSession } from '../../../db/session.ts';
import {
  blockTimeTolerance,
  heldSince,
  readRemoteAddress,
  type RemoteAddress,
} from '../../../ledger/bitcoin/remote/by-address.ts';
import type { DueAddress, DueQuestion } from '../../../ledger/bitcoin/remote/remote-demand.ts';

/** Monitored by any organization. */
const monitored = `m.chain = 'bitcoin' and m.deleted_at is null and m.is_active`;

/**
 * Returns addresses to compare with the remote provider at a tip, least recently compared first: those requested since a
 * time, and monitored ones, each once. Retries a monitored address with an inconsistent history after `problemsBefore`, and
 * one without data after `nothingBefore`. Excludes `passed` (keys in hex).
 */
export async function readDueAddresses(session: SqlSession, asked: DueQuestion): Promise<DueAddress[]> {
  const { rows } = await session.query<{ key: Uint8Array; address: string; asked_at: bigint }>(
    `select coalesce(a.key, w.key) as key, coalesce(a.address, w.address) as address, coalesce(a.asked_at, 0) as asked_at
     from btc_remote_address a
     full join (select m.key, min(m.address) as address from monitored_address m where ${monitored} group by m.key) w
       on w.key = a.key
     where (a.key is null
         or (a.problem is null and a.checked_tip <> $1 and (a.asked_at >= $2 or w.key is not null))
         or (a.problem is not null and w.key is not null and a.checked_at < case when a.held = 0 then $4::int8 else $3::int8 end))
       and encode(coalesce(a.key, w.key), 'hex') <> all($5::text[])
     order by a.checked_at nulls first, 1 limit $6`,
    [asked.tip, asked.askedSince, asked.problemsBefore, asked.nothingBefore, asked.passed, asked.limit],
  );
  return rows.map(({ key, address, asked_at: askedAt }) => ({ key, address, askedAt: Number(askedAt) }));
}

/** From when on the history of monitored addresses is needed. */
const needed = `(select m.key, min(least(m.screen_from, m.past_from)) - interval '${blockTimeTolerance}' as since
  from monitored_address m where ${monitored} group by m.key)`;
/**
 * Returns an address whose history is incomplete: all of it if requested, or as far back as screening needs if monitored. The
 * most recent request comes first.
 */
export async function readUnfinishedAddress(
  session: SqlSession,
  { tip, passed }: { tip: Uint8Array; passed: readonly string[] },
): Promise<RemoteAddress | undefined> {
  const { rows } = await session.query<{ key: Uint8Array }>(
    `select a.key from btc_remote_address a left join ${needed} w on w.key = a.key
     where a.problem is null and a.held < a.total and (a.checked_tip = $1 or (a.held > 0 and a.checked_tip <> ''::bytea))
       and (a.asked_at > 0 or (w.key is not null and coalesce(${heldSince} >= w.since, true)))
       and encode(a.key, 'hex') <> all($2::text[])
     order by a.asked_at desc, a.checked_at limit 1`,
    [tip, passed],
  );
  return rows[0] && readRemoteAddress(session, rows[0].key);
}

/** How many addresses are monitored, how many of them were compared with the service yet, and when the one that waits longest was. */
export async function readFollowed(
  session: SqlSession,
): Promise<{ monitored: number; compared: number; oldest: number | null }> {
  const { rows } = await session.query<{ monitored: bigint; compared: bigint; oldest: bigint | null }>(
    `select count(*) as monitored, count(a.key) as compared, min(a.checked_at) as oldest
     from (select distinct m.key from monitored_address m where ${monitored}) w
     left join btc_remote_address a on a.key = w.key`,
  );
  const [row] = rows;
  return {
    monitored: Number(row?.monitored ?? 0),
    compared: Number(row?.compared ?? 0),
    oldest: row?.oldest == null ? null : Number(row.oldest),
  };
}
