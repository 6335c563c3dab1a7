import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { migrate } from './migrate.ts';
import { openPglite } from './pglite.ts';
import { openPostgres } from './postgres.ts';
import type { SqlDatabase } from './session.ts';

export interface OpenDatabaseOptions {
  dataDir: string;
  databaseUrl: string | undefined;
  /** Milliseconds; 0 = no limit. PostgreSQL only. */
  statementTimeoutMs: number;
  onIdleError?(error: Error): void;
}

/** Opens the database that the settings name, at this version's schema. The caller holds the data folder. */
export async function openDatabase(options: OpenDatabaseOptions): Promise<SqlDatabase> {
  const db =
    options.databaseUrl === undefined
      ? await openFolder(join(options.dataDir, 'database'))
      : openPostgres({
          url: options.databaseUrl,
          statementTimeoutMs: options.statementTimeoutMs,
          ...(options.onIdleError ? { onIdleError: options.onIdleError } : {}),
        });
  try {
    await migrate(db);
  } catch (error) {
    await db.close().catch(() => {});
    throw error;
  }
  return db;
}

/** Making a new database takes far more memory than using one: it happens in a thread that ends afterwards. */
async function openFolder(dataDir: string): Promise<SqlDatabase> {
  if (!existsSync(join(dataDir, 'PG_VERSION'))) {
    const maker = await openPglite({ dataDir });
    await maker.close();
  }
  return openPglite({ dataDir });
}
