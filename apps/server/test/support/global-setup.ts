import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import type { TestProject } from 'vitest/node';
import { buildWebIfStale } from '../../src/build-web.ts';
import { migrate } from '../../src/db/migrate.ts';
import { openPglite } from '../../src/db/pglite.ts';
import { openPostgres } from '../../src/db/postgres.ts';
import { type SqlDatabase, withSession } from '../../src/db/session.ts';
import { startPostgresServer } from './postgres-server.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Folder with `database` (a migrated, empty data folder of the built-in database) and `database.tar` (the same). */
    pgliteFolder: string;
    /** A PostgreSQL on which databases may be created, and the name of a migrated, empty one to copy. */
    postgres: { url: string; template: string };
    /** Tables whose rows a test may bring, those that refer to others first. */
    tables: string[];
  }
}

async function makePgliteSnapshot(folder: string): Promise<void> {
  const dataDir = join(folder, 'database');
  const db = await openPglite({ dataDir });
  await migrate(db);
  await db.close();
  const plain = await PGlite.create({ dataDir });
  const tarball = await plain.dumpDataDir('none');
  await writeFile(join(folder, 'database.tar'), Buffer.from(await tarball.arrayBuffer()));
  await plain.close();
}

/** Every table but the record of migrations and the plans that they bring. */
async function findTables(db: SqlDatabase): Promise<string[]> {
  const { rows } = await withSession(db, (session) =>
    session.query<{ name: string }>(
      `with recursive refers (id, depth) as (
         select oid, 0 from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
           and relname not in ('schema_migration', 'plan', 'plan_price')
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

/** Once a run: a prepared built-in database and a real PostgreSQL (TEST_DATABASE_URL, or one of its own). */
const webRoot = fileURLToPath(new URL('../../../web/dist', import.meta.url));

interface Prepared {
  readonly folder: string;
  readonly postgres: { url: string; template: string };
  readonly tables: string[];
  stop(): Promise<void>;
}

async function prepare(): Promise<Prepared> {
  await buildWebIfStale(webRoot);
  const folder = await mkdtemp(join(tmpdir(), 'hopscope-test-'));
  const given = process.env['TEST_DATABASE_URL'];
  const server = given ? { url: given, stop: async () => {} } : await startPostgresServer();
  const template = `hopscope_template_${process.pid}`;
  const [tables] = await Promise.all([makeTemplate(server.url, template), makePgliteSnapshot(folder)]);
  const stop = async (): Promise<void> => {
    if (given) {
      const admin = openPostgres({ url: given, poolSize: 1 });
      await withSession(admin, (session) => session.query(`drop database ${template}`));
      await admin.close();
    }
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
  return { folder, postgres: { url: server.url, template }, tables, stop };
}

/** The same for all groups of tests of a run. */
let prepared: Promise<Prepared> | undefined;

/** What every test rests on: databases to copy, and the page, which the first servers of a run would all build at once. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const first = prepared === undefined;
  prepared ??= prepare();
  const { folder, postgres, tables, stop } = await prepared;
  project.provide('pgliteFolder', folder);
  project.provide('postgres', postgres);
  project.provide('tables', tables);
  return async () => {
    if (!first) return;
    prepared = undefined;
    await stop();
  };
}
