import { randomBytes } from 'node:crypto';
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPostgres } from '../apps/server/src/db/postgres.ts';
import { type Engine, withSession } from '../apps/server/src/db/session.ts';
import { startPostgresServer } from '../apps/server/test/support/postgres-server.ts';
import { askOnce } from './child.ts';
import { importFlags } from './import-flags.ts';
import type { Prepared, PrepareOrder } from './prepare-child.ts';

/** Where one ledger lives. */
export interface Place {
  engine: Engine;
  dataDir: string;
  /** Undefined: the built-in database in `dataDir`. */
  databaseUrl: string | undefined;
  remove(): Promise<void>;
}

export interface DatabaseFacts {
  pglite: string;
  postgres: string;
  /** Settings that decide how safe, and how slow, a commit is. */
  postgresSettings: string;
  /** Peak memory in bytes of a process, with the flags of an import, that makes a new PGlite data folder. */
  pgliteCreationPeak: number;
}

export interface Places {
  facts: DatabaseFacts;
  /** For files of the bench. */
  folder: string;
  /** An empty ledger of its own; on PGlite in a copy of a prepared data folder. */
  fresh(engine: Engine): Promise<Place>;
  close(): Promise<void>;
}

async function onServer<Row>(url: string, statement: string): Promise<Row[]> {
  const admin = openPostgres({ url, poolSize: 1 });
  try {
    return (await withSession(admin, (session) => session.query<Row>(statement))).rows;
  } finally {
    await admin.close();
  }
}

async function startServer(): Promise<{ url: string; stop(): Promise<void> }> {
  const given = process.env['BENCH_DATABASE_URL'];
  return given ? { url: given, stop: async () => {} } : startPostgresServer();
}

async function describePostgres(url: string): Promise<{ version: string; settings: string }> {
  const shown = ['server_version', 'fsync', 'synchronous_commit', 'full_page_writes', 'shared_buffers'];
  const rows = await onServer<{ name: string; value: string }>(
    url,
    `select name, current_setting(name) as value from pg_settings where name in ('${shown.join("','")}')`,
  );
  const value = (name: string): string => rows.find((row) => row.name === name)?.value ?? 'unknown';
  return {
    version: value('server_version'),
    settings: shown
      .slice(1)
      .map((name) => `${name} ${value(name)}`)
      .join(', '),
  };
}

/** Makes a PostgreSQL and a prepared PGlite data folder to take ledgers from; `close` removes everything. */
export async function createPlaces(): Promise<Places> {
  const root = await mkdtemp(join(tmpdir(), 'hopscope-bench-'));
  const removeRoot = (): Promise<void> => rm(root, { recursive: true, force: true });
  const server = await startServer().catch(async (error: unknown) => {
    await removeRoot();
    throw error;
  });
  const close = async (): Promise<void> => {
    await server.stop();
    await removeRoot();
  };
  try {
    const prepared = join(root, 'prepared');
    await mkdir(prepared);
    const made = await askOnce<Prepared>(
      new URL('./prepare-child.ts', import.meta.url),
      { dataDir: prepared } satisfies PrepareOrder,
      { flags: importFlags(), seconds: 120 },
    );
    const postgres = await describePostgres(server.url);
    return {
      folder: root,
      facts: {
        pglite: made.version,
        postgres: postgres.version,
        postgresSettings: postgres.settings,
        pgliteCreationPeak: made.peakBytes,
      },
      async fresh(engine) {
        const dataDir = await mkdtemp(join(root, `${engine}-`));
        const removeFolder = (): Promise<void> => rm(dataDir, { recursive: true, force: true });
        if (engine === 'pglite') {
          await cp(prepared, dataDir, { recursive: true });
          return { engine, dataDir, databaseUrl: undefined, remove: removeFolder };
        }
        const name = `hopscope_bench_${randomBytes(6).toString('hex')}`;
        await onServer(server.url, `create database ${name}`);
        const url = new URL(server.url);
        url.pathname = `/${name}`;
        return {
          engine,
          dataDir,
          databaseUrl: url.href,
          async remove() {
            await onServer(server.url, `drop database ${name} with (force)`);
            await removeFolder();
          },
        };
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Runs `work` on an empty ledger that is removed afterwards. */
export async function withFresh<T>(
  places: Places,
  engine: Engine,
  work: (place: Place) => Promise<T>,
): Promise<T> {
  const place = await places.fresh(engine);
  try {
    return await work(place);
  } finally {
    await place.remove();
  }
}
