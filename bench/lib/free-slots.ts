import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startBuiltIn } from '../../apps/server/src/db/built-in/built-in-server.ts';
import { findPostmaster } from '../../apps/server/src/db/built-in/postmaster-file.ts';
import { openPostgres } from '../../apps/server/src/db/postgres.ts';
import { withSession } from '../../apps/server/src/db/session.ts';
import { limitMemory, type MemoryLimit } from './limit-memory.ts';

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

interface Server {
  readonly url: string;
  readonly limit?: MemoryLimit;
  stop(): Promise<void>;
}

/** Uses BENCH_DATABASE_URL, or starts a built-in server with the default settings, with the memory of BENCH_SERVER_MEMORY. */
async function startServer(dataDir: string): Promise<Server> {
  const given = process.env['BENCH_DATABASE_URL'];
  if (given) return { url: given, stop: async () => {} };
  await mkdir(dataDir);
  const server = await startBuiltIn({ dataDir });
  const most = process.env['BENCH_SERVER_MEMORY'];
  const pid = findPostmaster(server.dataFolder)?.pid;
  if (most === undefined || pid === undefined) return { url: server.url, stop: () => server.stop('fast') };
  const limit = await limitMemory(pid, Number(most)).catch(async (error: unknown) => {
    await server.stop('fast');
    throw error;
  });
  const stop = async (): Promise<void> => {
    await server.stop('fast');
    await limit.remove();
  };
  return { url: server.url, limit, stop };
}

async function describeServer({ url, limit }: Server): Promise<DatabaseFacts> {
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
      .concat(limit ? [`memory limited to ${limit.megabytes} MiB by a control group`] : [])
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
      facts: await describeServer(server),
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
