import {
  assignableRoles,
  canLeave,
  canRemoveMember,
  effectiveRole,
  invitableRoles,
  type MemberRole,
  memberRoles,
  type Organization,
  type OrganizationMember,
  type PolicyMember,
  texts,
} from '@hopscope/contract';
import type { Kysely } from 'kysely';
import { AppError, conflict, forbidden, notFound } from '../../../lib/app-error.ts';
import type { Schema } from '../../../db/schema.ts';
import type { Hook } from '../../../lib/hook.ts';
import type { Origin } from '../../../lib/origin.ts';
import { addressKey, type RateLimits } from '../../../lib/rate-limits.ts';
import { isUuid } from '../../../lib/uuid.ts';
import type { Audit } from '../audit/audit.service.ts';
import type { Actor } from '../auth/auth.service.ts';
import type { Proof, Proofs } from '../auth/factors/proof.ts';
import type { Mail } from '../mail/mail.service.ts';
import type { People } from '../people/people.service.ts';
import type { Admissions } from './admissions.ts';
import { countMembers, lockOrganization } from './directory.store.ts';
import { deleteInvitationsTo, deleteOpenInvitations } from './invitations.store.ts';
import type { ByMember, Member } from './membership.service.ts';
import { type LockedOrganization, lockOrganizationFor, recordOf } from './organization-locks.ts';
import type { OrganizationViews } from './organization-views.ts';
import { presentMember } from './organizations.presenter.ts';
import { type Organizations, viewerOf } from './organizations.service.ts';
import {
  deleteMember,
  findIdByCode,
  findMember,
  type MemberRow,
  readOrganizationsOf,
  readPeople,
  setMemberRole,
  updateOrganization,
} from './organizations.store.ts';

const ownsWithOthers = 'Transfer ownership to another member first';

/** Work released by a former member. */
export interface ReleasedWork {
  readonly transactions: number;
  /** Tells who is looking; to be called once the transaction is written. */
  readonly notify: () => Promise<void>;
}

/** Who is no member any more. */
export interface EndedMembership {
  readonly organizationId: string;
  readonly userId: string;
}

/** Releases the work of a former member in the same transaction. */
export type EndedMembershipHook = Hook<[trx: Kysely<Schema>, gone: EndedMembership], ReleasedWork>;

