import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { databaseFolder } from '../../../../test/run-folder.ts';
import { buildDocsIfStale, docsFolder } from '../../src/build/build-docs.ts';
import { buildServerIfStale } from '../../src/build/build-server.ts';
import { buildWebIfStale, compressWeb } from '../../src/build/build-web.ts';
import { startBuiltIn } from '../../src/db/built-in/built-in-server.ts';
import { migrate } from '../../src/db/migrate.ts';
import { openPostgres } from '../../src/db/postgres.ts';
import { type SqlDatabase, withSession } from '../../src/db/session.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /**
     * A PostgreSQL server on which databases can be created. Their names start with `prefix`; the one named `…template` is
     * migrated and empty.
     */
    postgres: { url: string; prefix: string };
    /** Tables that tests may fill, referencing tables first. */
    tables: string[];
  }
}

/** Returns all tables except the migration history and the plans that migrations insert. */
async function findTables(db: SqlDatabase): Promise<string[]> {
  const { rows } = await withSession(db, (session) =>
    session.query<{ name: string }>(
      `with recursive refers (id, depth) as (
         select oid, 0 from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
           and relname not in ('schema_migration', 'schema_migration_lock', 'plan', 'plan_price')
         union
         select conrelid, depth + 1 from refers join pg_constraint on confrelid = id and contype = 'f'
       )
       select id::regclass::text as name from refers group by id order by max(depth) desc, 1`,
    ),
  );
  return rows.map((row) => row.name);
}

async function makeTemplate(url: string, template: string): Promise<string[]> {
  const admin = openPostgres({ url, poolSize: 1 });
  await withSession(admin, (session) => session.query(`create database ${template}`));
  await admin.close();
  const own = new URL(url);
  own.pathname = `/${template}`;
  const db = openPostgres({ url: own.href, poolSize: 1 });
  await migrate(db);
  const tables = await findTables(db);
  await db.close();
  return tables;
}

/** Drops all databases of a run from an external server. */
async function dropAll(url: string, prefix: string): Promise<void> {
  const admin = openPostgres({ url, poolSize: 1 });
  await withSession(admin, async (session) => {
    const { rows } = await session.query<{ name: string }>(
      'select datname as name from pg_database where starts_with(datname, $1)',
      [prefix],
    );
    for (const { name } of rows) await session.query(`drop database ${name} with (force)`);
  });
  await admin.close();
}

const webRoot = fileURLToPath(new URL('../../../web/dist', import.meta.url));
const serverFolder = fileURLToPath(new URL('../../dist', import.meta.url));

/** Returns TEST_DATABASE_URL, or starts a built-in server for the run, which need not survive a power loss. */
async function startServer(): Promise<{ url: string; stop(prefix: string): Promise<void> }> {
  const given = process.env['TEST_DATABASE_URL'];
  if (given) return { url: given, stop: (prefix) => dropAll(given, prefix) };
  const dataDir = await mkdtemp(join(databaseFolder(), 'server-'));
  const server = await startBuiltIn({ dataDir, temporary: true, settings: { max_connections: '200' } });
  return {
    url: server.url,
    async stop() {
      await server.stop('fast');
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

interface Prepared {
  readonly postgres: { url: string; prefix: string };
  readonly tables: string[];
  stop(): Promise<void>;
}

async function prepare(): Promise<Prepared> {
  const [server] = await Promise.all([
    startServer(),
    buildWebIfStale(webRoot).then(() => compressWeb(webRoot)),
    buildServerIfStale(serverFolder),
    buildDocsIfStale().then(() => compressWeb(docsFolder)),
  ]);
  const prefix = `hopscope_test_${process.pid}_`;
  const tables = await makeTemplate(server.url, `${prefix}template`);
  return { postgres: { url: server.url, prefix }, tables, stop: () => server.stop(prefix) };
}

/** Shared by all test groups of a run. */
let prepared: Promise<Prepared> | undefined;

/**
 * Prepares what all tests need: a database server, the web page, its documentation, and the bundle, which otherwise the first
 * servers of a run would all build at once.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const first = prepared === undefined;
  prepared ??= prepare();
  const { postgres, tables, stop } = await prepared;
  project.provide('postgres', postgres);
  project.provide('tables', tables);
  return async () => {
    if (!first) return;
    prepared = undefined;
    await stop();
  };
}
