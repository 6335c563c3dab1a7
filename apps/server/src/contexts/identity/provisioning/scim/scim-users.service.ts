import { randomUUID } from 'node:crypto';
import {
  isAllowedDomain,
  provisionedRole,
  type ScimListQuery,
  type ScimOperation,
  scimUser,
  type ScimUser,
  type ScimUserAnswer,
} from '@hopscope/contract';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Schema } from '../../../../db/schema.ts';
import { conflict, forbidden, notFound } from '../../../../lib/app-error.ts';
import type { PublicUrl } from '../../../../lib/public-url.ts';
import { isUuid } from '../../../../lib/uuid.ts';
import type { Audit } from '../../audit/audit.service.ts';
import { accountName, type VouchedAccounts } from '../../auth/vouched-accounts.ts';
import type { UserAccount } from '../../auth/accounts.ts';
import { nothingReleased } from '../../organizations/membership-changes.ts';
import type { ByMember } from '../../organizations/membership.service.ts';
import {
  type LockedOrganization,
  lockOrganizationFor,
  recordOf,
} from '../../organizations/organization-locks.ts';
import type { People } from '../../people/people.service.ts';
import { findRules, type StoredRules } from '../provisioning.store.ts';
import type { SettleMembership } from '../../organizations/settle-membership.ts';
import { notUnique, scimRefusal } from './scim-error.ts';
import { readFilter } from './scim-filter.ts';
import { patched, presentList, presentScimUser } from './scim-resources.ts';
import {
  deleteScimUserRow,
  findSameUser,
  insertScimUser,
  readGroupLinks,
  readScimUsers,
  type ScimUserRow,
  updateScimUser,
} from './scim.store.ts';

const email = z.email().max(254);
const missing = () => notFound('User not found');

/** Base URL of SCIM resources. */
export const scimLocation =
  (publicUrl: PublicUrl) =>
  (path: string): string =>
    publicUrl.link(`/api/v1/scim/v2/${path}`);

/** The email of a user: the primary one, else the first, else the user name. */
function emailOf({ userName, emails }: ScimUser): string {
  const named = emails?.find(({ primary }) => primary === true) ?? emails?.[0];
  const read = email.safeParse(named?.value ?? userName);
  if (!read.success) throw scimRefusal('invalidValue', 'The user has no valid email address');
  return read.data;
}

function namesOf({ name, displayName }: ScimUser): { name: string | undefined; surname: string | undefined } {
  const [first, ...rest] = (name?.formatted ?? displayName ?? '').trim().split(/\s+/);
  return {
    name: name?.givenName ?? (first === '' ? undefined : first),
    surname: name?.familyName ?? (name?.givenName == null ? rest.join(' ') : undefined),
  };
}

/** Locks the organization and reads its rules; 403 without any. */
export async function lockProvisioned(
  trx: Kysely<Schema>,
  by: ByMember,
): Promise<{ locked: LockedOrganization; rules: StoredRules }> {
  const locked = await lockOrganizationFor(trx, by, 'members.provision');
  const rules = await findRules(trx, locked.row.id);
  if (!rules) throw forbidden('The operator has not set up an identity provider for this organization');
  return { locked, rules };
}

