import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { migrate } from './migrate.ts';
import { openPglite } from './pglite.ts';
import { openPostgres } from './postgres.ts';
import type { SqlDatabase } from './session.ts';
import { SqlError } from './sql-error.ts';

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

/** Limits for the process that makes a database: without them `initdb` in WebAssembly takes twice the memory. */
const makerFlags = ['--liftoff-only', '--max-semi-space-size=2', '--max-old-space-size=200'];

/** Makes the database beside its place and moves it there when it is whole: a kill on the way leaves nothing behind. */
async function makeDatabase(dataDir: string): Promise<void> {
  const unfinished = `${dataDir}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  const maker = fileURLToPath(new URL('./make-database.ts', import.meta.url));
  const child = spawn(process.execPath, [...makerFlags, maker, unfinished], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-4000);
  });
  const [code] = await once(child, 'close');
  if (code !== 0) {
    await rm(unfinished, { recursive: true, force: true });
    throw new SqlError(`The built-in database could not be made in ${dataDir}: ${said.trim()}`, 'XX000');
  }
  await rename(unfinished, dataDir);
}

async function openFolder(dataDir: string): Promise<SqlDatabase> {
  if (!existsSync(join(dataDir, 'PG_VERSION'))) await makeDatabase(dataDir);
  return openPglite({ dataDir });
}
