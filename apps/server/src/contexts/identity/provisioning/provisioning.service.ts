import {
  isAllowedDomain,
  type ProvisionedOrganization,
  provisionedRole,
  type ProvisioningRules,
} from '@hopscope/contract';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Schema } from '../../../db/schema.ts';
import { AppError, notFound } from '../../../lib/app-error.ts';
import type { Origin } from '../../../lib/origin.ts';
import { isUuid } from '../../../lib/uuid.ts';
import type { Audit } from '../audit/audit.service.ts';
import type { UserAccount } from '../auth/accounts.ts';
import { lockOrganization, type OrganizationRow } from '../organizations/directory.store.ts';
import {
  type MembershipRecord,
  nothingReleased,
  type ReleasedWork,
} from '../organizations/membership-changes.ts';
import type { By, People } from '../people/people.service.ts';
import { readGroupLinks } from './scim/scim.store.ts';
import type { SettleMembership } from '../organizations/settle-membership.ts';
import {
  deleteProvisionedUsersOf,
  deleteProvisioning,
  findRules,
  findRulesFor,
  isProvisioned,
  listRules,
  putRules,
  readProvisionedUsers,
} from './provisioning.store.ts';

const missing = () => notFound('Organization not found');
const domainOf = (emailKey: string): string => emailKey.slice(emailKey.lastIndexOf('@') + 1);

function present(found: Awaited<ReturnType<typeof listRules>>[number]): ProvisionedOrganization {
  const { organizationId, updatedAt, ...rules } = found.rules;
  return {
    organizationId,
    organizationName: found.organizationName,
    rules,
    users: found.users,
    groups: found.groups,
    updatedAt: updatedAt.toISOString(),
  };
}

