import type { Insertable, Kysely, Selectable, Updateable } from 'kysely';
import { sql } from 'kysely';
import type { ProvisionedGroupTable, ProvisionedUserTable, Schema } from '../../../../db/schema.ts';

export type ScimUserRow = Selectable<ProvisionedUserTable> & { email: string; name: string; surname: string };
export type ScimGroupRow = Selectable<ProvisionedGroupTable>;

/** Values of a filter that an index can find; all are optional. */
export interface Narrowing {
  id?: string;
  externalId?: string;
  /** `userName` or `displayName`, in any case. */
  name?: string;
}

function users(db: Kysely<Schema>, organizationId: string) {
  return db
    .selectFrom('provisioned_user as u')
    .innerJoin('app_user as person', 'person.id', 'u.user_id')
    .selectAll('u')
    .select(['person.email', 'person.name', 'person.surname'])
    .where('u.organization_id', '=', organizationId);
}

/** Users of an organization, oldest first. */
export async function readScimUsers(
  db: Kysely<Schema>,
  organizationId: string,
  { id, externalId, name }: Narrowing,
): Promise<ScimUserRow[]> {
  return users(db, organizationId)
    .$if(id !== undefined, (all) => all.where('u.id', '=', id ?? ''))
    .$if(externalId !== undefined, (all) => all.where('u.external_id', '=', externalId ?? ''))
    .$if(name !== undefined, (all) => all.where(sql<boolean>`lower(u.user_name) = lower(${name})`))
    .orderBy('u.created_at')
    .orderBy('u.id')
    .execute();
}

export async function insertScimUser(
  trx: Kysely<Schema>,
  row: Insertable<ProvisionedUserTable>,
): Promise<void> {
  await trx.insertInto('provisioned_user').values(row).execute();
}

export async function updateScimUser(
  trx: Kysely<Schema>,
  id: string,
  change: Updateable<ProvisionedUserTable>,
): Promise<void> {
  await trx.updateTable('provisioned_user').set(change).where('id', '=', id).execute();
}

export async function deleteScimUserRow(trx: Kysely<Schema>, id: string): Promise<void> {
  await trx.deleteFrom('provisioned_user').where('id', '=', id).execute();
}

/** A user with this account or this name, other than `except`. */
export async function findSameUser(
  trx: Kysely<Schema>,
  {
    organizationId,
    userId,
    userName,
    except,
  }: {
    organizationId: string;
    userId: string;
    userName: string;
    except: string | null;
  },
): Promise<string | undefined> {
  const row = await trx
    .selectFrom('provisioned_user')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where((eb) => eb.or([eb('user_id', '=', userId), sql<boolean>`lower(user_name) = lower(${userName})`]))
    .$if(except !== null, (all) => all.where('id', '<>', except ?? ''))
    .executeTakeFirst();
  return row?.id;
}

/** Groups of an organization, oldest first. */
export async function readScimGroups(
  db: Kysely<Schema>,
  organizationId: string,
  { id, externalId, name }: Narrowing,
): Promise<ScimGroupRow[]> {
  return db
    .selectFrom('provisioned_group')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .$if(id !== undefined, (all) => all.where('id', '=', id ?? ''))
    .$if(externalId !== undefined, (all) => all.where('external_id', '=', externalId ?? ''))
    .$if(name !== undefined, (all) => all.where(sql<boolean>`lower(name) = lower(${name})`))
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

export async function insertScimGroup(trx: Kysely<Schema>, row: ScimGroupRow): Promise<void> {
  await trx.insertInto('provisioned_group').values(row).execute();
}

export async function updateScimGroup(
  trx: Kysely<Schema>,
  id: string,
  change: Updateable<ProvisionedGroupTable>,
): Promise<void> {
  await trx.updateTable('provisioned_group').set(change).where('id', '=', id).execute();
}

export async function deleteScimGroupRow(trx: Kysely<Schema>, id: string): Promise<void> {
  await trx.deleteFrom('provisioned_group').where('id', '=', id).execute();
}

/** A link between a user and a group, with their names. */
export interface GroupLink {
  groupId: string;
  groupName: string;
  scimUserId: string;
  userName: string;
}

/** Links of some groups or of some users, by name. */
export async function readGroupLinks(
  db: Kysely<Schema>,
  of: { groupIds: readonly string[] } | { scimUserIds: readonly string[] },
): Promise<GroupLink[]> {
  const [column, ids] =
    'groupIds' in of
      ? (['m.group_id', of.groupIds] as const)
      : (['m.provisioned_user_id', of.scimUserIds] as const);
  if (ids.length === 0) return [];
  return db
    .selectFrom('provisioned_group_member as m')
    .innerJoin('provisioned_group as g', 'g.id', 'm.group_id')
    .innerJoin('provisioned_user as u', 'u.id', 'm.provisioned_user_id')
    .select([
      'm.group_id as groupId',
      'g.name as groupName',
      'm.provisioned_user_id as scimUserId',
      'u.user_name as userName',
    ])
    .where(column, 'in', [...ids])
    .orderBy('g.name')
    .orderBy('u.user_name')
    .execute();
}

/** Those of the IDs that are users of the organization. */
export async function findScimUserIds(
  trx: Kysely<Schema>,
  organizationId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await trx
    .selectFrom('provisioned_user')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('id', 'in', [...ids])
    .execute();
  return new Set(rows.map(({ id }) => id));
}

export async function addGroupMembers(
  trx: Kysely<Schema>,
  groupId: string,
  scimUserIds: readonly string[],
): Promise<void> {
  if (scimUserIds.length === 0) return;
  await trx
    .insertInto('provisioned_group_member')
    .values(scimUserIds.map((id) => ({ group_id: groupId, provisioned_user_id: id })))
    .execute();
}

export async function removeGroupMembers(
  trx: Kysely<Schema>,
  groupId: string,
  scimUserIds: readonly string[],
): Promise<void> {
  if (scimUserIds.length === 0) return;
  await trx
    .deleteFrom('provisioned_group_member')
    .where('group_id', '=', groupId)
    .where('provisioned_user_id', 'in', [...scimUserIds])
    .execute();
}
