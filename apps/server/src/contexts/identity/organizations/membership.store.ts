import type { MemberRole } from '@hopscope/contract';
import type { Kysely } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import { type AccessRules, rulesOf } from './access-rules.ts';

/** What the access check needs of a person's place in an organization. */
export interface MembershipRow {
  organizationId: string;
  organizationName: string;
  ownerId: string;
  rules: AccessRules;
  /** Null: invited and not a member yet. */
  member: { id: string; role: MemberRole } | null;
}

/**
 * Returns the membership or open invitation of a person in an organization; invitations only for the verified email
 * (`emailKey`, null if unverified). Undefined if neither exists.
 */
export async function findMembership(
  db: Kysely<Schema>,
  ids: { userId: string; organizationId: string; emailKey: string | null; now: Date },
): Promise<MembershipRow | undefined> {
  const row = await db
    .selectFrom('organization')
    .leftJoin('organization_member', (join) =>
      join
        .onRef('organization_member.organization_id', '=', 'organization.id')
        .on('organization_member.user_id', '=', ids.userId),
    )
    .leftJoin('organization_invitation', (join) =>
      join
        .onRef('organization_invitation.organization_id', '=', 'organization.id')
        .on('organization_invitation.email_key', '=', ids.emailKey)
        .on('organization_invitation.status', '=', 'pending')
        .on('organization_invitation.expires_at', '>', ids.now),
    )
    .select([
      'organization.id',
      'organization.name',
      'organization.owner_id',
      'organization.require_second_factor',
      'organization.min_password_length',
      'organization.max_session_hours',
      'organization_member.id as member_id',
      'organization_member.role',
      'organization_invitation.id as invitation_id',
    ])
    .where('organization.id', '=', ids.organizationId)
    .where('organization.deleted_at', 'is', null)
    .executeTakeFirst();
  if (!row || (row.member_id === null && row.invitation_id === null)) return undefined;
  return {
    organizationId: row.id,
    organizationName: row.name,
    ownerId: row.owner_id,
    rules: rulesOf(row),
    member: row.member_id !== null && row.role !== null ? { id: row.member_id, role: row.role } : null,
  };
}

/** Ids of organizations that a person is a member of and that are not deleted, at most `limit`. */
export async function findOwnIds(db: Kysely<Schema>, userId: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('organization_member')
    .innerJoin('organization', 'organization.id', 'organization_member.organization_id')
    .select('organization.id')
    .where('organization_member.user_id', '=', userId)
    .where('organization.deleted_at', 'is', null)
    .orderBy('organization.id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}
