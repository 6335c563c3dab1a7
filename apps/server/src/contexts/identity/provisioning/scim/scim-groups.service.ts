import { randomUUID } from 'node:crypto';
import {
  scimGroup,
  type ScimGroup,
  type ScimGroupAnswer,
  type ScimListQuery,
  type ScimOperation,
} from '@hopscope/contract';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Schema } from '../../../../db/schema.ts';
import { notFound } from '../../../../lib/app-error.ts';
import type { PublicUrl } from '../../../../lib/public-url.ts';
import { isUuid } from '../../../../lib/uuid.ts';
import type { Audit } from '../../audit/audit.service.ts';
import type { ByMember } from '../../organizations/membership.service.ts';
import { recordOf } from '../../organizations/organization-locks.ts';
import { notUnique, scimRefusal } from './scim-error.ts';
import { readFilter } from './scim-filter.ts';
import { patched, presentList, presentScimGroup } from './scim-resources.ts';
import { lockProvisioned, scimLocation, type ScimUsers } from './scim-users.service.ts';
import {
  addGroupMembers,
  deleteScimGroupRow,
  findScimUserIds,
  insertScimGroup,
  readGroupLinks,
  readScimGroups,
  removeGroupMembers,
  type ScimGroupRow,
  updateScimGroup,
} from './scim.store.ts';

const missing = () => notFound('Group not found');

/** Whether a request leaves out the members, which can be many. */
const hasMembers = (excluded: string | undefined): boolean =>
  !(excluded ?? '').split(',').some((name) => name.trim().toLowerCase() === 'members');

const memberIds = z.array(z.object({ value: z.string() }));

/** A group whose members have nothing but their IDs: identity providers remove members by value. */
function comparable(group: ScimGroupAnswer): object {
  return { ...group, members: group.members?.map(({ value }) => ({ value })) };
}

/** An operation on members without names and references, which providers may add. */
function ofMembers(operation: ScimOperation): ScimOperation {
  if (operation.path?.toLowerCase() !== 'members') return operation;
  const ids = memberIds.safeParse(operation.value);
  return ids.success ? { ...operation, value: ids.data } : operation;
}

