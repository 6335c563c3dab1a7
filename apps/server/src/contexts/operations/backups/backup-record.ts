import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import { isDiskFull, SqlError } from '../../../db/sql-error.ts';
import { PlaceError } from '../../../backup/places.ts';
import { finishRun, insertRun } from './backup-runs.store.ts';

/** Lock that a running backup holds: one at a time, and one that was killed isn't running. */
export const backupLock = 4_207_004;

/** Another backup is running. */
export class BackupRunning extends Error {
  override name = 'BackupRunning';
}

/** Says why a backup failed, for everyone who is signed in: without paths, hosts, and secrets. */
function failureOf(error: unknown): string {
  if (isDiskFull(error)) return 'the disk is full';
  if (error instanceof PlaceError) return 'the place for backups cannot be used';
  if (error instanceof SqlError) return 'the database failed';
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (/^E[A-Z]+$/.test(code)) return `the place for backups cannot be used (${code})`;
  return 'the reason is in the log';
}

/**
 * Records a backup with its result while `work` makes it. Throws BackupRunning if another one is running, and what `work`
 * throws.
 */
export async function recordBackup<T extends { bytes: number; rawBytes: number }>(
  kysely: Kysely<Schema>,
  options: { chain: boolean; now: () => number },
  work: () => Promise<T>,
): Promise<T> {
  return kysely.connection().execute(async (db) => {
    const { rows } = await sql<{
      taken: boolean;
    }>`select pg_try_advisory_lock(${backupLock}::int8) as taken`.execute(db);
    if (rows[0]?.taken !== true) throw new BackupRunning('Another backup is running.');
    const at = (): Date => new Date(options.now());
    try {
      const id = await insertRun(db, { startedAt: at(), chain: options.chain });
      try {
        const result = await work();
        const bytes = BigInt(result.bytes);
        await finishRun(db, id, {
          finishedAt: at(),
          bytes,
          rawBytes: BigInt(result.rawBytes),
          failure: null,
        });
        return result;
      } catch (error) {
        const failure = failureOf(error);
        await finishRun(db, id, { finishedAt: at(), bytes: null, rawBytes: null, failure }).catch(() => {});
        throw error;
      }
    } finally {
      await sql`select pg_advisory_unlock(${backupLock}::int8)`.execute(db).catch(() => {});
    }
  });
}
