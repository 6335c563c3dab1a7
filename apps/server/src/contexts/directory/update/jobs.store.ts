import type { DirectoryJob, StepProgress, StepReport } from '@hopscope/contract';
import type { Kysely, Selectable } from 'kysely';
import { readPage } from '../../../db/paging.ts';
import type { Schema } from '../../../db/schema.ts';
import type { DirectoryJobStepTable, DirectoryJobTable } from '../../../db/schema.ts';

export type JobRow = Selectable<DirectoryJobTable>;
export type StepRow = Selectable<DirectoryJobStepTable>;

/** Inserts a job with a step for each list. A running job violates `directory_job_one`. */
export async function insertJob(
  trx: Kysely<Schema>,
  job: { id: string; actor: string | null; at: Date; feeds: readonly string[] },
): Promise<void> {
  await trx
    .insertInto('directory_job')
    .values({ id: job.id, state: 'running', actor: job.actor, started_at: job.at, updated_at: job.at })
    .execute();
  const steps = job.feeds.map((feed, place) => ({
    job_id: job.id,
    place,
    feed_id: feed,
    state: 'queued' as const,
  }));
  if (steps.length > 0) await trx.insertInto('directory_job_step').values(steps).execute();
}

export async function findJob(db: Kysely<Schema>, id: string): Promise<JobRow | undefined> {
  return db.selectFrom('directory_job').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Returns the running job, or the one that ran when the server last stopped. */
export async function findRunningJob(db: Kysely<Schema>): Promise<JobRow | undefined> {
  return db.selectFrom('directory_job').selectAll().where('state', '=', 'running').executeTakeFirst();
}

/** Reads the newest ended jobs. */
export async function readEnded(db: Kysely<Schema>, limit: number): Promise<JobRow[]> {
  return db
    .selectFrom('directory_job')
    .selectAll()
    .where('state', '!=', 'running')
    .orderBy('started_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Returns a page, newest first, with the exact total. */
export async function readJobs(
  db: Kysely<Schema>,
  { page, limit }: { page: number; limit: number },
): Promise<{ rows: JobRow[]; total: number }> {
  return readPage(
    db.selectFrom('directory_job'),
    (all) => all.selectAll().orderBy('started_at', 'desc').orderBy('id'),
    { page, limit },
  );
}

/** Reads steps of jobs, in the order of their execution. */
export async function readSteps(db: Kysely<Schema>, jobs: readonly string[]): Promise<StepRow[]> {
  if (jobs.length === 0) return [];
  return db
    .selectFrom('directory_job_step')
    .selectAll()
    .where('job_id', 'in', [...jobs])
    .orderBy('job_id')
    .orderBy('place')
    .execute();
}

export async function beginStep(db: Kysely<Schema>, step: StepRow, at: Date): Promise<void> {
  await db
    .updateTable('directory_job_step')
    .set({ state: 'running', started_at: at })
    .where('job_id', '=', step.job_id)
    .where('place', '=', step.place)
    .execute();
}

export async function endStep(
  db: Kysely<Schema>,
  step: StepRow,
  end: { state: StepRow['state']; report: StepReport | null; error: string | null; at: Date },
): Promise<void> {
  await db
    .updateTable('directory_job_step')
    .set({
      state: end.state,
      report: end.report === null ? null : JSON.stringify(end.report),
      error: end.error,
      finished_at: end.at,
    })
    .where('job_id', '=', step.job_id)
    .where('place', '=', step.place)
    .execute();
  await db.updateTable('directory_job').set({ updated_at: end.at }).where('id', '=', step.job_id).execute();
}

/** Stores what the running step of a job does, for other processes. */
export async function storeProgress(
  db: Kysely<Schema>,
  id: string,
  progress: StepProgress | null,
): Promise<void> {
  await db
    .updateTable('directory_job')
    .set({ progress: progress === null ? null : JSON.stringify(progress) })
    .where('id', '=', id)
    .execute();
}

/** Asks the process that runs a job to cancel it; returns false if it has ended. */
export async function requestCancel(db: Kysely<Schema>, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('directory_job')
    .set({ cancel_requested: true })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Returns false if it had ended before. */
export async function endJob(
  db: Kysely<Schema>,
  id: string,
  end: { state: DirectoryJob['state']; changes: bigint; error: string | null; at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('directory_job')
    .set({
      state: end.state,
      changes: end.changes,
      error: end.error,
      updated_at: end.at,
      finished_at: end.at,
      progress: null,
    })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await db
    .updateTable('directory_job_step')
    .set({ state: 'canceled' })
    .where('job_id', '=', id)
    .where('state', 'in', ['queued', 'running'])
    .execute();
  return true;
}
