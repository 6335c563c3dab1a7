import { type Kysely, type Migration, Migrator, sql } from 'kysely';
import { baseline } from './baseline/index.ts';
import { createKysely } from './dialect.ts';
import type { SqlDatabase } from './session.ts';

type Migrations = Readonly<Record<string, Migration>>;

/** By name, in the order of application. A released migration is never changed. */
export const migrations: Migrations = {
  '0001-baseline': { up: (db) => run(db, baseline) },
};

/** Runs statements separated by semicolons. */
async function run(db: Kysely<unknown>, texts: readonly string[]): Promise<void> {
  for (const text of texts) await sql.raw(text).execute(db);
}

/** Table that marks a database as partly restored (`backup/load.ts`). */
export const unfinishedRestore = 'unfinished_restore';

/** This version can't open the database; the message says why and what to do. */
export class SchemaError extends Error {
  override name = 'SchemaError';
}

const tables = { migrationTableName: 'schema_migration', migrationLockTableName: 'schema_migration_lock' };

/** Returns the names of the migrations that the database has; none if it is empty. Throws SchemaError. */
async function applied(db: Kysely<unknown>): Promise<string[]> {
  const { rows } = await sql<{ there: boolean; unfinished: boolean }>`select
      to_regclass(${tables.migrationTableName}) is not null as there,
      to_regclass(${unfinishedRestore}) is not null as unfinished`.execute(db);
  if (rows[0]?.unfinished === true)
    throw new SchemaError(
      'A restore into this database was not finished. Restore the backup into a new database, or with a new DATA_DIR.',
    );
  if (rows[0]?.there !== true) return [];
  const done = await sql<{
    name: string;
  }>`select name from ${sql.table(tables.migrationTableName)} order by name`.execute(db);
  return done.rows.map(({ name }) => name);
}

function refuseUnknown(known: Migrations, found: readonly string[], what: string): void {
  const foreign = found.find((name) => !(name in known));
  if (foreign !== undefined)
    throw new SchemaError(
      `${what} was made by a newer version of Hopscope (it has ${foreign}). Install that version.`,
    );
}

function migratorOn(database: SqlDatabase, known: Migrations): { db: Kysely<unknown>; migrator: Migrator } {
  const db = createKysely(database).withTables<Record<string, never>>() as Kysely<unknown>;
  return {
    db,
    migrator: new Migrator({ db, provider: { getMigrations: async () => known }, ...tables }),
  };
}

/**
 * Migrates the database to this version's schema in one transaction; only reads an up-to-date one. Throws SchemaError if a
 * newer version created the database, or if a restore into it was not finished. `known`: other migrations, of tests.
 */
export async function migrate(database: SqlDatabase, known: Migrations = migrations): Promise<void> {
  const { db, migrator } = migratorOn(database, known);
  const done = await applied(db);
  refuseUnknown(known, done, 'The database');
  if (done.length === Object.keys(known).length) return;
  const { error } = await migrator.migrateToLatest();
  if (error instanceof Error) throw error;
}

/** Throws SchemaError if this version doesn't know one of the migrations of a backup. */
export function refuseNewerBackup(found: readonly string[]): void {
  refuseUnknown(migrations, found, 'The backup');
}

/** Creates the schema of a backup in a database without tables. Throws SchemaError. */
export async function createSchema(database: SqlDatabase, found: readonly string[]): Promise<void> {
  refuseNewerBackup(found);
  const last = found.toSorted().at(-1);
  if (last === undefined) throw new SchemaError('The backup has no schema.');
  const { error } = await migratorOn(database, migrations).migrator.migrateTo(last);
  if (error instanceof Error) throw error;
}
