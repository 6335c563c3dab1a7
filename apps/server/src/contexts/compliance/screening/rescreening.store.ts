import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import type { SqlSession } from '../../../db/session.ts';
import type { DueRow } from './screening.store.ts';

/**
 * The next release to be looked through up to the newest, from now on known to whoever writes a screening; undefined: there is
 * none. Where nothing was screened by an earlier one, the newest counts as looked through.
 */
export async function announceRelease(session: SqlSession, newest: number): Promise<number | undefined> {
  const { rows } = await session.query<{ done: bigint }>(
    `insert into compliance_rescreen_state (announced, done) values (0, 0)
     on conflict (one) do update set done = compliance_rescreen_state.done returning done`,
  );
  const done = Number(rows[0]?.done ?? 0);
  if (done >= newest) return undefined;
  const earlier = await session.query<{ version: bigint | null }>(
    'select min(directory_version) as version from compliance_dependency',
  );
  const oldest = earlier.rows[0]?.version ?? null;
  // Releases before the oldest screening have nothing to look for.
  const from = oldest === null ? newest : Math.max(done, Math.min(Number(oldest), newest));
  if (from >= newest) {
    await session.query('update compliance_rescreen_state set announced = $1::int8, done = $1::int8', [
      newest,
    ]);
    return undefined;
  }
  await session.query('update compliance_rescreen_state set announced = greatest(announced, $1::int8)', [
    from + 1,
  ]);
  return from + 1;
}

/** Queues transactions whose screening depends on one of these names; null: those with more dependencies than are stored. */
export async function enqueueTouched(
  session: SqlSession,
  release: number,
  dependencies: readonly bigint[] | null,
): Promise<void> {
  const touched =
    dependencies === null ? 'not m.dependencies_complete' : 'm.dependencies && $2::text::int8[]';
  await session.query(
    `insert into compliance_rescreen (transaction_id, release)
     select m.transaction_id, $1::int8 from compliance_dependency m where ${touched} and m.directory_version < $1::int8
     on conflict (transaction_id) do update set release = excluded.release, attempts = 0`,
    dependencies === null ? [release] : [release, `{${dependencies.join(',')}}`],
  );
}

export async function noteLookedThrough(session: SqlSession, release: number): Promise<void> {
  await session.query('update compliance_rescreen_state set done = greatest(done, $1::int8)', [release]);
}

export interface AgainRow extends DueRow {
  /** That made it be screened again. */
  readonly release: bigint;
  /** Times that it failed for this release. */
  readonly failures: number;
}

/** What is to be screened again, those that failed last; what is being screened anyway waits until it was. */
export async function readAgain(db: Kysely<Schema>, limit: number): Promise<AgainRow[]> {
  const { rows } = await sql<AgainRow>`
    select t.*, t.xmin::text as mark, coalesce(m.risk_threshold, o.risk_score_threshold)::int4 as risk_threshold,
      o.transaction_threshold, a.release, a.attempts as failures
    from compliance_rescreen a
    join compliance_transaction t on t.id = a.transaction_id and t.screening_due is null
    join organization o on o.id = t.organization_id and o.deleted_at is null
    left join monitored_address m on m.id = t.address_id
    order by a.attempts, a.transaction_id limit ${limit}`.execute(db);
  return rows;
}

type InQueue = Pick<AgainRow, 'id' | 'release'>;

/** Takes one out of the queue, unless a later release has put it there again. */
export async function takeOut(trx: Kysely<Schema>, { id, release }: InQueue): Promise<void> {
  await sql`delete from compliance_rescreen where transaction_id = ${id}::uuid and release = ${release}`.execute(
    trx,
  );
}

export async function noteFailure(trx: Kysely<Schema>, { id, release }: InQueue): Promise<void> {
  await sql`update compliance_rescreen set attempts = attempts + 1
    where transaction_id = ${id}::uuid and release = ${release}`.execute(trx);
}
