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

/** Removes every row but the record of migrations and the plans that they bring. */
export async function emptyTables(db: SqlDatabase): Promise<void> {
  await withSession(db, async (session) => {
    const { rows } = await session.query<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = 'public' and tablename not in ('schema_migration', 'plan', 'plan_price') order by 1`,
    );
    // The audit log refuses to be emptied; only the owner of its tables can take the refusal away.
    const guarded = rows.filter((row) => row.name.startsWith('audit_'));
    for (const { name } of guarded) await session.query(`alter table ${name} disable trigger user`);
    await session.query(`truncate ${rows.map((row) => row.name).join(', ')}`);
    for (const { name } of guarded) await session.query(`alter table ${name} enable trigger user`);
  });
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
      const db = free.pop() ?? (await open());
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
      for (const db of [...free, ...used]) await db.close();
      for (const drop of drops) await drop();
    },
  };
}

/** Runs a set of tests on the built-in database and on a real PostgreSQL. */
export function describeOnBothEngines(name: string, tests: (databases: TestDatabases) => void): void {
  for (const engine of ['pglite', 'postgres'] as const) {
    describe(`${name} (${engine})`, () => {
      const pool = createPool(engine);
      afterEach(() => pool.takeBack());
      afterAll(() => pool.close());
      tests(pool);
    });
  }
}
