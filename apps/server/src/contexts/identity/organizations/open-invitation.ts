import type { Kysely } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import { findOrganizations, type OrganizationRow } from './directory.store.ts';
import { hashToken } from './invitations.service.ts';
import { findInvitation, type InvitationRow, readInvitationsTo } from './invitations.store.ts';

/** Whether an invitation can still be answered at `now` (milliseconds since 1970). */
export function isOpen(row: InvitationRow, now: number): boolean {
  return row.status === 'pending' && row.expires_at.getTime() > now;
}

/** Returns the open invitation with this token and its organization; undefined if there is none. */
export async function findOpenInvitation(
  db: Kysely<Schema>,
  token: string,
  now: number,
): Promise<{ row: InvitationRow; organization: OrganizationRow } | undefined> {
  const row = await findInvitation(db, { tokenHash: hashToken(token) });
  if (!row || !isOpen(row, now)) return undefined;
  const [organization] = await findOrganizations(db, [row.organization_id]);
  return organization && organization.deleted_at === null ? { row, organization } : undefined;
}

/** Returns the email (as by `emailKeyOf`) that an open invitation was mailed to: the holder of the token reads that mailbox. */
export async function invitedEmailKey(
  db: Kysely<Schema>,
  token: string,
  now: number,
): Promise<string | undefined> {
  return (await findOpenInvitation(db, token, now))?.row.email_key;
}

/** Returns whether an invitation to this email (as by `emailKeyOf`) can still be answered at `now` (milliseconds since 1970). */
export async function hasOpenInvitation(db: Kysely<Schema>, emailKey: string, now: number): Promise<boolean> {
  return (await readInvitationsTo(db, emailKey, { at: new Date(now), page: 1, limit: 1 })).total > 0;
}
