import type { MemberRole } from '@hopscope/contract';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import type { OrganizationMemberTable } from '../../../db/schema.ts';
import type { OrganizationRow } from './directory.store.ts';

export type MemberRow = Selectable<OrganizationMemberTable>;

/** A line of the People tab: a member, or an open invitation. */
export interface PeopleLine {
  id: string;
  organization_id: string;
  /** Null: invited. */
  user_id: string | null;
  /** Null: a member, whose email people know. */
  email: string | null;
  role: MemberRole;
  invited_by: string | null;
  at: Date;
}

/** False if another organization has this invite code. */
export async function insertOrganization(trx: Kysely<Schema>, row: OrganizationRow): Promise<boolean> {
  const result = await trx
    .insertInto('organization')
    .values(row)
    .onConflict((conflict) => conflict.column('invite_code').doNothing())
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) === 1n;
}

export async function updateOrganization(
  trx: Kysely<Schema>,
  id: string,
  change: Partial<Omit<OrganizationRow, 'id' | 'created_at'>>,
): Promise<OrganizationRow> {
  return trx
    .updateTable('organization')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** True if an organization, even a deleted one, has this invite code. */
export async function isCodeTaken(db: Kysely<Schema>, code: string): Promise<boolean> {
  const row = await db
    .selectFrom('organization')
    .select('id')
    .where('invite_code', '=', code)
    .executeTakeFirst();
  return row !== undefined;
}

export async function findIdByCode(db: Kysely<Schema>, code: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('organization')
    .select('id')
    .where('invite_code', '=', code)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row?.id;
}

/** A page of a person's memberships, oldest first, with the exact number. */
export async function readMemberships(
  db: Kysely<Schema>,
  userId: string,
  { page, limit }: { page: number; limit: number },
): Promise<{ rows: { organization: OrganizationRow; role: MemberRole }[]; total: number }> {
  const mine = db
    .selectFrom('organization_member')
    .innerJoin('organization', 'organization.id', 'organization_member.organization_id')
    .where('organization_member.user_id', '=', userId)
    .where('organization.deleted_at', 'is', null);
  const { total } = await mine
    .select(({ fn }) => fn.countAll<bigint>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await mine
    .selectAll('organization')
    .select('organization_member.role as member_role')
    .orderBy('organization_member.joined_at')
    .orderBy('organization_member.id')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
  return {
    rows: rows.map(({ member_role: role, ...organization }) => ({ organization, role })),
    total: Number(total),
  };
}

/** Members and open invitations of organizations, each line numbered: admins first, active before pending. */
function peopleLines(organizationIds: readonly string[], at: Date) {
  return sql`
    select id, organization_id, user_id, email, role, invited_by, at, row_number() over (
      partition by organization_id
      order by (role = 'admin') desc, (user_id is not null) desc, at, id
    ) as number
    from (
      select id, organization_id, user_id, null::text as email, role, invited_by, joined_at as at
      from organization_member where organization_id = any(${organizationIds}::uuid[])
      union all
      select id, organization_id, null::uuid, email, role, invited_by, created_at
      from organization_invitation
      where organization_id = any(${organizationIds}::uuid[]) and status = 'pending' and expires_at > ${at}
    ) as people`;
}

/** The first lines of the People tab of each organization. */
export async function readFirstPeople(
  db: Kysely<Schema>,
  organizationIds: readonly string[],
  { at, limit }: { at: Date; limit: number },
): Promise<PeopleLine[]> {
  if (organizationIds.length === 0) return [];
  const { rows } = await sql<PeopleLine>`
    select id, organization_id, user_id, email, role, invited_by, at
    from (${peopleLines(organizationIds, at)}) as lines
    where number <= ${limit} order by organization_id, number`.execute(db);
  return rows;
}

/** A page of the People tab with the exact number of lines. */
export async function readPeople(
  db: Kysely<Schema>,
  organizationId: string,
  { at, page, limit }: { at: Date; page: number; limit: number },
): Promise<{ rows: PeopleLine[]; total: number }> {
  const counted = await sql<{ total: bigint }>`
    select count(*) as total from (${peopleLines([organizationId], at)}) as lines`.execute(db);
  const { rows } = await sql<PeopleLine>`
    select id, organization_id, user_id, email, role, invited_by, at
    from (${peopleLines([organizationId], at)}) as lines
    order by number limit ${limit} offset ${(page - 1) * limit}`.execute(db);
  return { rows, total: Number(counted.rows[0]?.total ?? 0n) };
}

/** The oldest living organization that a person owns. */
export async function findOwnedOrganization(
  db: Kysely<Schema>,
  ownerId: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('organization')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('deleted_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .executeTakeFirst();
  return row?.id;
}

export async function findMember(
  db: Kysely<Schema>,
  by: { organizationId: string; memberId: string } | { organizationId: string; userId: string },
): Promise<MemberRow | undefined> {
  const query = db
    .selectFrom('organization_member')
    .selectAll()
    .where('organization_id', '=', by.organizationId);
  return 'memberId' in by
    ? query.where('id', '=', by.memberId).executeTakeFirst()
    : query.where('user_id', '=', by.userId).executeTakeFirst();
}

export async function insertMember(trx: Kysely<Schema>, row: MemberRow): Promise<void> {
  await trx.insertInto('organization_member').values(row).execute();
}

export async function setMemberRole(trx: Kysely<Schema>, memberId: string, role: MemberRole): Promise<void> {
  await trx.updateTable('organization_member').set({ role }).where('id', '=', memberId).execute();
}

export async function deleteMember(trx: Kysely<Schema>, memberId: string): Promise<void> {
  await trx.deleteFrom('organization_member').where('id', '=', memberId).execute();
}

export async function deleteMembers(trx: Kysely<Schema>, organizationId: string): Promise<void> {
  await trx.deleteFrom('organization_member').where('organization_id', '=', organizationId).execute();
}

/** Organizations, not deleted, that a person owns or is a member of, in the order in which they are locked. */
export async function readOrganizationsOf(
  trx: Kysely<Schema>,
  userId: string,
): Promise<{ id: string; owner_id: string }[]> {
  return trx
    .selectFrom('organization')
    .innerJoin('organization_member', 'organization_member.organization_id', 'organization.id')
    .select(['organization.id', 'organization.owner_id'])
    .where('organization_member.user_id', '=', userId)
    .where('organization.deleted_at', 'is', null)
    .orderBy('organization.id')
    .execute();
}

/** Returns the organizations that a person owns, except deleted ones. */
export async function countOwned(db: Kysely<Schema>, userId: string): Promise<number> {
  const { total } = await db
    .selectFrom('organization')
    .select(({ fn }) => fn.countAll<bigint>().as('total'))
    .where('owner_id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(total);
}
