import type { SqlSession } from '../../../db/session.ts';
import {
  type EthereumRemoteAddress,
  readEthereumRemoteAddress,
} from '../../../ledger/ethereum/remote/by-address.ts';
import type {
  DueEthereumAddress,
  EthereumDueQuestion,
} from '../../../ledger/ethereum/remote/remote-demand.ts';

/** Monitored by any organization, each once. */
const monitored = `(select distinct m.key from monitored_address m
  where m.chain = 'ethereum' and m.deleted_at is null and m.is_active)`;

/**
 * Returns addresses to compare with the remote provider at a tip, least recently compared first: those requested since a
 * time, and monitored ones. Incomplete histories come first; a monitored address with an inconsistent history is retried
 * after `problemsBefore`. Excludes `passed` (keys in hex).
 */
export async function readDueEthereumAddresses(
  session: SqlSession,
  asked: EthereumDueQuestion,
): Promise<DueEthereumAddress[]> {
  const { rows } = await session.query<{ key: Uint8Array; asked_at: bigint }>(
    `select coalesce(a.key, w.key) as key, coalesce(a.asked_at, 0) as asked_at
     from eth_remote_address a full join ${monitored} w on w.key = a.key
     where (a.key is null
         or (a.problem is null and a.whole and a.checked_tip <> $1 and (a.asked_at >= $2 or w.key is not null))
         or (a.problem is not null and w.key is not null and a.checked_at < $3::int8))
       and encode(coalesce(a.key, w.key), 'hex') <> all($4::text[])
     order by a.checked_at nulls first, 1 limit $5`,
    [asked.tip, asked.askedSince, asked.problemsBefore, asked.passed, asked.limit],
  );
  return rows.map(({ key, asked_at: askedAt }) => ({ key, askedAt: Number(askedAt) }));
}

/** Returns an address whose history is incomplete; the most recent request comes first. */
export async function readUnfinishedEthereumAddress(
  session: SqlSession,
  { passed }: { passed: readonly string[] },
): Promise<EthereumRemoteAddress | undefined> {
  const { rows } = await session.query<{ key: Uint8Array }>(
    `select key from eth_remote_address
     where problem is null and not whole and encode(key, 'hex') <> all($1::text[])
     order by asked_at desc, checked_at limit 1`,
    [passed],
  );
  return rows[0] && readEthereumRemoteAddress(session, rows[0].key);
}

/** How many addresses are monitored, how many of them were compared with the service yet, and when the one that waits longest was. */
export async function readEthereumFollowed(
  session: SqlSession,
): Promise<{ monitored: number; compared: number; oldest: number | null }> {
  const { rows } = await session.query<{ monitored: bigint; compared: bigint; oldest: bigint | null }>(
    `select count(*) as monitored, count(a.key) as compared, min(a.checked_at) as oldest
     from ${monitored} w left join eth_remote_address a on a.key = w.key`,
  );
  const [row] = rows;
  return {
    monitored: Number(row?.monitored ?? 0),
    compared: Number(row?.compared ?? 0),
    oldest: row?.oldest == null ? null : Number(row.oldest),
  };
}