/** Who belongs to an organization, and as what. */
export function createMembers(options: {
  kysely: Kysely<Schema>;
  audit: Audit;
  people: Pick<People, 'findByIds'>;
  mail: Pick<Mail, 'queue'>;
  rateLimits: Pick<RateLimits, 'take'>;
  admissions: Admissions;
  organizations: Pick<Organizations, 'erase' | 'replaceCode'>;
  views: OrganizationViews;
  endedMemberships: EndedMembershipHook;
  proofs: Pick<Proofs, 'require'>;
  now: () => number;
}) {
  const { kysely, audit, people, mail, rateLimits, admissions, organizations, views, proofs, now } = options;

  async function releaseWork(trx: Kysely<Schema>, gone: EndedMembership): Promise<ReleasedWork> {
    const taken = await options.endedMemberships.run(trx, gone);
    return {
      transactions: taken.reduce((sum, { transactions }) => sum + transactions, 0),
      async notify() {
        for (const part of taken) await part.notify();
      },
    };
  }

  /** Returns an active member with their role. Throws 404 if there is none. */
  async function target(
    trx: Kysely<Schema>,
    { row }: LockedOrganization,
    memberId: string,
  ): Promise<{ member: MemberRow; policy: PolicyMember }> {
    const member = isUuid(memberId) ? await findMember(trx, { organizationId: row.id, memberId }) : undefined;
    if (!member) throw notFound('Member not found');
    const role = effectiveRole({ userId: member.user_id, role: member.role }, row.owner_id);
    return { member, policy: { userId: member.user_id, role } };
  }

  async function present(db: Kysely<Schema>, row: MemberRow): Promise<OrganizationMember> {
    const line = { ...row, email: null, at: row.joined_at };
    return presentMember(line, await people.findByIds(db, [row.user_id]));
  }

  async function notifyOwners(
    trx: Kysely<Schema>,
    organization: string,
    from: string,
    to: string,
  ): Promise<void> {
    const known = await people.findByIds(trx, [from, to]);
    const nameOf = (id: string): string => {
      const person = known.get(id);
      return person ? `${person.name} ${person.surname}` : '';
    };
    for (const person of known.values()) {
      await mail.queue(trx, {
        to: person.email,
        template: 'ownership_transferred',
        data: { organization, from: nameOf(from), to: nameOf(to) },
      });
    }
  }

  return {
    /** The People tab: members and open invitations. */
    async list({ organizationId }: Member, page: { page: number; limit: number }) {
      const { rows, total } = await readPeople(kysely, organizationId, { at: new Date(now()), ...page });
      const known = await people.findByIds(
        kysely,
        rows.flatMap((line) => line.user_id ?? []),
      );
      const data = rows.map((line) => presentMember(line, known));
      return { data, total, page: page.page, limit: page.limit };
    },

    /** Gives a member another role; 403 where `assignableRoles` does not have it. */
    async changeRole(by: ByMember, memberId: string, role: MemberRole): Promise<OrganizationMember> {
      return kysely.transaction().execute(async (trx) => {
        const locked = await lockOrganizationFor(trx, by, 'members.change_role');
        const { member, policy } = await target(trx, locked, memberId);
        if (policy.userId === locked.actor.userId) throw forbidden('You cannot change your own role');
        if (!assignableRoles(locked.actor, policy).includes(role)) {
          throw forbidden('Your role does not allow this change');
        }
        if (member.role !== role) {
          await setMemberRole(trx, member.id, role);
          // Ends invitations that the member can no longer offer.
          const stillOffers = invitableRoles(
            effectiveRole({ userId: member.user_id, role }, locked.row.owner_id),
          );
          const revoked = await deleteOpenInvitations(trx, {
            organizationId: locked.row.id,
            invitedBy: member.user_id,
            roles: memberRoles.filter((each) => !stillOffers.includes(each)),
          });
          await audit.record(trx, {
            ...recordOf(by, locked),
            action: 'member.role_changed',
            subject: { type: 'member', id: member.id },
            before: { userId: member.user_id, role: member.role },
            after: { userId: member.user_id, role, revokedInvitations: revoked },
          });
        }
        return present(trx, { ...member, role });
      });
    },

    /** Removes a member, ends their open invitations, and renews the invite code. Throws 403 unless `canRemoveMember`. */
    async remove(by: ByMember, memberId: string): Promise<void> {
      const { notify } = await kysely.transaction().execute(async (trx) => {
        const locked = await lockOrganizationFor(trx, by, 'members.remove');
        const { member, policy } = await target(trx, locked, memberId);
        if (policy.userId === locked.actor.userId)
          throw forbidden('You cannot remove yourself. Leave the organization instead.');
        if (!canRemoveMember(locked.actor, policy)) throw forbidden('Your role does not allow this removal');
        await deleteMember(trx, member.id);
        const revoked = await deleteOpenInvitations(trx, {
          organizationId: locked.row.id,
          invitedBy: member.user_id,
        });
        // Every member knows the code: a removed one must not use it to return.
        await organizations.replaceCode(trx, locked.row.id);
        const gone = { organizationId: locked.row.id, userId: member.user_id };
        const taken = await releaseWork(trx, gone);
        await audit.record(trx, {
          ...recordOf(by, locked),
          action: 'member.removed',
          subject: { type: 'member', id: member.id },
          before: { userId: member.user_id, role: member.role },
          after: {
            revokedInvitations: revoked,
            unassignedTransactions: taken.transactions,
            inviteCode: 'renewed',
          },
        });
        return taken;
      });
      await notify();
    },

    /** Leaves; 409 `owns_organization` for the owner. */
    async leave(by: ByMember): Promise<void> {
      const { notify } = await kysely.transaction().execute(async (trx) => {
        const locked = await lockOrganizationFor(trx, by, 'organization.leave');
        if (!canLeave(locked.actor)) throw new AppError('owns_organization', ownsWithOthers);
        await deleteMember(trx, locked.self.id);
        const revoked = await deleteOpenInvitations(trx, {
          organizationId: locked.row.id,
          invitedBy: locked.actor.userId,
        });
        const gone = { organizationId: locked.row.id, userId: locked.actor.userId };
        const taken = await releaseWork(trx, gone);
        await audit.record(trx, {
          ...recordOf(by, locked),
          action: 'member.left',
          subject: { type: 'member', id: locked.self.id },
          before: { role: locked.self.role },
          after: { revokedInvitations: revoked, unassignedTransactions: taken.transactions },
        });
        return taken;
      });
      await notify();
    },

    /** Hands ownership over, with a recent proof; both are admins afterwards. */
    async transfer(
      by: ByMember,
      { memberId, ...proof }: Proof & { memberId: string },
    ): Promise<Organization> {
      await proofs.require(by.actor, proof);
      return kysely.transaction().execute(async (trx) => {
        const locked = await lockOrganizationFor(trx, by, 'organization.transfer');
        const { member } = await target(trx, locked, memberId);
        if (member.user_id === locked.actor.userId) {
          throw conflict('You already own this organization');
        }
        await setMemberRole(trx, member.id, 'admin');
        await setMemberRole(trx, locked.self.id, 'admin');
        const at = new Date(Math.max(now(), locked.row.updated_at.getTime() + 1));
        const after = await updateOrganization(trx, locked.row.id, {
          owner_id: member.user_id,
          updated_at: at,
        });
        await notifyOwners(trx, after.name, locked.actor.userId, member.user_id);
        const view = await views.one(trx, viewerOf(by.actor), after, 'admin');
        await audit.record(trx, {
          ...recordOf(by, locked),
          action: 'organization.ownership_transferred',
          subject: { type: 'organization', id: after.id },
          before: { ownerId: locked.row.owner_id },
          after: { ownerId: after.owner_id },
        });
        return view;
      });
    },

    /** Joins by invite code as team member. Throws 404 for an unknown code. */
    async join(by: { actor: Actor; origin: Origin }, code: string): Promise<Organization> {
      rateLimits.take('joinByCode', by.actor.user._id);
      rateLimits.take('joinByCode', addressKey(by.origin.ip));
      const id = await findIdByCode(kysely, code);
      const invalid = () => new AppError('invitation_invalid', texts.inviteCodeInvalid);
      if (id === undefined) throw invalid();
      return kysely.transaction().execute(async (trx) => {
        const organization = await lockOrganization(trx, id);
        // It may have been renewed or the organization deleted while we waited.
        if (organization?.invite_code !== code) throw invalid();
        const admission = { ...by, role: 'team_member' as const, invitedBy: null };
        const { role } = await admissions.admit(trx, organization, admission);
        return views.one(trx, viewerOf(by.actor), organization, role);
      });
    },

    /**
     * Takes a person out of all organizations, for the removal of the account. 409 `owns_organization` if the person owns one
     * with other members; those without others are deleted. `by` is who removes the account.
     */
    async releasePerson(
      trx: Kysely<Schema>,
      userId: string,
      by?: { actor: Actor; origin: Origin },
    ): Promise<Pick<ReleasedWork, 'notify'>> {
      const notifications: ReleasedWork['notify'][] = [];
      for (const { id } of await readOrganizationsOf(trx, userId)) {
        const organization = await lockOrganization(trx, id);
        const member = organization && (await findMember(trx, { organizationId: id, userId }));
        if (!organization || !member) continue;
        const record = { ...by, actorRole: by?.actor.user._id === userId ? member.role : 'operator' };
        if (organization.owner_id === userId) {
          const members = (await countMembers(trx, [id])).get(id) ?? 0;
          if (members > 1) throw new AppError('owns_organization', ownsWithOthers);
          await organizations.erase(trx, organization, record);
        } else {
          await deleteMember(trx, member.id);
          await deleteOpenInvitations(trx, { organizationId: id, invitedBy: userId });
          const taken = await releaseWork(trx, { organizationId: id, userId });
          notifications.push(taken.notify);
          await audit.record(trx, {
            ...record,
            organizationId: id,
            action: 'member.left',
            subject: { type: 'member', id: member.id },
            before: { userId, role: member.role },
            after: { unassignedTransactions: taken.transactions },
            reason: 'The account was removed',
          });
        }
      }
      const person = (await people.findByIds(trx, [userId])).get(userId);
      // An unverified email may belong to someone else.
      if (person?.emailVerified) await deleteInvitationsTo(trx, person.emailKey);
      return {
        async notify() {
          for (const notify of notifications) await notify();
        },
      };
    },
  };
}
