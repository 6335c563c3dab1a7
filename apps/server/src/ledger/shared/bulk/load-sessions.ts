import type { SqlDatabase, SqlSession } from '../../../db/session.ts';

/**
 * Keys take long to build. Rows of a segment don't have to be on disk before the manifest that ends it. Full-page log
 * records, which keys consist of, cost more to compress than to write; only a superuser may set this. Small samples are
 * sufficient for tables that are read by their keys.
 */
const loadSettings = `set statement_timeout = 0; set synchronous_commit = off; set maintenance_work_mem = '128MB';
  set default_statistics_target = 10;
  select set_config('wal_compression', 'off', false) where current_setting('is_superuser') = 'on'`;
const resetSettings = `reset statement_timeout; reset synchronous_commit; reset maintenance_work_mem;
  reset default_statistics_target;
  select set_config('wal_compression', reset_val, false) from pg_settings
  where name = 'wal_compression' and current_setting('is_superuser') = 'on'`;

/** Connections of a load. */
export type LoadSessions = readonly [SqlSession, SqlSession, SqlSession, SqlSession];

/** Runs `work` on connections with the settings of a load. */
export async function withLoadSessions<T>(
  db: SqlDatabase,
  work: (sessions: LoadSessions) => Promise<T>,
): Promise<T> {
  const sessions = await Promise.all([db.lease(), db.lease(), db.lease(), db.lease()]);
  let broken = true;
  try {
    for (const session of sessions) await session.query(loadSettings);
    const result = await work(sessions);
    for (const session of sessions) await session.query(resetSettings);
    broken = false;
    return result;
  } finally {
    for (const session of sessions) session.release(broken);
  }
}