/** Groups of an identity provider, by whose names members get their roles (RFC 7644). */
export function createScimGroups(options: {
  kysely: Kysely<Schema>;
  audit: Audit;
  users: Pick<ScimUsers, 'settleUsers'>;
  publicUrl: PublicUrl;
  now: () => number;
}) {
  const { kysely, audit, users, publicUrl, now } = options;
  const locate = scimLocation(publicUrl);

  async function present(
    db: Kysely<Schema>,
    rows: readonly ScimGroupRow[],
    withMembers: boolean,
  ): Promise<ScimGroupAnswer[]> {
    if (!withMembers) return rows.map((row) => presentScimGroup(row, undefined, locate));
    const links = await readGroupLinks(db, { groupIds: rows.map(({ id }) => id) });
    const linksOf = Map.groupBy(links, ({ groupId }) => groupId);
    return rows.map((row) => presentScimGroup(row, linksOf.get(row.id) ?? [], locate));
  }

  async function find(db: Kysely<Schema>, organizationId: string, id: string): Promise<ScimGroupRow> {
    const [row] = isUuid(id) ? await readScimGroups(db, organizationId, { id }) : [];
    if (!row) throw missing();
    return row;
  }

  async function one(
    db: Kysely<Schema>,
    organizationId: string,
    { id, withMembers = true }: { id: string; withMembers?: boolean },
  ): Promise<ScimGroupAnswer> {
    const [view] = await present(db, [await find(db, organizationId, id)], withMembers);
    if (!view) throw missing();
    return view;
  }

  /** IDs of the members of a request; 400 for users that the organization doesn't have. */
  async function membersOf(
    trx: Kysely<Schema>,
    organizationId: string,
    { members }: ScimGroup,
  ): Promise<ReadonlySet<string>> {
    const ids = new Set((members ?? []).map(({ value }) => value.toLowerCase()));
    const known = await findScimUserIds(trx, organizationId, [...ids].filter(isUuid));
    const unknown = [...ids].find((id) => !known.has(id));
    if (unknown === undefined) return known;
    throw scimRefusal('invalidValue', `The group has a member that is not a user: ${unknown}`);
  }

  /** 409 `uniqueness` if another group has the name. */
  async function checkName(
    trx: Kysely<Schema>,
    organizationId: string,
    { name, except }: { name: string; except?: string },
  ): Promise<void> {
    const same = await readScimGroups(trx, organizationId, { name });
    if (same.some(({ id }) => id !== except)) throw notUnique('A group with this name exists');
  }

  async function change(
    by: ByMember,
    id: string,
    read: (resource: ScimGroupAnswer) => ScimGroup,
  ): Promise<ScimGroupAnswer> {
    const { view, notifications } = await kysely.transaction().execute(async (trx) => {
      const place = await lockProvisioned(trx, by);
      const { id: organizationId } = place.locked.row;
      const row = await find(trx, organizationId, id);
      const before = await one(trx, organizationId, { id });
      const group = read(before);
      await checkName(trx, organizationId, { name: group.displayName, except: id });
      const old = new Set((before.members ?? []).map(({ value }) => value));
      const next = await membersOf(trx, organizationId, group);
      const added = new Set([...next].filter((each) => !old.has(each)));
      const removed = new Set([...old].filter((each) => !next.has(each)));
      await updateScimGroup(trx, id, {
        external_id: group.externalId ?? null,
        name: group.displayName,
        updated_at: new Date(Math.max(now(), row.updated_at.getTime() + 1)),
      });
      await addGroupMembers(trx, id, [...added]);
      await removeGroupMembers(trx, id, [...removed]);
      // A new name can give all members another role.
      const ids = new Set(row.name === group.displayName ? [...added, ...removed] : [...old, ...next]);
      const settled = await users.settleUsers(trx, place, { by, ids });
      const made = await one(trx, organizationId, { id });
      await audit.record(trx, {
        ...recordOf(by, place.locked),
        action: 'provisioned_group.changed',
        subject: { type: 'provisioned_group', id },
        before: { name: row.name, externalId: row.external_id },
        after: {
          name: group.displayName,
          externalId: group.externalId ?? null,
          added: [...added],
          removed: [...removed],
        },
      });
      return { view: made, notifications: settled };
    });
    for (const notify of notifications) await notify();
    return view;
  }

  return {
    async list({ member }: ByMember, query: ScimListQuery) {
      const { narrowing, matches } = readFilter(query.filter);
      const isKnown = narrowing.id === undefined || isUuid(narrowing.id);
      const rows = isKnown ? await readScimGroups(kysely, member.organizationId, narrowing) : [];
      const withMembers = hasMembers(query.excludedAttributes);
      // A filter by members needs them even if the response leaves them out.
      const all = await present(kysely, rows, withMembers || query.filter !== undefined);
      const found = all.filter(matches);
      const page = presentList(found, query);
      if (withMembers) return page;
      return { ...page, Resources: page.Resources.map(({ members: _members, ...group }) => group) };
    },

    get: ({ member }: ByMember, id: string, excluded: string | undefined) =>
      one(kysely, member.organizationId, { id, withMembers: hasMembers(excluded) }),

    /** Adds a group; 409 `uniqueness` if there is one with this name. */
    async create(by: ByMember, group: ScimGroup): Promise<ScimGroupAnswer> {
      const { view, notifications } = await kysely.transaction().execute(async (trx) => {
        const place = await lockProvisioned(trx, by);
        const { id: organizationId } = place.locked.row;
        await checkName(trx, organizationId, { name: group.displayName });
        const ids = await membersOf(trx, organizationId, group);
        const id = randomUUID();
        const at = new Date(now());
        await insertScimGroup(trx, {
          id,
          organization_id: organizationId,
          external_id: group.externalId ?? null,
          name: group.displayName,
          created_at: at,
          updated_at: at,
        });
        await addGroupMembers(trx, id, [...ids]);
        const settled = await users.settleUsers(trx, place, { by, ids });
        const made = await one(trx, organizationId, { id });
        await audit.record(trx, {
          ...recordOf(by, place.locked),
          action: 'provisioned_group.created',
          subject: { type: 'provisioned_group', id },
          after: { name: group.displayName, externalId: group.externalId ?? null, added: [...ids] },
        });
        return { view: made, notifications: settled };
      });
      for (const notify of notifications) await notify();
      return view;
    },

    replace: (by: ByMember, id: string, group: ScimGroup): Promise<ScimGroupAnswer> =>
      change(by, id, () => group),

    patch: (by: ByMember, id: string, operations: readonly ScimOperation[]): Promise<ScimGroupAnswer> =>
      change(by, id, (resource) => patched(comparable(resource), operations.map(ofMembers), scimGroup)),

    /** Removes a group; its members lose the role that came from it. */
    async remove(by: ByMember, id: string): Promise<void> {
      const notifications = await kysely.transaction().execute(async (trx) => {
        const place = await lockProvisioned(trx, by);
        const { id: organizationId } = place.locked.row;
        const row = await find(trx, organizationId, id);
        const links = await readGroupLinks(trx, { groupIds: [id] });
        await deleteScimGroupRow(trx, id);
        const ids = new Set(links.map(({ scimUserId }) => scimUserId));
        const settled = await users.settleUsers(trx, place, { by, ids });
        await audit.record(trx, {
          ...recordOf(by, place.locked),
          action: 'provisioned_group.removed',
          subject: { type: 'provisioned_group', id },
          before: { name: row.name, externalId: row.external_id, members: [...ids] },
        });
        return settled;
      });
      for (const notify of notifications) await notify();
    },
  };
}
