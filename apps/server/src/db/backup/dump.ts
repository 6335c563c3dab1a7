import pg from 'pg';
import { toSqlError } from '../sql-error.ts';
import { copyRows } from './copy-rows.ts';
import { listTables, type TableColumns } from './tables.ts';

/** Last value of a sequence; null if it was never used. */
export interface SequenceValue {
  readonly name: string;
  readonly last: string | null;
}

/** Rows of a table in PostgreSQL's binary COPY format. */
export interface DumpedTable extends TableColumns {
  readonly data: AsyncIterable<Uint8Array>;
  /** Number of rows, after the data was read. */
  rows(): number;
}

export interface Dump {
  readonly database: string;
  readonly migrations: string[];
  readonly sequences: SequenceValue[];
  readonly heights: { bitcoin: number | null; ethereum: number | null };
  tables(): AsyncGenerator<DumpedTable>;
}

const attempts = 5;

const quoted = (name: string): string => pg.escapeIdentifier(name);

/**
 * Locks the tables against being replaced or emptied, then takes the snapshot: both before would see rows that are gone
 * (PostgreSQL, "LOCK"). Returns the tables, or undefined if one was replaced before it was locked.
 */
async function lockTables(
  client: pg.Client,
  options: { chain: boolean },
): Promise<TableColumns[] | undefined> {
  const before = await listTables(client, options);
  await client.query('begin isolation level repeatable read read only');
  try {
    await client.query(
      `lock table ${before.map(({ name }) => quoted(name)).join(', ')} in access share mode`,
    );
  } catch (error) {
    await client.query('rollback');
    if (error instanceof pg.DatabaseError && error.code === '42P01') return undefined;
    throw error;
  }
  const locked = await listTables(client, options);
  if (JSON.stringify(locked) === JSON.stringify(before)) return locked;
  await client.query('rollback');
  return undefined;
}

async function readSequences(client: pg.Client): Promise<SequenceValue[]> {
  const { rows } = await client.query<SequenceValue>(
    `select sequencename::text as name, last_value::text as last from pg_sequences
     where schemaname = 'public' and sequencename not like 'load\\_%' and sequencename not like 'backup\\_run%' order by 1`,
  );
  return rows;
}

/** Returns the height of a ledger in the snapshot; null if it is empty. */
async function heightOf(client: pg.Client, table: 'btc_block' | 'eth_block'): Promise<number | null> {
  const { rows } = await client.query<{ height: number | null }>(
    `select max(height) as height from ${table}`,
  );
  return rows[0]?.height ?? null;
}

/**
 * Reads all tables of a database in one snapshot while others read and write, and gives them to `use`. The snapshot keeps
 * PostgreSQL from removing old rows until the end. Throws SqlError.
 */
export async function withDump<T>(
  url: string,
  options: { chain: boolean; signal: AbortSignal },
  use: (dump: Dump) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'hopscope backup' });
  client.on('error', () => {}); // the statement in progress throws it
  const stop = (): void => void client.end().catch(() => {});
  options.signal.addEventListener('abort', stop);
  try {
    await client.connect();
    // Rows in the order of their pages, so that an incremental archive finds those of its base again.
    await client.query('set synchronize_seqscans = off');
    let tables: TableColumns[] | undefined;
    for (let attempt = 0; !tables && attempt < attempts; attempt++)
      tables = await lockTables(client, options);
    if (!tables) throw new Error('Tables are being replaced again and again');
    const locked = tables;
    const server = await client.query<{ version: string }>(
      `select current_setting('server_version') as version`,
    );
    const migrations = await client.query<{ name: string }>(
      'select name from schema_migration order by name',
    );
    return await use({
      database: server.rows[0]?.version ?? '',
      migrations: migrations.rows.map(({ name }) => name),
      sequences: await readSequences(client),
      heights: options.chain
        ? { bitcoin: await heightOf(client, 'btc_block'), ethereum: await heightOf(client, 'eth_block') }
        : { bitcoin: null, ethereum: null },
      async *tables() {
        for (const table of locked) {
          options.signal.throwIfAborted();
          const columns = table.columns.map(quoted).join(', ');
          const copy = client.query(
            copyRows(`copy ${quoted(table.name)} (${columns}) to stdout with (format binary)`),
          );
          yield { ...table, data: copy, rows: () => copy.rowCount };
        }
      },
    });
  } catch (error) {
    throw error instanceof pg.DatabaseError ? toSqlError(error) : error;
  } finally {
    options.signal.removeEventListener('abort', stop);
    await client.end().catch(() => {});
  }
}