/** Users that an identity provider manages in an organization (RFC 7644). */
export function createScimUsers(options: {
  kysely: Kysely<Schema>;
  audit: Audit;
  people: People;
  vouched: VouchedAccounts;
  settle: SettleMembership;
  publicUrl: PublicUrl;
  now: () => number;
}) {
  const { kysely, audit, people, vouched, settle, publicUrl, now } = options;
  const locate = scimLocation(publicUrl);

  async function present(db: Kysely<Schema>, rows: readonly ScimUserRow[]): Promise<ScimUserAnswer[]> {
    const links = await readGroupLinks(db, { scimUserIds: rows.map(({ id }) => id) });
    const linksOf = Map.groupBy(links, ({ scimUserId }) => scimUserId);
    return rows.map((row) => presentScimUser(row, linksOf.get(row.id) ?? [], locate));
  }

  /** 404 if the organization has no such user. */
  async function find(db: Kysely<Schema>, organizationId: string, id: string): Promise<ScimUserRow> {
    const [row] = isUuid(id) ? await readScimUsers(db, organizationId, { id }) : [];
    if (!row) throw missing();
    return row;
  }

  async function one(db: Kysely<Schema>, organizationId: string, id: string): Promise<ScimUserAnswer> {
    const [view] = await present(db, [await find(db, organizationId, id)]);
    if (!view) throw missing();
    return view;
  }

  /** The account of a new user, locked: an existing one, or a new one. */
  async function accountOf(trx: Kysely<Schema>, address: string, user: ScimUser): Promise<UserAccount> {
    const names = namesOf(user);
    const known = await people.accounts.findByEmail(trx, people.emailKeyOf(address));
    const existing = known && (await people.accounts.lock(trx, known.id));
    if (existing) return vouched.takeOver(trx, existing, names);
    const created = await vouched.create(trx, address, names);
    if (!created)
      throw conflict('An account with this email was created at the same time. Please try again.');
    return created;
  }

  /** Gives the account the names that the identity provider sent; returns whether they differ. */
  async function rename(trx: Kysely<Schema>, account: UserAccount, user: ScimUser): Promise<boolean> {
    const names = namesOf(user);
    const name = accountName(names.name) ?? account.name;
    const surname = accountName(names.surname) ?? account.surname;
    if (name === account.name && surname === account.surname) return false;
    await people.accounts.update(trx, account.id, { name, surname });
    return true;
  }

  /**
   * Makes the membership what the identity provider says. Whoever created its API key keeps the membership and the role that the
   * key needs: 409 if that person is not active.
   */
  async function settleUser(
    trx: Kysely<Schema>,
    { locked, rules }: { locked: LockedOrganization; rules: StoredRules },
    { by, row, active }: { by: ByMember; row: { id: string; user_id: string }; active: boolean },
  ) {
    if (row.user_id === by.actor.user._id) {
      if (active) return nothingReleased;
      throw conflict(
        'This person created the API key of the identity provider. Use a key of another person first.',
      );
    }
    const links = await readGroupLinks(trx, { scimUserIds: [row.id] });
    const groups = links.map(({ groupName }) => groupName);
    const account = await people.accounts.find(trx, row.user_id);
    return settle(trx, locked.row, {
      person: { userId: row.user_id, emailKey: account?.email_key ?? '' },
      role: active ? provisionedRole(rules, groups) : null,
      inactive: !active,
      record: { ...recordOf(by, locked), reason: 'Identity provider' },
    });
  }

  async function replaceWithin(
    trx: Kysely<Schema>,
    by: ByMember,
    { id, read }: { id: string; read: (resource: ScimUserAnswer) => ScimUser },
  ) {
    const place = await lockProvisioned(trx, by);
    const { id: organizationId } = place.locked.row;
    const row = await find(trx, organizationId, id);
    const before = await one(trx, organizationId, id);
    const user = read(before);
    if (people.emailKeyOf(emailOf(user)) !== people.emailKeyOf(row.email)) {
      throw scimRefusal('mutability', 'The email of an account cannot change. Add a new user instead.');
    }
    const same = { organizationId, userId: row.user_id, userName: user.userName, except: id };
    if (await findSameUser(trx, same)) throw notUnique('Another user has this user name');
    const account = await people.accounts.lock(trx, row.user_id);
    const renamed = account !== undefined && (await rename(trx, account, user));
    await updateScimUser(trx, id, {
      external_id: user.externalId ?? null,
      user_name: user.userName,
      active: user.active,
      updated_at: new Date(Math.max(now(), row.updated_at.getTime() + 1)),
    });
    // Groups decide about roles; a user that changes otherwise may have none yet.
    const { notify } =
      user.active === row.active
        ? nothingReleased
        : await settleUser(trx, place, { by, row, active: user.active });
    const view = await one(trx, organizationId, id);
    await audit.record(trx, {
      ...recordOf(by, place.locked),
      action: 'provisioned_user.changed',
      subject: { type: 'provisioned_user', id },
      before: {
        userId: row.user_id,
        userName: row.user_name,
        externalId: row.external_id,
        active: row.active,
      },
      after: {
        renamed,
        userId: row.user_id,
        userName: user.userName,
        externalId: user.externalId ?? null,
        active: user.active,
      },
    });
    return { view, notify };
  }

  async function change(
    by: ByMember,
    id: string,
    read: (resource: ScimUserAnswer) => ScimUser,
  ): Promise<ScimUserAnswer> {
    const { view, notify } = await kysely
      .transaction()
      .execute((trx) => replaceWithin(trx, by, { id, read }));
    await notify();
    return view;
  }

  return {
    async list({ member }: ByMember, query: ScimListQuery) {
      const { narrowing, matches } = readFilter(query.filter);
      const isKnown = narrowing.id === undefined || isUuid(narrowing.id);
      const rows = isKnown ? await readScimUsers(kysely, member.organizationId, narrowing) : [];
      return presentList((await present(kysely, rows)).filter(matches), query);
    },

    get: ({ member }: ByMember, id: string) => one(kysely, member.organizationId, id),

    /** Adds a user; 409 `uniqueness` if there is one with this account or name. */
    async create(by: ByMember, user: ScimUser): Promise<ScimUserAnswer> {
      const address = emailOf(user);
      const { view, notify } = await kysely.transaction().execute(async (trx) => {
        const place = await lockProvisioned(trx, by);
        const { id: organizationId } = place.locked.row;
        if (!isAllowedDomain(people.emailKeyOf(address), place.rules.domains)) {
          const domains = place.rules.domains.join(', ');
          throw scimRefusal('invalidValue', `Only emails in these domains can be added: ${domains}`);
        }
        const account = await accountOf(trx, address, user);
        const same = { organizationId, userId: account.id, userName: user.userName, except: null };
        if (await findSameUser(trx, same)) throw notUnique('A user with this name or email exists');
        await rename(trx, account, user);
        const id = randomUUID();
        const at = new Date(now());
        await insertScimUser(trx, {
          id,
          organization_id: organizationId,
          user_id: account.id,
          external_id: user.externalId ?? null,
          user_name: user.userName,
          active: user.active,
          created_at: at,
          updated_at: at,
        });
        // Providers send users first and their groups later: until then, a member remains one.
        const waits = user.active && place.rules.defaultRole === null;
        const row = { id, user_id: account.id };
        const settled = waits
          ? nothingReleased
          : await settleUser(trx, place, { by, row, active: user.active });
        const made = await one(trx, organizationId, id);
        await audit.record(trx, {
          ...recordOf(by, place.locked),
          action: 'provisioned_user.created',
          subject: { type: 'provisioned_user', id },
          after: {
            userId: account.id,
            userName: user.userName,
            externalId: user.externalId ?? null,
            active: user.active,
          },
        });
        return { view: made, notify: settled.notify };
      });
      await notify();
      return view;
    },

    replace: (by: ByMember, id: string, user: ScimUser): Promise<ScimUserAnswer> =>
      change(by, id, () => user),

    patch: (by: ByMember, id: string, operations: readonly ScimOperation[]): Promise<ScimUserAnswer> =>
      change(by, id, (resource) => patched(resource, operations, scimUser)),

    /** Ends membership and sessions, and forgets the user; the account remains. */
    async remove(by: ByMember, id: string): Promise<void> {
      const { notify } = await kysely.transaction().execute(async (trx) => {
        const place = await lockProvisioned(trx, by);
        const row = await find(trx, place.locked.row.id, id);
        const settled = await settleUser(trx, place, { by, row, active: false });
        await deleteScimUserRow(trx, id);
        await audit.record(trx, {
          ...recordOf(by, place.locked),
          action: 'provisioned_user.removed',
          subject: { type: 'provisioned_user', id },
          before: { userId: row.user_id, userName: row.user_name, externalId: row.external_id },
        });
        return settled;
      });
      await notify();
    },

    /** Settles users whose groups changed. */
    settleUsers: async (
      trx: Kysely<Schema>,
      place: { locked: LockedOrganization; rules: StoredRules },
      { by, ids }: { by: ByMember; ids: ReadonlySet<string> },
    ): Promise<(() => Promise<void>)[]> => {
      const notifications: (() => Promise<void>)[] = [];
      for (const id of [...ids].toSorted()) {
        const row = await find(trx, place.locked.row.id, id);
        if (!row.active) continue;
        notifications.push((await settleUser(trx, place, { by, row, active: true })).notify);
      }
      return notifications;
    },
  };
}

export type ScimUsers = ReturnType<typeof createScimUsers>;