/** The operator's rules for identity providers, and what follows from them for people who sign in. */
export function createProvisioning(options: {
  kysely: Kysely<Schema>;
  audit: Audit;
  people: Pick<People, 'findByIds' | 'present'>;
  settle: SettleMembership;
  logger: Logger;
  now: () => number;
}) {
  const { kysely, audit, people, settle, logger, now } = options;

  async function oneOf(db: Kysely<Schema>, organizationId: string): Promise<ProvisionedOrganization> {
    const found = (await listRules(db)).find(({ rules }) => rules.organizationId === organizationId);
    if (!found) throw missing();
    return present(found);
  }

  /** Applies rules to users that SCIM manages. */
  async function applyRules(
    trx: Kysely<Schema>,
    organization: OrganizationRow,
    { rules, record }: { rules: ProvisioningRules; record: MembershipRecord },
  ): Promise<(() => Promise<void>)[]> {
    const users = await readProvisionedUsers(trx, organization.id);
    const known = await people.findByIds(
      trx,
      users.map(({ userId }) => userId),
    );
    const links = await readGroupLinks(trx, { scimUserIds: users.map(({ id }) => id) });
    const groupsOf = Map.groupBy(links, ({ scimUserId }) => scimUserId);
    const notifications: (() => Promise<void>)[] = [];
    for (const { id, userId, active } of users) {
      const groups = (groupsOf.get(id) ?? []).map(({ groupName }) => groupName);
      const person = known.get(userId);
      if (!active || !person || !isAllowedDomain(person.emailKey, rules.domains)) continue;
      // The provider may not have sent the groups yet.
      if (groups.length === 0 && rules.defaultRole === null) continue;
      const { notify } = await settle(trx, organization, {
        person: { userId, emailKey: person.emailKey },
        role: provisionedRole(rules, groups),
        inactive: false,
        record,
      });
      notifications.push(notify);
    }
    return notifications;
  }

  /** Runs a change of a membership. If the plan or the allowed domains refuse it, it is logged, and the sign-in continues. */
  async function unlessFull(
    change: (trx: Kysely<Schema>) => Promise<Pick<ReleasedWork, 'notify'>>,
  ): Promise<Pick<ReleasedWork, 'notify'>> {
    try {
      return await kysely.transaction().execute(change);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      logger.warn(
        { reason: error.message },
        'a person with groups of the identity provider was not admitted',
      );
      return nothingReleased;
    }
  }

  return {
    async list(): Promise<ProvisionedOrganization[]> {
      return (await listRules(kysely)).map(present);
    },

    /** Sets the rules of an organization and applies them to users of SCIM; 404 if it is unknown. */
    async set({ actor, origin }: By, id: string, rules: ProvisioningRules): Promise<ProvisionedOrganization> {
      const { view, notifications } = await kysely.transaction().execute(async (trx) => {
        const organization = isUuid(id) ? await lockOrganization(trx, id) : undefined;
        if (!organization) throw missing();
        const before = await findRules(trx, organization.id);
        const after = { ...rules, organizationId: organization.id, updatedAt: new Date(now()) };
        await putRules(trx, after);
        const record = { actor, actorRole: 'operator', origin };
        const reason = 'The rules for the identity provider changed';
        const applied = await applyRules(trx, organization, { rules, record: { ...record, reason } });
        const made = await oneOf(trx, organization.id);
        await audit.record(trx, {
          ...record,
          organizationId: organization.id,
          action: 'provisioning.changed',
          subject: { type: 'organization', id: organization.id },
          before: before
            ? { domains: before.domains, groups: before.groups, defaultRole: before.defaultRole }
            : null,
          after: rules,
        });
        return { view: made, notifications: applied };
      });
      for (const notify of notifications) await notify();
      return view;
    },

    /** Ends provisioning of an organization; memberships remain. 404 if there is none. */
    async remove({ actor, origin }: By, id: string): Promise<void> {
      await kysely.transaction().execute(async (trx) => {
        const organization = isUuid(id) ? await lockOrganization(trx, id) : undefined;
        const before = organization && (await findRules(trx, organization.id));
        if (!organization || !before) throw missing();
        await deleteProvisioning(trx, organization.id);
        await audit.record(trx, {
          actor,
          actorRole: 'operator',
          origin,
          organizationId: organization.id,
          action: 'provisioning.removed',
          subject: { type: 'organization', id: organization.id },
          before: { domains: before.domains, groups: before.groups, defaultRole: before.defaultRole },
        });
      });
    },

    /** Tests whether these groups make a person a member of an organization. */
    async admits(
      db: Kysely<Schema>,
      { emailKey, groups }: { emailKey: string; groups: readonly string[] | undefined },
    ): Promise<boolean> {
      if (groups === undefined) return false;
      const rules = await findRulesFor(db, domainOf(emailKey));
      return rules.some((each) => provisionedRole(each, groups) !== null);
    },

    /**
     * Applies the groups of a sign-in with the OpenID provider to the organizations that manage the domain of the verified
     * email. SCIM decides where it manages the person. Undefined groups (the provider sent none) change nothing.
     */
    async signedIn(
      account: UserAccount,
      groups: readonly string[] | undefined,
      origin: Origin,
    ): Promise<void> {
      if (groups === undefined || account.email_verified_at === null) return;
      const domain = domainOf(account.email_key);
      for (const { organizationId } of await findRulesFor(kysely, domain)) {
        const { notify } = await unlessFull(async (trx) => {
          const organization = await lockOrganization(trx, organizationId);
          const rules = organization && (await findRules(trx, organizationId));
          const isManaged = await isProvisioned(trx, { organizationId, userId: account.id });
          if (!organization || isManaged || !rules?.domains.includes(domain)) return nothingReleased;
          return settle(trx, organization, {
            person: { userId: account.id, emailKey: account.email_key },
            role: provisionedRole(rules, groups),
            inactive: false,
            record: {
              actor: { user: people.present(account) },
              origin,
              reason: 'Groups of the identity provider',
            },
          });
        });
        await notify();
      }
    },

    /** Forgets rules, users, and groups of an organization that is deleted. */
    forgetOrganization: deleteProvisioning,
    /** Forgets a person whose account is removed. */
    forgetPerson: deleteProvisionedUsersOf,
  };
}
