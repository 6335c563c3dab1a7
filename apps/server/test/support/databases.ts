import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, describe, inject } from 'vitest';
import { openPglite } from '../../src/db/pglite.ts';
import { openPostgres } from '../../src/db/postgres.ts';
import { type Engine, type SqlDatabase, withSession } from '../../src/db/session.ts';

export interface TestDatabases {
  readonly engine: Engine;
  /** A migrated database without rows, for the running test; it takes it back afterwards. */
  empty(): Promise<SqlDatabase>;
}

async function openSnapshot(): Promise<SqlDatabase> {
  const tarball = await readFile(join(inject('pgliteFolder'), 'database.tar'));
  return openPglite({ snapshot: new Uint8Array(tarball) });
}

/** Runs one statement on the server's maintenance database. */
export async function onPostgresServer(statement: string): Promise<void> {
  const admin = openPostgres({ url: inject('postgres').url, poolSize: 1 });
  try {
    await withSession(admin, (session) => session.query(statement));
  } finally {
    await admin.close();
  }
}

/** A new migrated, empty PostgreSQL database. */
export async function createPostgresDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const { url, template } = inject('postgres');
  const name = `hopscope_${randomBytes(6).toString('hex')}`;
  await onPostgresServer(`create database ${name} template ${template}`);
  const own = new URL(url);
  own.pathname = `/${name}`;
  return { url: own.href, drop: () => onPostgresServer(`drop database ${name} with (force)`) };
}

/**
 * Removes every row but the record of migrations and the plans that they bring. To truncate all tables would cost more
 * than most tests: only those with pages are touched. The audit log refuses to be emptied; only the owner of its tables
 * can take the refusal away. What is emptied leaves no tally of compliance transactions either.
 */
export async function emptyTables(db: SqlDatabase): Promise<void> {
  await withSession(db, (session) =>
    session.query(`do $$
      declare
        held record;
      begin
        for held in
          select name, name like 'audit%' or name = 'compliance_transaction' as guarded, pg_relation_size(name::regclass) as bytes
          from unnest('{${inject('tables').join(',')}}'::text[]) with ordinality as listed (name, place)
          where pg_relation_size(name::regclass) > 0 order by place
        loop
          if held.guarded then execute format('alter table %s disable trigger user', held.name); end if;
          if held.bytes > 1000000 then execute format('truncate %s cascade', held.name);
          else execute format('delete from %s', held.name); end if;
          if held.guarded then execute format('alter table %s enable trigger user', held.name); end if;
        end loop;
      end $$`),
  );
}

/** Databases that no test of this process uses: the next file takes them, because opening one takes as long as many tests. */
const idle: Record<Engine, SqlDatabase[]> = { pglite: [], postgres: [] };

/** One that was left behind; those that a test has broken or closed are left out. */
async function takeIdle(engine: Engine): Promise<SqlDatabase | undefined> {
  for (let db = idle[engine].pop(); db; db = idle[engine].pop()) {
    const sound = await withSession(db, (session) => session.query('select 1')).catch(() => undefined);
    if (sound) return db;
  }
  return undefined;
}

function createPool(engine: Engine): TestDatabases & { takeBack(): Promise<void>; close(): Promise<void> } {
  const free: SqlDatabase[] = [];
  const used: SqlDatabase[] = [];
  const drops: (() => Promise<void>)[] = [];
  const open = async (): Promise<SqlDatabase> => {
    if (engine === 'pglite') return openSnapshot();
    const created = await createPostgresDatabase();
    drops.push(() => created.drop());
    return openPostgres({ url: created.url, poolSize: 4 });
  };
  return {
    engine,
    async empty() {
      const db = free.pop() ?? (await takeIdle(engine)) ?? (await open());
      used.push(db);
      return db;
    },
    async takeBack() {
      for (const db of used.splice(0)) {
        await emptyTables(db);
        free.push(db);
      }
    },
    async close() {
      // A server of the run's own goes with its databases; on another one nothing is left behind.
      const leave = engine === 'pglite' || process.env['TEST_DATABASE_URL'] === undefined;
      if (leave) idle[engine].push(...free.splice(0));
      for (const db of [...free, ...used]) await db.close();
      if (!leave) for (const drop of drops) await drop();
    },
  };
}

/** Runs a set of tests on one kind of database, where the other one could not make a difference. */
export function describeOn(engine: Engine, name: string, tests: (databases: TestDatabases) => void): void {
  describe(`${name} (${engine})`, () => {
    const pool = createPool(engine);
    afterEach(() => pool.takeBack());
    afterAll(() => pool.close());
    tests(pool);
  });
}

/** The built-in database and a real PostgreSQL. */
export const engines = ['pglite', 'postgres'] as const;

/** Runs a set of tests on the built-in database and on a real PostgreSQL: what depends on locks, threads or the engine's types. */
export function describeOnBothEngines(name: string, tests: (databases: TestDatabases) => void): void {
  for (const engine of engines) describeOn(engine, name, tests);
}

/** One of the two, which follows from the name of a set: about half of the sets run on each. With `TEST_ENGINES=both` both. */
export function enginesFor(name: string): readonly Engine[] {
  if (process.env['TEST_ENGINES'] === 'both') return engines;
  const sum = new TextEncoder().encode(name).reduce((total, byte) => total + byte, 0);
  return [engines[sum % 2] ?? 'postgres'];
}

/** Runs a set of tests on one of the two, where the engine could make no difference. */
export function describeOnAnEngine(name: string, tests: (databases: TestDatabases) => void): void {
  for (const engine of enginesFor(name)) describeOn(engine, name, tests);
}
