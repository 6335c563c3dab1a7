import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, describe, inject } from 'vitest';
import { openPostgres } from '../../src/db/postgres.ts';
import { type SqlDatabase, withSession } from '../../src/db/session.ts';

export interface TestDatabases {
  /** Returns a migrated database without rows for the running test, and reclaims it afterwards. */
  empty(): Promise<SqlDatabase>;
}

/** Runs a statement on the server's maintenance database. */
export async function onPostgresServer(statement: string): Promise<void> {
  const admin = openPostgres({ url: inject('postgres').url, poolSize: 1 });
  try {
    await withSession(admin, (session) => session.query(statement));
  } finally {
    await admin.close();
  }
}

/**
 * Creates a migrated, empty database, or `bare`, without any tables. One that isn't dropped is removed at the end of the
 * run.
 */
export async function createPostgresDatabase({ bare } = { bare: false }): Promise<{
  url: string;
  drop(): Promise<void>;
}> {
  const { url, prefix } = inject('postgres');
  const name = `${prefix}${randomBytes(6).toString('hex')}`;
  await onPostgresServer(
    `create database ${name} template ${bare ? 'template0' : `${prefix}template`} strategy file_copy`,
  );
  const own = new URL(url);
  own.pathname = `/${name}`;
  return { url: own.href, drop: () => onPostgresServer(`drop database if exists ${name} with (force)`) };
}

/**
 * Deletes all rows except the migration history and the plans that migrations insert. Truncating all tables would cost more than
 * most tests, so only tables with pages are truncated. The audit log refuses to be emptied; only the owner of its tables can
 * disable that. Counts and sums that triggers maintain are deleted like other rows.
 */
export async function emptyTables(db: SqlDatabase): Promise<void> {
  await withSession(db, (session) =>
    session.query(`do $$
      declare
        entry record;
      begin
        for entry in
          select name, name like 'audit%' or name in ('alert', 'compliance_transaction', 'review_step') as guarded, pg_relation_size(name::regclass) as bytes
          from unnest('{${inject('tables').join(',')}}'::text[]) with ordinality as listed (name, place)
          where pg_relation_size(name::regclass) > 0 order by place
        loop
          if entry.guarded then execute format('alter table %s disable trigger user', entry.name); end if;
          if entry.bytes > 1000000 then execute format('truncate %s cascade', entry.name);
          else execute format('delete from %s', entry.name); end if;
          if entry.guarded then execute format('alter table %s enable trigger user', entry.name); end if;
        end loop;
      end $$`),
  );
}

/** A database for as long as its tests need it. */
export interface OwnDatabase {
  url: string;
  db: SqlDatabase;
  remove(): Promise<void>;
}

/** Creates a separate migrated, empty database. */
export async function ownDatabase(): Promise<OwnDatabase> {
  const { url, drop } = await createPostgresDatabase();
  const db = openPostgres({ url, poolSize: 4 });
  return {
    url,
    db,
    async remove() {
      await db.close();
      await drop();
    },
  };
}

/** Defines tests that get databases from `databases`; emptied ones are reused by the next test of the set. */
export function describeWithDatabase(name: string, tests: (databases: TestDatabases) => void): void {
  describe(name, () => {
    const all: OwnDatabase[] = [];
    const free: SqlDatabase[] = [];
    const used: SqlDatabase[] = [];
    afterEach(async () => {
      for (const db of used.splice(0)) {
        await emptyTables(db);
        free.push(db);
      }
    });
    afterAll(async () => {
      for (const own of all) await own.remove();
    });
    tests({
      async empty() {
        let db = free.pop();
        if (!db) {
          const own = await ownDatabase();
          all.push(own);
          db = own.db;
        }
        used.push(db);
        return db;
      },
    });
  });
}
