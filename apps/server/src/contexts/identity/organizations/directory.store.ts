import type { Kysely, Selectable } from 'kysely';
import { containing } from '../../../db/like.ts';
import { readPage } from '../../../db/paging.ts';
import type { Schema } from '../../../db/schema.ts';
import type { OrganizationTable } from '../../../db/schema.ts';

export type OrganizationRow = Selectable<OrganizationTable>;

/** The organization, locked until the transaction ends; undefined if it is unknown or deleted. */
export async function lockOrganization(
  trx: Kysely<Schema>,
  id: string,
): Promise<OrganizationRow | undefined> {
  return trx
    .selectFrom('organization')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}

/** Organizations by id, deleted ones too. */
export async function findOrganizations(
  db: Kysely<Schema>,
  ids: readonly string[],
): Promise<OrganizationRow[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom('organization')
    .selectAll()
    .where('id', 'in', [...ids])
    .execute();
}

/** Those of some people who are active members. */
export async function findMemberIds(
  db: Kysely<Schema>,
  organizationId: string,
  userIds: readonly string[],
): Promise<Set<string>> {
  if (userIds.length === 0) return new Set();
  const rows = await db
    .selectFrom('organization_member')
    .select('user_id')
    .where('organization_id', '=', organizationId)
    .where('user_id', 'in', [...userIds])
    .execute();
  return new Set(rows.map((row) => row.user_id));
}

/** Active members of each organization; those without any are missing. */
export async function countMembers(
  db: Kysely<Schema>,
  organizationIds: readonly string[],
): Promise<Map<string, number>> {
  if (organizationIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('organization_member')
    .select(['organization_id', ({ fn }) => fn.countAll<bigint>().as('members')])
    .where('organization_id', 'in', [...organizationIds])
    .groupBy('organization_id')
    .execute();
  return new Map(rows.map((row) => [row.organization_id, Number(row.members)]));
}

function matching(db: Kysely<Schema>, search: string) {
  const query = db.selectFrom('organization').where('deleted_at', 'is', null);
  return search === '' ? query : query.where('name', 'ilike', containing(search));
}

/** Organizations of the installation, newest first, with the exact number that match. */
export async function searchOrganizations(
  db: Kysely<Schema>,
  { search, page, limit }: { search: string; page: number; limit: number },
): Promise<{ rows: OrganizationRow[]; total: number }> {
  return readPage(
    matching(db, search),
    (all) => all.selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc'),
    { page, limit },
  );
}
