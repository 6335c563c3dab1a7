import type { Kysely } from 'kysely';
import type { Schema } from '../../../db/schema.ts';

/** Runs that are stored; older ones are removed. */
const stored = 1000;

/** Records the start of a backup; returns its ID. */
export async function insertRun(
  db: Kysely<Schema>,
  run: { startedAt: Date; chain: boolean },
): Promise<bigint> {
  const { id } = await db
    .insertInto('backup_run')
    .values({ started_at: run.startedAt, chain: run.chain })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .deleteFrom('backup_run')
    .where('id', '<=', id - BigInt(stored))
    .execute();
  return id;
}

/** Records the end of a backup. */
export async function finishRun(
  db: Kysely<Schema>,
  id: bigint,
  end: { finishedAt: Date; bytes: bigint | null; rawBytes: bigint | null; failure: string | null },
): Promise<void> {
  await db
    .updateTable('backup_run')
    .set({ finished_at: end.finishedAt, bytes: end.bytes, raw_bytes: end.rawBytes, failure: end.failure })
    .where('id', '=', id)
    .execute();
}

const runs = (db: Kysely<Schema>) =>
  db
    .selectFrom('backup_run')
    .select(['started_at', 'finished_at', 'chain', 'bytes', 'failure'])
    .orderBy('id', 'desc');

/** Returns the newest backup, and the newest complete one. */
export async function readLatest(db: Kysely<Schema>) {
  const [newest, complete] = await Promise.all([
    runs(db).limit(1).executeTakeFirst(),
    runs(db).where('bytes', 'is not', null).limit(1).executeTakeFirst(),
  ]);
  return { newest, complete };
}
