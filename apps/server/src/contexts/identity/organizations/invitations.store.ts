import type { Invitation, MemberRole } from '@hopscope/contract';
import type { Kysely, Selectable } from 'kysely';
import { readPage } from '../../../db/paging.ts';
import type { Schema } from '../../../db/schema.ts';
import type { OrganizationInvitationTable } from '../../../db/schema.ts';

export type InvitationRow = Selectable<OrganizationInvitationTable>;

export async function insertInvitation(trx: Kysely<Schema>, row: InvitationRow): Promise<void> {
  await trx.insertInto('organization_invitation').values(row).execute();
}

export async function findOpenInvitation(
  trx: Kysely<Schema>,
  by: { organizationId: string; emailKey: string },
): Promise<InvitationRow | undefined> {
  return trx
    .selectFrom('organization_invitation')
    .selectAll()
    .where('organization_id', '=', by.organizationId)
    .where('email_key', '=', by.emailKey)
    .where('status', '=', 'pending')
    .executeTakeFirst();
}

export async function findInvitation(
  db: Kysely<Schema>,
  by: { organizationId: string; invitationId: string } | { tokenHash: Uint8Array },
): Promise<InvitationRow | undefined> {
  const query = db.selectFrom('organization_invitation').selectAll();
  return 'tokenHash' in by
    ? query.where('token_hash', '=', by.tokenHash).executeTakeFirst()
    : query
        .where('organization_id', '=', by.organizationId)
        .where('id', '=', by.invitationId)
        .executeTakeFirst();
}

/** A new link, a new time, and what else changes. */
export async function renewInvitation(
  trx: Kysely<Schema>,
  id: string,
  change: Pick<InvitationRow, 'token_hash' | 'created_at' | 'expires_at'> & {
    role?: MemberRole;
    invited_by?: string;
  },
): Promise<InvitationRow> {
  return trx
    .updateTable('organization_invitation')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function answerInvitation(
  trx: Kysely<Schema>,
  id: string,
  answer: { status: 'accepted' | 'rejected'; at: Date },
): Promise<void> {
  await trx
    .updateTable('organization_invitation')
    .set({ status: answer.status, answered_at: answer.at })
    .where('id', '=', id)
    .execute();
}

export async function deleteInvitation(trx: Kysely<Schema>, id: string): Promise<void> {
  await trx.deleteFrom('organization_invitation').where('id', '=', id).execute();
}

/** Takes open invitations of an organization back, all or those of one person, for some roles; how many. */
export async function deleteOpenInvitations(
  trx: Kysely<Schema>,
  by: { organizationId: string; invitedBy?: string; roles?: readonly MemberRole[] },
): Promise<number> {
  if (by.roles?.length === 0) return 0;
  let query = trx
    .deleteFrom('organization_invitation')
    .where('organization_id', '=', by.organizationId)
    .where('status', '=', 'pending');
  if (by.invitedBy !== undefined) query = query.where('invited_by', '=', by.invitedBy);
  if (by.roles) query = query.where('role', 'in', by.roles);
  return Number((await query.executeTakeFirst()).numDeletedRows);
}

/** Forgets everything that was sent to an email. */
export async function deleteInvitationsTo(trx: Kysely<Schema>, emailKey: string): Promise<void> {
  await trx.deleteFrom('organization_invitation').where('email_key', '=', emailKey).execute();
}

/** Invitations of an organization, newest first, with the exact number that match. */
export async function readInvitations(
  db: Kysely<Schema>,
  filter: { organizationId: string; status?: Invitation['status'] | undefined },
  { page, limit }: { page: number; limit: number },
): Promise<{ rows: InvitationRow[]; total: number }> {
  let matching = db
    .selectFrom('organization_invitation')
    .where('organization_id', '=', filter.organizationId);
  if (filter.status !== undefined) matching = matching.where('status', '=', filter.status);
  return readPage(matching, (all) => all.selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc'), {
    page,
    limit,
  });
}

/** Open invitations for an email, newest first, with their exact number. */
export async function readInvitationsTo(
  db: Kysely<Schema>,
  emailKey: string,
  { at, page, limit }: { at: Date; page: number; limit: number },
): Promise<{ rows: InvitationRow[]; total: number }> {
  const open = db
    .selectFrom('organization_invitation')
    .innerJoin('organization', 'organization.id', 'organization_invitation.organization_id')
    .where('organization.deleted_at', 'is', null)
    .where('email_key', '=', emailKey)
    .where('status', '=', 'pending')
    .where('expires_at', '>', at);
  return readPage(
    open,
    (all) =>
      all
        .selectAll('organization_invitation')
        .orderBy('organization_invitation.created_at', 'desc')
        .orderBy('organization_invitation.id', 'desc'),
    { page, limit },
  );
}
