import type { Invitation, MemberRole } from '@hopscope/contract';
import type { Person } from '../people/people.service.ts';
import type { InvitationRow } from './invitations.store.ts';

/** Roles as people read them. */
export const roleLabels: Record<MemberRole, string> = {
  admin: 'Admin',
  manager: 'Manager',
  team_member: 'Team Member',
};

/** First letter and domain of an email: enough to recognize one's own. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, 1)}•••${email.slice(at)}`;
}

export function nameOf(person: Pick<Person, 'name' | 'surname'> | undefined): string {
  return person ? `${person.name} ${person.surname}`.trim() : 'Deleted';
}

export function presentInvitation(
  row: InvitationRow,
  around: { organizationName: string; inviter: Person | undefined; inviteCode: string | null },
): Invitation {
  return {
    id: row.id,
    organizationId: row.organization_id,
    organizationName: around.organizationName,
    email: row.email,
    role: row.role,
    status: row.status,
    invitedBy: row.invited_by,
    inviterName: nameOf(around.inviter),
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    inviteCode: around.inviteCode,
  };
}
