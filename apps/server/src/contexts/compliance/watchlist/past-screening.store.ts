import { sql } from 'kysely';
import { kyselyOver } from '../../../db/dialect.ts';
import type { SqlSession } from '../../../db/session.ts';
import type { PastEntry } from '../matching/past.ts';

/**
 * Returns the monitored entry with the oldest request for past screening, except the given ones, locked until the transaction
 * ends.
 */
export async function readNextPast(
  session: SqlSession,
  without: readonly string[],
): Promise<PastEntry | undefined> {
  const row = await kyselyOver(session)
    .selectFrom('monitored_address')
    .select(['id', 'chain', 'key', 'past_from', 'past_left'])
    .$narrowType<{ past_from: Date }>()
    .where('past_from', 'is not', null)
    .where('past_done_at', 'is', null)
    .where('deleted_at', 'is', null)
    .where('is_active', '=', true)
    .where('id', '<>', sql<string>`all(${[...without]}::uuid[])`)
    .orderBy('past_from', 'desc')
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
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
  await kyselyOver(session)
    .updateTable('monitored_address')
    .set({ past_left: left })
    .where('id', '=', id)
    .execute();
}

export async function notePastDone(session: SqlSession, id: string, at: Date): Promise<void> {
  await kyselyOver(session)
    .updateTable('monitored_address')
    .set({ past_left: 0, past_done_at: at })
    .where('id', '=', id)
    .execute();
}
