import type pg from 'pg';

/** A table of the schema with the columns that are copied. */
export interface TableColumns {
  readonly name: string;
  readonly columns: readonly string[];
}

/** Working state that means nothing elsewhere: bulk loads in progress, server processes, and the history of backups. */
const neverCopied = new Set([
  'btc_load',
  'eth_load',
  'backup_run',
  'server_process',
  'work_lease',
  'schema_migration',
  'schema_migration_lock',
]);

/** Tables that loading the chain again fills. Labels belong to the directory; events continue their numbers. */
const isChainTable = (name: string): boolean =>
  (/^(?:btc|eth)_/.test(name) && name !== 'btc_label') || name === 'stale_block';

/**
 * Returns the tables of an archive by name: permanent ones, without those of a bulk load in progress (`load_…`).
 * Generated columns are left out.
 */
export async function listTables(client: pg.Client, options: { chain: boolean }): Promise<TableColumns[]> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relpersistence = 'p'
     group by c.oid order by c.relname`,
  );
  return rows.filter(
    ({ name }) =>
      !neverCopied.has(name) && !name.startsWith('load_') && (options.chain || !isChainTable(name)),
  );
}

/** Returns the names of all relations in the schema: none in an empty database. */
export async function listRelations(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace order by relname`,
  );
  return rows.map(({ name }) => name);
}
