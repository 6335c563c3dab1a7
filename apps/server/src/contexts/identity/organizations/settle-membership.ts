import { type MemberRole } from '@hopscope/contract';
import type { Kysely } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import { conflict } from '../../../lib/app-error.ts';
import type { Admissions } from './admissions.ts';
import type { OrganizationRow } from './directory.store.ts';
import {
  type MembershipChanges,
  type MembershipRecord,
  nothingReleased,
  type ReleasedWork,
} from './membership-changes.ts';
import { findMember } from './organizations.store.ts';
import type { Sessions } from '../auth/sessions.service.ts';

/** What an identity provider says about a person. */
export interface Wanted {
  person: { userId: string; emailKey: string };
  /** Null: no member. */
  role: MemberRole | null;
  /** The person has left: sessions end too. */
  inactive: boolean;
  record: MembershipRecord;
}

/**
 * Makes the membership of a person what an identity provider says. Call it in a transaction that has locked the organization,
 * and `notify` after the commit. The owner always stays: 409 if the owner is inactive.
 */
export function createSettleMembership(options: {
  admissions: Admissions;
  changes: MembershipChanges;
  sessions: Pick<Sessions, 'endWithin'>;
}) {
  const { admissions, changes, sessions } = options;
  return async (
    trx: Kysely<Schema>,
    organization: OrganizationRow,
    { person, role, inactive, record }: Wanted,
  ): Promise<Pick<ReleasedWork, 'notify'>> => {
    const { userId, emailKey } = person;
    if (userId === organization.owner_id) {
      if (!inactive) return nothingReleased;
      throw conflict('This person owns the organization. Transfer ownership to another member first.');
    }
    if (inactive) await sessions.endWithin(trx, { userId });
    const member = await findMember(trx, { organizationId: organization.id, userId });
    if (!member) {
      if (role === null) return nothingReleased;
      const admitted = { userId, emailKey, emailVerified: true };
      const how = { means: 'identity provider' as const, invitedBy: null };
      await admissions.admit(trx, organization, { person: admitted, role, ...how, record }, true);
      return nothingReleased;
    }
    if (role === null) {
      return changes.end(trx, organization, { member, action: 'member.removed', renewsCode: true, record });
    }
    if (member.role !== role) await changes.setRole(trx, organization, { member, role, record });
    return nothingReleased;
  };
}

export type SettleMembership = ReturnType<typeof createSettleMembership>;
