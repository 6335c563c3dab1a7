import type { SqlSession } from '../../../db/session.ts';
import type { Watched } from './history.store.ts';

export interface RescoreState {
  /** The newest release that was looked through. */
  readonly release: number;
  readonly beganAt: Date | null;
  readonly endedAt: Date | null;
  readonly done: number;
  readonly differed: number;
  readonly failed: number;
}

interface RawState {
  release: bigint;
  began_at: Date | null;
  ended_at: Date | null;
  done: number;
  differed: number;
  failed: number;
}

const columns = 'release, began_at, ended_at, done, differed, failed';

export async function readRescoreState(session: SqlSession): Promise<RescoreState | undefined> {
  const { rows } = await session.query<RawState>(`select ${columns} from risk_rescore_state`);
  const [row] = rows;
  return (
    row && {
      release: Number(row.release),
      beganAt: row.began_at,
      endedAt: row.ended_at,
      done: row.done,
      differed: row.differed,
      failed: row.failed,
    }
  );
}

export async function countWaiting(session: SqlSession): Promise<number> {
  const { rows } = await session.query<{ n: bigint }>('select count(*) as n from risk_rescore');
  return Number(rows[0]?.n ?? 0);
}

/**
 * The newest release that was looked through, locked until the transaction ends; at first the oldest that a kept score is of.
 */
export async function lockRelease(session: SqlSession, newest: number): Promise<number> {
  const { rows } = await session.query<{ release: bigint }>(
    `insert into risk_rescore_state (release)
     values (least($1::int8, coalesce((select min(directory_version) from risk_watch), $1::int8)))
     on conflict (one) do update set release = risk_rescore_state.release returning release`,
    [newest],
  );
  return Number(rows[0]?.release ?? newest);
}

/** Whether any score is kept that is of an earlier release. */
export async function hasEarlier(session: SqlSession, release: number): Promise<boolean> {
  const { rows } = await session.query(
    'select 1 from risk_watch where directory_version < $1::int8 limit 1',
    [release],
  );
  return rows.length > 0;
}

/** Queues scores that depend on one of these names, except those of this release or a later one. */
export async function enqueueDependents(
  session: SqlSession,
  { release, dependencies }: { release: number; dependencies: readonly bigint[] },
): Promise<void> {
  await session.query(
    `insert into risk_rescore (watch_id, release)
     select id, $1::int8 from risk_watch where dependencies && $2::text::int8[] and directory_version < $1::int8
     on conflict (watch_id) do update set release = excluded.release, attempts = 0`,
    [release, `{${dependencies.join(',')}}`],
  );
}

/** Queues scores with more dependencies than are stored. */
export async function enqueuePartial(session: SqlSession, release: number): Promise<void> {
  await session.query(
    `insert into risk_rescore (watch_id, release)
     select id, $1::int8 from risk_watch where not dependencies_complete and directory_version < $1::int8
     on conflict (watch_id) do update set release = excluded.release, attempts = 0`,
    [release],
  );
}

/** Notes that a release was looked through; where nothing waited before, figures begin anew. */
export async function noteRelease(
  session: SqlSession,
  { release, at, anew }: { release: number; at: Date; anew: boolean },
): Promise<void> {
  await session.query(
    `update risk_rescore_state set release = $1, began_at = case when $3 then $2 else began_at end,
       ended_at = case when exists (select 1 from risk_rescore) then null else $2::timestamptz end,
       done = case when $3 then 0 else done end, differed = case when $3 then 0 else differed end,
       failed = case when $3 then 0 else failed end`,
    [release, at, anew],
  );
}

export interface Waiting extends Watched {
  readonly watchId: string;
  readonly release: number;
  readonly attempts: number;
}

/** What waits, those that failed last. */
export async function readWaiting(session: SqlSession, limit: number): Promise<Waiting[]> {
  const { rows } = await session.query<{
    watch_id: bigint;
    release: bigint;
    attempts: number;
    organization_id: string | null;
    chain: Watched['chain'];
    kind: string;
    subject: string;
    method: string;
    profile_version: string;
  }>(
    `select r.watch_id, r.release, r.attempts, w.organization_id, w.chain, w.kind, w.subject, w.method, w.profile_version
     from risk_rescore r join risk_watch w on w.id = r.watch_id order by r.attempts, r.watch_id limit $1`,
    [limit],
  );
  return rows.map((row) => ({
    watchId: String(row.watch_id),
    release: Number(row.release),
    attempts: row.attempts,
    organizationId: row.organization_id,
    chain: row.chain,
    kind: row.kind,
    subject: row.subject,
    method: row.method,
    profileVersion: row.profile_version,
  }));
}

/** Takes one out of the queue and counts it. False where it is not waiting (any more) for this release. */
export async function settle(
  session: SqlSession,
  { watchId, release }: Pick<Waiting, 'watchId' | 'release'>,
  { differs, fails, at }: { differs: boolean; fails: boolean; at: Date },
): Promise<boolean> {
  const { affected } = await session.query('delete from risk_rescore where watch_id = $1 and release = $2', [
    watchId,
    release,
  ]);
  if (affected === 0) return false;
  await session.query(
    `update risk_rescore_state set done = done + 1, differed = differed + $1, failed = failed + $2,
       ended_at = case when exists (select 1 from risk_rescore) then null else $3::timestamptz end`,
    [differs ? 1 : 0, fails ? 1 : 0, at],
  );
  return true;
}

export async function noteAttempt(session: SqlSession, watchId: string): Promise<void> {
  await session.query('update risk_rescore set attempts = attempts + 1 where watch_id = $1', [watchId]);
}
