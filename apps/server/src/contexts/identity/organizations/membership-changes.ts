import { effectiveRole, invitableRoles, type MemberRole, memberRoles } from '@hopscope/contract';
import type { Kysely } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import type { Hook } from '../../../lib/hook.ts';
import type { Audit, AuditRecord } from '../audit/audit.service.ts';
import type { OrganizationRow } from './directory.store.ts';
import { deleteOpenInvitations } from './invitations.store.ts';
import type { Organizations } from './organizations.service.ts';
import { deleteMember, type MemberRow, setMemberRole } from './organizations.store.ts';

/** Work released by a former member. */
export interface ReleasedWork {
  readonly transactions: number;
  /** Tells who is looking; to be called once the transaction is written. */
  readonly notify: () => Promise<void>;
}

/** What follows a change that released no work. */
export const nothingReleased: Pick<ReleasedWork, 'notify'> = { notify: async () => {} };

/** Who is no member any more. */
export interface EndedMembership {
  readonly organizationId: string;
  readonly userId: string;
}

/** Releases the work of a former member in the same transaction. */
export type EndedMembershipHook = Hook<[trx: Kysely<Schema>, gone: EndedMembership], ReleasedWork>;

/** Who changes a membership, and why. */
export type MembershipRecord = Pick<AuditRecord, 'actor' | 'actorRole' | 'origin' | 'reason'>;

/** A membership and what ends it. */
interface End {
  member: MemberRow;
  action: 'member.left' | 'member.removed';
  /** Every member knows the invite code: a removed one must not use it to return. */
  renewsCode: boolean;
}

/** Changes of memberships, in a transaction that has locked the organization; whether they are allowed is up to the caller. */
export function createMembershipChanges(options: {
  audit: Audit;
  organizations: Pick<Organizations, 'replaceCode'>;
  endedMemberships: EndedMembershipHook;
}) {
  const { audit, organizations, endedMemberships } = options;

  return {
    /** Gives a member another role, and ends invitations that the member can no longer offer. */
    async setRole(
      trx: Kysely<Schema>,
      organization: OrganizationRow,
      { member, role, record }: { member: MemberRow; role: MemberRole; record: MembershipRecord },
    ): Promise<void> {
      const { user_id: userId } = member;
      await setMemberRole(trx, member.id, role);
      const stillOffers = invitableRoles(effectiveRole({ userId, role }, organization.owner_id));
      const revoked = await deleteOpenInvitations(trx, {
        organizationId: organization.id,
        invitedBy: userId,
        roles: memberRoles.filter((each) => !stillOffers.includes(each)),
      });
      await audit.record(trx, {
        ...record,
        organizationId: organization.id,
        action: 'member.role_changed',
        subject: { type: 'member', id: member.id },
        before: { userId, role: member.role },
        after: { userId, role, revokedInvitations: revoked },
      });
    },

    /** Ends a membership with the open invitations and the work of the member. Call `notify` after the commit. */
    async end(
      trx: Kysely<Schema>,
      organization: Pick<OrganizationRow, 'id'>,
      { member, action, renewsCode, record }: End & { record: MembershipRecord },
    ): Promise<Pick<ReleasedWork, 'notify'>> {
      const { id: organizationId } = organization;
      const { user_id: userId } = member;
      await deleteMember(trx, member.id);
      const revoked = await deleteOpenInvitations(trx, { organizationId, invitedBy: userId });
      if (renewsCode) await organizations.replaceCode(trx, organizationId);
      const released = await endedMemberships.run(trx, { organizationId, userId });
      await audit.record(trx, {
        ...record,
        organizationId,
        action,
        subject: { type: 'member', id: member.id },
        before: { userId, role: member.role },
        after: {
          revokedInvitations: revoked,
          unassignedTransactions: released.reduce((sum, { transactions }) => sum + transactions, 0),
          ...(renewsCode && { inviteCode: 'renewed' }),
        },
      });
      return {
        async notify() {
          for (const part of released) await part.notify();
        },
      };
    },
  };
}

export type MembershipChanges = ReturnType<typeof createMembershipChanges>;
