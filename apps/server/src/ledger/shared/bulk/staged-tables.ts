import type { Blockchain } from '@hopscope/domain';
import type { SqlSession } from '../../../db/session.ts';

/** Tables of each chain that a load fills separately and then replaces those of the ledger with. */
export const stagedTables = {
  bitcoin: [
    'btc_block',
    'btc_tx',
    'btc_tx_rest',
    'btc_tx_lookup',
    'btc_account',
    'btc_activity',
    'btc_days',
    'btc_spend',
    'btc_unresolved',
    'btc_cluster',
  ],
  ethereum: [
    'eth_block',
    'eth_tx',
    'eth_tx_lookup',
    'eth_account',
    'eth_holding',
    'eth_list',
    'eth_days',
    'eth_asset',
    'eth_fact',
  ],
} as const;
export type StagedTable = (typeof stagedTables)[Blockchain][number];

const prefix = 'load_';

/** Returns the name of the table that is filled instead of the ledger's. */
export function stagedName(table: StagedTable): string {
  return prefix + table;
}

export const stagedColumns: Readonly<Record<StagedTable, readonly string[]>> = {
  btc_block:
    'height hash header tx_count size stripped_size input_count output_count unknown_inputs output_amt reward fees coinbase_script'.split(
      ' ',
    ),
  btc_tx: ['pos', 'txid', 'body'],
  btc_tx_rest: ['pos', 'rest'],
  btc_tx_lookup: ['key', 'pos'],
  btc_account: ['id', 'received', 'spent', 'tx_count', 'block_count', 'flags', 'key', 'tail'],
  btc_activity: ['id', 'chunk', 'entries'],
  btc_days: ['id', 'part', 'days'],
  btc_spend: ['outpoint', 'inpoint'],
  btc_unresolved: ['key', 'inpoint'],
  btc_cluster: ['id', 'home', 'key', 'size', 'parent', 'place', 'linked'],
  eth_block: ['height', 'hash', 'parent_hash', 'time', 'tx_count', 'body'],
  eth_tx: ['pos', 'hash', 'body'],
  eth_tx_lookup: ['key', 'pos'],
  eth_account: ['id', 'received', 'spent', 'opening', 'key', 'lists'],
  eth_holding: ['id', 'asset', 'received', 'spent', 'lists'],
  eth_list: ['id', 'list', 'chunk', 'entries'],
  eth_days: ['id', 'part', 'days'],
  eth_asset: ['id', 'contract', 'standard', 'decimals', 'fake', 'movements', 'name', 'symbol'],
  eth_fact: ['key', 'pos', 'log', 'kind', 'contract'],
};

/** Recreates the table, empty and without keys and indexes. */
export async function createStaged(session: SqlSession, table: StagedTable): Promise<void> {
  await session.query(`drop table if exists ${stagedName(table)}`);
  await session.query(
    `create table ${stagedName(table)} (like ${table} including defaults including storage including compression)`,
  );
}

export async function dropStaged(session: SqlSession, chain: Blockchain): Promise<void> {
  for (const table of stagedTables[chain]) await session.query(`drop table if exists ${stagedName(table)}`);
}

/** Returns the ledger's keys and indexes of a table: the statement that creates each, and its name. */
async function indexesOf(
  session: SqlSession,
  table: StagedTable,
): Promise<{ name: string; make: string; constraint: boolean }[]> {
  const { rows } = await session.query<{ name: string; definition: string; is_constraint: boolean }>(
    `select c.relname as name, coalesce(pg_get_constraintdef(k.oid), pg_get_indexdef(i.indexrelid)) as definition,
       k.oid is not null as is_constraint
     from pg_index i join pg_class c on c.oid = i.indexrelid
     left join pg_constraint k on k.conindid = i.indexrelid and k.contype in ('p', 'u')
     where i.indrelid = $1::regclass order by c.relname`,
    [table],
  );
  return rows.map(({ name, definition, is_constraint }) => ({
    name,
    constraint: is_constraint,
    make: is_constraint
      ? `alter table ${stagedName(table)} add constraint ${prefix}${name} ${definition}`
      : definition
          .replace(` INDEX ${name} `, ` INDEX ${prefix}${name} `)
          .replace(/ ON (?:\w+\.)?\w+ /, ` ON ${stagedName(table)} `),
  }));
}

/** Adds the same keys and indexes as the ledger's table. */
export async function indexStaged(session: SqlSession, table: StagedTable): Promise<void> {
  for (const { make } of await indexesOf(session, table)) await session.query(make);
  await session.query(`analyze ${stagedName(table)}`);
}

/** Removes the keys and indexes. */
export async function dropKeys(session: SqlSession, table: StagedTable): Promise<void> {
  for (const { name, constraint } of await indexesOf(session, table)) {
    await session.query(
      constraint
        ? `alter table ${stagedName(table)} drop constraint if exists ${prefix}${name}`
        : `drop index if exists ${prefix}${name}`,
    );
  }
}

/**
 * Replaces the ledger's table, which must be empty, with the filled one, within the caller's transaction: readers see either
 * of them. Throws RangeError if the ledger's table has rows.
 */
export async function swapStaged(session: SqlSession, table: StagedTable): Promise<void> {
  const indexes = await indexesOf(session, table);
  await session.query(`lock table ${table} in access exclusive mode`);
  const { rows } = await session.query<{ any: boolean }>(`select exists (select 1 from ${table}) as any`);
  if (rows[0]?.any !== false) throw new RangeError(`${table} has rows: it cannot be replaced`);
  await session.query(`drop table ${table}`);
  await session.query(`alter table ${stagedName(table)} rename to ${table}`);
  for (const { name } of indexes) await session.query(`alter index ${prefix}${name} rename to ${name}`);
}
