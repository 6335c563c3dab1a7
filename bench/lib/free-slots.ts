import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startBuiltIn } from '../../apps/server/src/db/built-in/built-in-server.ts';
import { openPostgres } from '../../apps/server/src/db/postgres.ts';
import { withSession } from '../../apps/server/src/db/session.ts';

/** Location of a ledger. */
export interface BenchLedger {
  dataDir: string;
  databaseUrl: string;
  remove(): Promise<void>;
}

export interface DatabaseFacts {
  /** Version of PostgreSQL. */
  version: string;
  /** Settings that determine durability and speed of commits. */
  settings: string;
}

export interface FreeSlots {
  facts: DatabaseFacts;
  /** Folder for files of the bench. */
  folder: string;
  /** Creates an empty ledger. */
  fresh(): Promise<BenchLedger>;
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

/** Uses BENCH_DATABASE_URL, or starts a built-in server with the default settings. */
async function startServer(dataDir: string): Promise<{ url: string; stop(): Promise<void> }> {
  const given = process.env['BENCH_DATABASE_URL'];
  if (given) return { url: given, stop: async () => {} };
  await mkdir(dataDir);
  const server = await startBuiltIn({ dataDir });
  return { url: server.url, stop: () => server.stop('fast') };
}

async function describeServer(url: string): Promise<DatabaseFacts> {
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

/** Starts a PostgreSQL server to create ledgers on; `close` removes everything. */
export async function createFreeSlots(): Promise<FreeSlots> {
  const root = await mkdtemp(join(tmpdir(), 'hopscope-bench-'));
  const removeRoot = (): Promise<void> => rm(root, { recursive: true, force: true });
  const server = await startServer(join(root, 'server')).catch(async (error: unknown) => {
    await removeRoot();
    throw error;
  });
  const close = async (): Promise<void> => {
    await server.stop();
    await removeRoot();
  };
  try {
    return {
      folder: root,
      facts: await describeServer(server.url),
      async fresh() {
        const dataDir = await mkdtemp(join(root, 'data-'));
        const name = `hopscope_bench_${randomBytes(6).toString('hex')}`;
        await onServer(server.url, `create database ${name}`);
        const url = new URL(server.url);
        url.pathname = `/${name}`;
        return {
          dataDir,
          databaseUrl: url.href,
          async remove() {
            await onServer(server.url, `drop database ${name} with (force)`);
            await rm(dataDir, { recursive: true, force: true });
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

/** Runs `work` on an empty ledger, which is removed afterward. */
export async function withFresh<T>(places: FreeSlots, work: (place: BenchLedger) => Promise<T>): Promise<T> {
  const place = await places.fresh();
  try {
    return await work(place);
  } finally {
    await place.remove();
  }
}
