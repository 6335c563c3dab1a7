import {
  assignableRoles,
  canLeave,
  canRemoveMember,
  effectiveRole,
  type MemberRole,
  type Organization,
  type OrganizationMember,
  type PolicyMember,
  texts,
} from '@hopscope/contract';
import type { Kysely } from 'kysely';
import { AppError, conflict, forbidden, notFound } from '../../../lib/app-error.ts';
import type { Schema } from '../../../db/schema.ts';
import type { Origin } from '../../../lib/origin.ts';
import { addressKey, type RateLimits } from '../../../lib/rate-limits.ts';
import { isUuid } from '../../../lib/uuid.ts';
import type { Audit } from '../audit/audit.service.ts';
import type { Actor } from '../auth/auth.service.ts';
import type { Proof, Proofs } from '../auth/factors/proof.ts';
import type { Mail } from '../mail/mail.service.ts';
import type { People } from '../people/people.service.ts';
import { type Admissions, admittedBy } from './admissions.ts';
import { countMembers, lockOrganization } from './directory.store.ts';
import { deleteInvitationsTo } from './invitations.store.ts';
import type { MembershipChanges, ReleasedWork } from './membership-changes.ts';
import type { ByMember, Member } from './membership.service.ts';
import { type LockedOrganization, lockOrganizationFor, recordOf } from './organization-locks.ts';
import type { OrganizationViews } from './organization-views.ts';
import { presentMember } from './organizations.presenter.ts';
import { type Organizations, viewerOf } from './organizations.service.ts';
import {
  findIdByCode,
  findMember,
  type MemberRow,
  readOrganizationsOf,
  readPeople,
  setMemberRole,
  updateOrganization,
} from './organizations.store.ts';

const ownsWithOthers = 'Transfer ownership to another member first';

/** Who belongs to an organization, and as what. */
export function createMembers(options: {
  kysely: Kysely<Schema>;
  audit: Audit;
  people: Pick<People, 'findByIds'>;
  mail: Pick<Mail, 'queue'>;
  rateLimits: Pick<RateLimits, 'take'>;
  admissions: Admissions;
  organizations: Pick<Organizations, 'erase'>;
  views: OrganizationViews;
  changes: MembershipChanges;
  proofs: Pick<Proofs, 'require'>;
  now: () => number;
}) {
  const { kysely, audit, people, mail, rateLimits, admissions, organizations, views, changes, proofs, now } =
    options;

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
          await changes.setRole(trx, locked.row, { member, role, record: recordOf(by, locked) });
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
        return changes.end(trx, locked.row, {
          member,
          action: 'member.removed',
          renewsCode: true,
          record: recordOf(by, locked),
        });
      });
      await notify();
    },

    /** Leaves; 409 `owns_organization` for the owner. */
    async leave(by: ByMember): Promise<void> {
      const { notify } = await kysely.transaction().execute(async (trx) => {
        const locked = await lockOrganizationFor(trx, by, 'organization.leave');
        if (!canLeave(locked.actor)) throw new AppError('owns_organization', ownsWithOthers);
        return changes.end(trx, locked.row, {
          member: locked.self,
          action: 'member.left',
          renewsCode: false,
          record: recordOf(by, locked),
        });
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
      await rateLimits.take('joinByCode', by.actor.user._id);
      await rateLimits.take('joinByCode', addressKey(by.origin.ip));
      const id = await findIdByCode(kysely, code);
      const invalid = () => new AppError('invitation_invalid', texts.inviteCodeInvalid);
      if (id === undefined) throw invalid();
      return kysely.transaction().execute(async (trx) => {
        const organization = await lockOrganization(trx, id);
        // It may have been renewed or the organization deleted while we waited.
        if (organization?.invite_code !== code) throw invalid();
        const { role } = await admissions.admit(trx, organization, {
          ...admittedBy(by),
          role: 'team_member',
        });
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
          const { notify } = await changes.end(trx, organization, {
            member,
            action: 'member.left',
            renewsCode: false,
            record: { ...record, reason: 'The account was removed' },
          });
          notifications.push(notify);
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
