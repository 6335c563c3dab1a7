import type { Kysely, Selectable, Updateable } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import type { ComplianceFilterTable } from '../../../db/schema.ts';

export type FilterRow = Selectable<ComplianceFilterTable>;

/** Listed at most: one's own and shared ones. */
const maxFilters = 500;

/** One's own and shared ones, by name. */
export async function readFilters(
  db: Kysely<Schema>,
  { organizationId, userId }: { organizationId: string; userId: string },
): Promise<FilterRow[]> {
  return db
    .selectFrom('compliance_filter')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where((eb) => eb.or([eb('owner_id', '=', userId), eb('shared', '=', true)]))
    .orderBy('name')
    .orderBy('id')
    .limit(maxFilters)
    .execute();
}

export async function countFilters(
  db: Kysely<Schema>,
  { organizationId, userId }: { organizationId: string; userId: string },
): Promise<number> {
  const row = await db
    .selectFrom('compliance_filter')
    .select(({ fn }) => fn.countAll<bigint>().as('n'))
    .where('organization_id', '=', organizationId)
    .where('owner_id', '=', userId)
    .executeTakeFirst();
  return Number(row?.n ?? 0n);
}

export async function insertFilter(trx: Kysely<Schema>, row: Omit<FilterRow, 'version'>): Promise<FilterRow> {
  return trx.insertInto('compliance_filter').values(row).returningAll().executeTakeFirstOrThrow();
}

/** Locked until the transaction ends. */
export async function lockFilter(
  trx: Kysely<Schema>,
  { organizationId, id }: { organizationId: string; id: string },
): Promise<FilterRow | undefined> {
  return trx
    .selectFrom('compliance_filter')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

export async function updateFilter(
  trx: Kysely<Schema>,
  id: string,
  change: Updateable<ComplianceFilterTable>,
): Promise<FilterRow> {
  return trx
    .updateTable('compliance_filter')
    .set((eb) => ({ ...change, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function deleteFilter(trx: Kysely<Schema>, id: string): Promise<void> {
  await trx.deleteFrom('compliance_filter').where('id', '=', id).execute();
}

/** Saved filters of a person in all organizations, for the person's own file. */
export async function readOwnFilters(db: Kysely<Schema>, userId: string) {
  return db
    .selectFrom('compliance_filter')
    .select([
      'id',
      'organization_id as organizationId',
      'name',
      'search',
      'shared',
      'created_at as createdAt',
    ])
    .where('owner_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}
