import { randomUUID } from 'node:crypto';
import { isAllowedDomain, type MemberRole } from '@hopscope/contract';
import type { Kysely } from 'kysely';
import { AppError, forbidden } from '../../../lib/app-error.ts';
import type { Schema } from '../../../db/schema.ts';
import type { Origin } from '../../../lib/origin.ts';
import type { Audit } from '../audit/audit.service.ts';
import type { Actor } from '../auth/auth.service.ts';
import type { Subscriptions } from '../subscriptions/subscriptions.service.ts';
import { countMembers, type OrganizationRow } from './directory.store.ts';
import type { MembershipRecord } from './membership-changes.ts';
import { findMember, insertMember } from './organizations.store.ts';

/** A new member, and who admits the person. */
export interface Admission {
  person: { userId: string; emailKey: string; emailVerified: boolean };
  role: MemberRole;
  means: 'invite code' | 'invitation' | 'identity provider';
  invitedBy: string | null;
  record: MembershipRecord;
}

/** People who join by themselves, with an invite code. */
export function admittedBy({ actor, origin }: { actor: Actor; origin: Origin }) {
  const { user, emailKey, emailVerified } = actor;
  return {
    person: { userId: user._id, emailKey, emailVerified },
    means: 'invite code' as const,
    invitedBy: null,
    record: { actor, origin },
  };
}

/** The one door into an organization. */
export function createAdmissions(options: {
  audit: Audit;
  subscriptions: Pick<Subscriptions, 'limitsOf'>;
  now: () => number;
}) {
  const { audit, subscriptions, now } = options;

  function assertDomain(organization: OrganizationRow, { person }: Admission, proven: boolean): void {
    if (organization.allowed_domains.length === 0) return;
    if (!person.emailVerified && !proven) {
      throw new AppError('email_unverified', 'Please verify your email first');
    }
    if (!isAllowedDomain(person.emailKey, organization.allowed_domains)) {
      throw forbidden('This organization accepts only certain email domains');
    }
  }

  async function assertSeatLeft(trx: Kysely<Schema>, organizationId: string): Promise<void> {
    const { maxMembers } = await subscriptions.limitsOf(trx, organizationId);
    const members = (await countMembers(trx, [organizationId])).get(organizationId) ?? 0;
    if (maxMembers === null || members < maxMembers) return;
    throw new AppError(
      'plan_limit',
      `The member limit of the plan has been reached: ${members} of ${maxMembers} members`,
      {
        details: { limit: maxMembers, used: members },
      },
    );
  }

  return {
    /**
     * Makes a person a member; the organization is locked, so the limit can't be exceeded. Existing members don't change.
     * `proven`: the person has a token that was mailed to this email, or the email is vouched for.
     */
    async admit(
      trx: Kysely<Schema>,
      organization: OrganizationRow,
      admission: Admission,
      proven = false,
    ): Promise<{ role: MemberRole; isNew: boolean }> {
      const { person, role, record } = admission;
      const place = { organizationId: organization.id, userId: person.userId };
      const present = await findMember(trx, place);
      if (present) return { role: present.role, isNew: false };
      assertDomain(organization, admission, proven);
      await assertSeatLeft(trx, organization.id);
      const id = randomUUID();
      await insertMember(trx, {
        id,
        organization_id: organization.id,
        user_id: person.userId,
        role,
        invited_by: admission.invitedBy,
        joined_at: new Date(now()),
      });
      await audit.record(trx, {
        ...record,
        actorRole: record.actorRole ?? role,
        organizationId: organization.id,
        action: 'member.joined',
        subject: { type: 'member', id },
        after: { userId: person.userId, role, by: admission.means },
      });
      return { role, isNew: true };
    },
  };
}

export type Admissions = ReturnType<typeof createAdmissions>;
