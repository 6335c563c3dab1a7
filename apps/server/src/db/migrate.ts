import { type Kysely, type Migration, Migrator, sql } from 'kysely';
import { baseline } from './baseline/index.ts';
import { createKysely } from './dialect.ts';
import type { SqlDatabase } from './session.ts';

/** By name, in the order of application. A released migration is never changed. */
const migrations: Readonly<Record<string, Migration>> = {
  '0001-baseline': { up: (db) => run(db, baseline) },
};

/** Runs statements separated by semicolons. */
async function run(db: Kysely<unknown>, texts: readonly string[]): Promise<void> {
  for (const text of texts) await sql.raw(text).execute(db);
}

const tables = { migrationTableName: 'schema_migration', migrationLockTableName: 'schema_migration_lock' };

/** Returns the names of the migrations that the database has; none if it is empty. */
async function applied(db: Kysely<unknown>): Promise<string[]> {
  const { rows } = await sql<{
    there: boolean;
  }>`select to_regclass(${tables.migrationTableName}) is not null as there`.execute(db);
  if (rows[0]?.there !== true) return [];
  const done = await sql<{
    name: string;
  }>`select name from ${sql.table(tables.migrationTableName)} order by name`.execute(db);
  return done.rows.map(({ name }) => name);
}

/**
 * Migrates the database to this version's schema in one transaction; only reads an up-to-date one. Throws if a newer version
 * created the database.
 */
export async function migrate(database: SqlDatabase): Promise<void> {
  const db = createKysely(database).withTables<Record<string, never>>() as Kysely<unknown>;
  const names = Object.keys(migrations);
  const done = await applied(db);
  const foreign = done.find((name) => !names.includes(name));
  if (foreign !== undefined)
    throw new Error(
      `The database was made by a newer version of Hopscope (it has ${foreign}). Install that version.`,
    );
  if (done.length === names.length) return;
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations }, ...tables });
  const { error } = await migrator.migrateToLatest();
  if (error instanceof Error) throw error;
}
