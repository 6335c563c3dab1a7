import type { SqlSession } from '../../db/session.ts';
import { changeDays, type DayTable } from './day-rows.ts';
import type { Days } from './days.ts';

const accountsAtATime = 50;

/** What is to be made for a chain. */
export interface DaysToMake {
  readonly table: DayTable;
  /** Rows of full chunks (`id`): accounts with one have figures of days. */
  readonly chunks: string;
  /** Figures of an account from its whole history. */
  daysOf(id: bigint): Promise<Days>;
}

/**
 * Makes figures of accounts that have none yet, about `most` chunks of them, inside the caller's write transaction; true
 * when nothing is left. Accounts may move to other ids meanwhile: only a whole pass that finds none ends it.
 */
export async function catchUpDays(session: SqlSession, about: DaysToMake, most: number): Promise<boolean> {
  const { table } = about;
  const { rows } = await session.query<{ after: bigint | null }>(
    `select after from ${table}_to_make for update`,
  );
  const [state] = rows;
  if (!state) return true;
  const next = await nextAccounts(session, about, state.after);
  let chunks = 0;
  let last: bigint | null = null;
  for (const account of next) {
    if (last !== null && chunks + account.chunks > most) break;
    chunks += account.chunks;
    last = account.id;
    await changeDays(session, table, [
      { id: account.id, how: 'replace', days: await about.daysOf(account.id) },
    ]);
  }
  const done = last === null && state.after === null;
  if (done) await session.query(`delete from ${table}_to_make`);
  else {
    await session.query(`update ${table}_to_make set after = $1`, [last === null ? null : String(last)]);
  }
  return done;
}

async function nextAccounts(
  session: SqlSession,
  { table, chunks }: DaysToMake,
  after: bigint | null,
): Promise<{ id: bigint; chunks: number }[]> {
  const { rows } = await session.query<{ id: bigint; chunks: bigint }>(
    `select c.id, count(*) as chunks from (${chunks}) c
     where ($1::int8 is null or c.id > $1) and not exists (select 1 from ${table} d where d.id = c.id)
     group by c.id order by c.id limit ${accountsAtATime}`,
    [after === null ? null : String(after)],
  );
  return rows.map(({ id, chunks: count }) => ({ id, chunks: Number(count) }));
}
