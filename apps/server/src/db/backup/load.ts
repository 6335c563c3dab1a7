import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { createSchema, unfinishedRestore } from '../migrate.ts';
import { openPostgres } from '../postgres.ts';
import { toSqlError } from '../sql-error.ts';
import type { SequenceValue } from './dump.ts';
import { listRelations, type TableColumns } from './tables.ts';

/** The database can't take a restore; the message says why and what to do. */
export class RestoreRefused extends Error {
  override name = 'RestoreRefused';
}

const quoted = (name: string): string => pg.escapeIdentifier(name);

/** A key or index of a table, which is created after its rows. */
interface Index {
  readonly table: string;
  readonly drop: string;
  readonly create: string;
}

/** Removes foreign keys, then other keys and indexes. Returns what creates them again. */
async function dropIndexes(client: pg.Client): Promise<{ foreignKeys: string[]; indexes: Index[] }> {
  const keys = await client.query<{ table: string; name: string; kind: string; definition: string }>(
    `select c.relname as table, k.conname as name, k.contype as kind, pg_get_constraintdef(k.oid) as definition
     from pg_constraint k join pg_class c on c.oid = k.conrelid
     where c.relnamespace = 'public'::regnamespace and k.contype in ('p', 'u', 'x', 'f') order by k.contype = 'p' desc, 1, 2`,
  );
  const others = await client.query<{ table: string; name: string; definition: string }>(
    `select t.relname as table, c.relname as name, pg_get_indexdef(i.indexrelid) as definition
     from pg_index i join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = i.indrelid
     where c.relnamespace = 'public'::regnamespace
       and not exists (select 1 from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u', 'x'))
     order by 1, 2`,
  );
  const foreignKeys: string[] = [];
  const indexes: Index[] = [];
  for (const { table, name, kind, definition } of keys.rows) {
    const create = `alter table ${quoted(table)} add constraint ${quoted(name)} ${definition}`;
    const drop = `alter table ${quoted(table)} drop constraint ${quoted(name)}`;
    if (kind === 'f') {
      foreignKeys.push(create);
      await client.query(drop);
    } else indexes.push({ table, create, drop });
  }
  for (const { table, name, definition } of others.rows)
    indexes.push({ table, create: definition, drop: `drop index ${quoted(name)}` });
  for (const { drop } of indexes) await client.query(drop);
  return { foreignKeys, indexes };
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: 'hopscope restore' });
  client.on('error', () => {}); // the statement in progress throws it
  await client.connect();
  // Sorting for indexes is the most expensive part; nothing else runs on this database.
  await client.query(`set maintenance_work_mem = '256MB'`);
  return client;
}

/** An empty database while it is filled. */
export interface Loading {
  /** Replaces the rows of a table; returns their number. Its keys and indexes are created meanwhile. */
  load(table: TableColumns, data: AsyncIterable<Uint8Array>): Promise<number>;
  /** Creates foreign keys, sets sequences, and collects statistics. */
  complete(sequences: readonly SequenceValue[]): Promise<void>;
}

async function refuseUnlessEmpty(client: pg.Client): Promise<void> {
  const found = await listRelations(client);
  if (found.includes(unfinishedRestore))
    throw new RestoreRefused(
      'An earlier restore into this database was not finished. Restore into a new database, or with a new DATA_DIR.',
    );
  if (found.length > 0)
    throw new RestoreRefused(
      `The database is not empty: it has ${found.length} tables, indexes, and sequences, such as ${found[0]}. Restore into an empty database, or with a new DATA_DIR.`,
    );
}

/**
 * Fills an empty database with the schema of `migrations`, and gives it to `use`. From the first change until `use` has
 * returned, the database has a mark with which it can't be opened, also after the process is killed. Throws RestoreRefused,
 * SqlError.
 */
export async function withLoading<T>(
  url: string,
  options: { migrations: readonly string[]; what: string },
  use: (loading: Loading) => Promise<T>,
): Promise<T> {
  const clients: pg.Client[] = [];
  try {
    const rows = await connect(url);
    clients.push(rows);
    await refuseUnlessEmpty(rows);
    await rows.query(
      `create table ${unfinishedRestore} (archive text not null, begun_at timestamptz not null)`,
    );
    await rows.query(`insert into ${unfinishedRestore} values ($1, now())`, [options.what]);
    const db = openPostgres({ url, poolSize: 1 });
    await createSchema(db, options.migrations).finally(() => db.close());

    const tables = await rows.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
    );
    const guarded = tables.rows.map(({ name }) => quoted(name));
    for (const name of guarded) await rows.query(`alter table ${name} disable trigger user`);
    const { foreignKeys, indexes } = await dropIndexes(rows);
    const untouched = [unfinishedRestore, 'schema_migration', 'schema_migration_lock'].map(quoted);
    // Migrations insert plans and counters, which the archive has too.
    await rows.query(`truncate ${guarded.filter((name) => !untouched.includes(name)).join(', ')}`);

    const builder = await connect(url);
    clients.push(builder);
    let building: Promise<unknown> = Promise.resolve();
    const pending = new Set(indexes);
    const build = (some: readonly Index[]): void => {
      for (const index of some) {
        pending.delete(index);
        building = building.then(() => builder.query(index.create));
      }
      building.catch(() => {}); // `complete` throws it
    };

    const result = await use({
      async load({ name, columns }, data) {
        await rows.query('begin');
        // In the transaction that emptied the table, rows are frozen at once.
        await rows.query(`truncate ${quoted(name)}`);
        const copy = rows.query(
          copyFrom(
            `copy ${quoted(name)} (${columns.map(quoted).join(', ')}) from stdin with (format binary, freeze true)`,
          ),
        );
        await pipeline(Readable.from(data), copy);
        await rows.query('commit');
        build(indexes.filter(({ table }) => table === name));
        return copy.rowCount;
      },
      async complete(sequences) {
        build([...pending]);
        await building;
        for (const create of foreignKeys) await rows.query(create);
        for (const name of guarded) await rows.query(`alter table ${name} enable trigger user`);
        for (const { name, last } of sequences)
          if (last !== null) await rows.query('select setval($1::regclass, $2::int8)', [quoted(name), last]);
        await rows.query('analyze');
      },
    });
    await rows.query(`drop table ${unfinishedRestore}`);
    return result;
  } catch (error) {
    throw error instanceof pg.DatabaseError ? toSqlError(error) : error;
  } finally {
    for (const client of clients) await client.end().catch(() => {});
  }
}
