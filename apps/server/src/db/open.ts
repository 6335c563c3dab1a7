import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
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

/** Follows the name of a database that is being made. */
const unfinished = '.unfinished-';

/** Limits for the process that makes a database: without them `initdb` in WebAssembly takes twice the memory. */
const makerFlags = ['--liftoff-only', '--max-semi-space-size=2', '--max-old-space-size=200'];

/** Folders of makers that were killed. One may still be writing for a moment: what cannot go now goes the next time. */
async function removeUnfinished(dataDir: string): Promise<void> {
  const parent = dirname(dataDir);
  const prefix = `${basename(dataDir)}${unfinished}`;
  for (const name of await readdir(parent)) {
    if (name.startsWith(prefix))
      await rm(join(parent, name), { recursive: true, force: true }).catch(() => {});
  }
}

/** Makes the database beside its place and moves it there when it is whole: a kill on the way leaves nothing that counts. */
async function makeDatabase(dataDir: string): Promise<void> {
  await removeUnfinished(dataDir);
  const place = `${dataDir}${unfinished}${process.pid}-${randomBytes(4).toString('hex')}`;
  const maker = fileURLToPath(new URL('./make-database.ts', import.meta.url));
  // The maker ends when its input does, which is when this process ends, however it ends.
  const child = spawn(process.execPath, [...makerFlags, maker, place], { stdio: ['pipe', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-4000);
  });
  const [code] = await once(child, 'close');
  if (code !== 0) {
    await removeUnfinished(dataDir);
    throw new SqlError(`The built-in database could not be made in ${dataDir}: ${said.trim()}`, 'XX000');
  }
  await rename(place, dataDir);
}

async function openFolder(dataDir: string): Promise<SqlDatabase> {
  if (!existsSync(join(dataDir, 'PG_VERSION'))) await makeDatabase(dataDir);
  return openPglite({ dataDir });
}
