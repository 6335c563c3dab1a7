import type { Blockchain } from '@hopscope/contract';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { EventLog } from '../event-log.ts';
import { inParts } from '../../../ledger/shared/byte-keys.ts';
import { anyOf } from '../../../db/any-of.ts';
import { containing } from '../../../db/like.ts';
import { readPage } from '../../../db/paging.ts';
import type { Schema } from '../../../db/schema.ts';
import type { MonitoredAddressEventTable, MonitoredAddressTable } from '../../../db/schema.ts';

export type AddressRow = Selectable<MonitoredAddressTable>;
export type ChangeRow = Selectable<MonitoredAddressEventTable>;

const rowsAtOnce = 500;

export interface AddressFilter {
  organizationId: string;
  blockchain?: Blockchain | undefined;
  isActive?: boolean | undefined;
  clientId?: string | undefined;
  tag?: string | undefined;
  search?: string | undefined;
  walletId?: string | undefined;
}

function matching(db: Kysely<Schema>, filter: AddressFilter) {
  let query = db
    .selectFrom('monitored_address')
    .where('organization_id', '=', filter.organizationId)
    .where('deleted_at', 'is', null);
  if (filter.blockchain !== undefined) query = query.where('chain', '=', filter.blockchain);
  if (filter.isActive !== undefined) query = query.where('is_active', '=', filter.isActive);
  if (filter.clientId !== undefined) query = query.where('client_id', '=', filter.clientId);
  if (filter.tag !== undefined) query = query.where('tags', 'like', containing(JSON.stringify(filter.tag)));
  if (filter.walletId !== undefined) {
    query = query.where(sql`wallet_id::text`, '=', filter.walletId);
  }
  const search = filter.search?.trim() ?? '';
  if (search === '') return query;
  const pattern = containing(search);
  return query.where((eb) =>
    eb.or(
      (['address', 'client_id', 'entity_name', 'notes'] as const).map((column) =>
        eb(column, 'ilike', pattern),
      ),
    ),
  );
}

/** How many addresses an organization monitors, paused ones too. */
export async function countAddresses(db: Kysely<Schema>, organizationId: string): Promise<number> {
  const { total } = await matching(db, { organizationId })
    .select(({ fn }) => fn.countAll<bigint>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** A page, newest first, with the exact number of all that match. */
export async function readAddresses(
  db: Kysely<Schema>,
  filter: AddressFilter,
  { page, limit }: { page: number; limit: number },
): Promise<{ rows: AddressRow[]; total: number }> {
  return readPage(
    matching(db, filter),
    (all) => all.selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc'),
    { page, limit },
  );
}

/** An entry that is monitored, locked until the transaction ends. */
export async function lockAddress(
  trx: Kysely<Schema>,
  organizationId: string,
  id: string,
): Promise<AddressRow | undefined> {
  return matching(trx, { organizationId }).selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Returns a monitored address; undefined if it is deleted or in another organization. */
export async function findAddress(
  db: Kysely<Schema>,
  organizationId: string,
  id: string,
): Promise<AddressRow | undefined> {
  return matching(db, { organizationId }).selectAll().where('id', '=', id).executeTakeFirst();
}

/** Whether the organization has, or had, this entry. */
export async function hasEntry(db: Kysely<Schema>, organizationId: string, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('monitored_address')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Returns the number of a change to monitored addresses. Serializes with blocks: a change committed before a block applies to
 * it.
 */
export async function nextChangeNumber(trx: Kysely<Schema>): Promise<bigint> {
  const { last } = await trx
    .insertInto('monitored_change_counter')
    .values({ last: 1n })
    .onConflict((conflict) =>
      conflict.column('one').doUpdateSet((eb) => ({ last: eb('monitored_change_counter.last', '+', 1n) })),
    )
    .returning('last')
    .executeTakeFirstOrThrow();
  return last;
}

/** Writes entries; those whose address is monitored already are passed over. Ids of those that were written. */
export async function insertAddresses(
  trx: Kysely<Schema>,
  rows: readonly AddressRow[],
): Promise<Set<string>> {
  const written = new Set<string>();
  for (const part of inParts(rows, rowsAtOnce)) {
    const ids = await trx
      .insertInto('monitored_address')
      .values([...part])
      .onConflict((conflict) =>
        conflict.columns(['organization_id', 'chain', 'key']).where('deleted_at', 'is', null).doNothing(),
      )
      .returning('id')
      .execute();
    for (const { id } of ids) written.add(id);
  }
  return written;
}

export async function updateAddress(
  trx: Kysely<Schema>,
  id: string,
  change: Partial<AddressRow>,
): Promise<AddressRow> {
  return trx
    .updateTable('monitored_address')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Ends the monitoring of all addresses and wallets of an organization that is deleted at `at`; its records stay. */
export async function endMonitoring(trx: Kysely<Schema>, organizationId: string, at: Date): Promise<void> {
  for (const table of ['monitored_address', 'monitored_wallet'] as const) {
    await trx
      .updateTable(table)
      .set({ deleted_at: at, updated_at: at })
      .where('organization_id', '=', organizationId)
      .where('deleted_at', 'is', null)
      .execute();
  }
}

/** The history of an entry. A change of several fields has an event for each, with the same number. */
export const addressLog: EventLog<'monitored_address_event'> = {
  table: 'monitored_address_event',
  subject: 'address_id',
  tieBreaker: 'field',
};

/** What was screened of a monitored address. */
export interface ScreenedOf {
  readonly transactions: number;
  readonly latest: Date | null;
  readonly highestScore: number | null;
}

/** Returns what was screened of addresses, by the ID of their entry; omits those without transactions. */
export async function readScreenedOf(
  db: Kysely<Schema>,
  organizationId: string,
  entries: readonly { readonly address: string }[],
): Promise<Map<string, ScreenedOf>> {
  if (entries.length === 0) return new Map();
  const rows = await db
    .selectFrom('compliance_transaction')
    .select(({ fn }) => [
      'address_id',
      fn.countAll<bigint>().as('transactions'),
      fn.max('happened_at').as('latest'),
      fn.max('risk_score').as('highest'),
    ])
    .where('organization_id', '=', organizationId)
    .where('address', '=', anyOf([...new Set(entries.map(({ address }) => address))]))
    .where('presence', '<>', 'withdrawn')
    .groupBy('address_id')
    .execute();
  return new Map(
    rows.map(({ address_id: id, transactions, latest, highest }) => [
      id,
      { transactions: Number(transactions), latest, highestScore: highest },
    ]),
  );
}
