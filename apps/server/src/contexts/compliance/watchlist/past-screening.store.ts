import type { SqlSession } from '../../../db/session.ts';
import type { PastEntry } from '../matching/past.ts';

/** The entry whose past was asked for first, locked until the transaction ends; of those that are monitored, without some. */
export async function readNextPast(
  session: SqlSession,
  without: readonly string[],
): Promise<PastEntry | undefined> {
  const { rows } = await session.query<{
    id: string;
    chain: PastEntry['chain'];
    key: Uint8Array;
    past_from: Date;
    past_left: number | null;
  }>(
    `select id, chain, key, past_from, past_left from monitored_address
     where past_from is not null and past_done_at is null and deleted_at is null and is_active
       and id <> all($1::uuid[])
     order by past_from desc, id limit 1 for update`,
    [without],
  );
  const [row] = rows;
  return (
    row && {
      id: row.id,
      chain: row.chain,
      key: row.key,
      from: row.past_from.getTime(),
      left: row.past_left,
    }
  );
}

export async function notePastLeft(session: SqlSession, id: string, left: number): Promise<void> {
  await session.query('update monitored_address set past_left = $2 where id = $1', [id, left]);
}

export async function notePastDone(session: SqlSession, id: string, at: Date): Promise<void> {
  await session.query('update monitored_address set past_left = 0, past_done_at = $2 where id = $1', [
    id,
    at,
  ]);
}
