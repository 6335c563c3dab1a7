import { type EffectiveRole, type MemberRole, memberRoles } from '@hopscope/domain';
import { type FlowRight, type FlowRole, flowRoles } from './tracing/flow-rights.ts';

export {
  effectiveRole,
  type EffectiveRole,
  effectiveRoles,
  type MemberRole,
  memberRoles,
} from '@hopscope/domain';

/**
 * Who may do what inside an organization: the one table that the server checks and the page hides by.
 * what they leave open (settings, plan, audit log) is decided for owner and admins.
 */
export const permissions = {
  'organization.read': ['owner', 'admin', 'manager', 'team_member'],
  'organization.update': ['owner', 'admin'],
  'organization.delete': ['owner'],
  'organization.transfer': ['owner'],
  'organization.leave': ['owner', 'admin', 'manager', 'team_member'],
  'code.renew': ['owner', 'admin'],
  'members.read': ['owner', 'admin', 'manager', 'team_member'],
  'members.change_role': ['owner', 'admin', 'manager'],
  'members.remove': ['owner', 'admin', 'manager'],
  /** Acts for an identity provider, which decides about members. */
  'members.provision': ['owner', 'admin'],
  'invitations.read': ['owner', 'admin', 'manager', 'team_member'],
  'invitations.create': ['owner', 'admin', 'manager', 'team_member'],
  'invitations.revoke': ['owner', 'admin', 'manager', 'team_member'],
  'notes.read': ['owner', 'admin', 'manager', 'team_member'],
  'notes.write': ['owner', 'admin', 'manager', 'team_member'],
  'subscription.read': ['owner', 'admin', 'manager', 'team_member'],
  'subscription.manage': ['owner', 'admin'],
  'usage.read': ['owner', 'admin', 'manager', 'team_member'],
  'addresses.read': ['owner', 'admin', 'manager', 'team_member'],
  'addresses.write': ['owner', 'admin', 'manager', 'team_member'],
  /** Ends or weakens the monitoring of any address; others only that of what they added (`canWeakenMonitoring`). */
  'addresses.manage': ['owner', 'admin', 'manager'],
  'compliance.read': ['owner', 'admin', 'manager', 'team_member'],
  'compliance.review': ['owner', 'admin', 'manager', 'team_member'],
  /** Figures of everybody; others see their own. */
  'compliance.team': ['owner', 'admin', 'manager'],
  /** The second person of a decision. */
  'compliance.approve': ['owner', 'admin', 'manager'],
  'alerts.read': ['owner', 'admin', 'manager', 'team_member'],
  'alerts.write': ['owner', 'admin', 'manager'],
  /** Any alert with `alerts.write`, otherwise only own alerts (`canAcknowledgeAlert`, `canAssignAlert`). */
  'alerts.handle': ['owner', 'admin', 'manager', 'team_member'],
  'webhooks.manage': ['owner', 'admin'],
  'cases.read': ['owner', 'admin', 'manager', 'team_member'],
  'cases.write': ['owner', 'admin', 'manager', 'team_member'],
  /** On any case; the assignee can decide on a case too. */
  'cases.decide': ['owner', 'admin', 'manager'],
  'sars.read': ['owner', 'admin', 'manager', 'team_member'],
  'sars.write': ['owner', 'admin', 'manager', 'team_member'],
  /** The second signature, handing in, giving up. */
  'sars.decide': ['owner', 'admin', 'manager'],
  /** The institution that files reports. */
  'sars.institution': ['owner', 'admin'],
  'travel_rule.read': ['owner', 'admin', 'manager', 'team_member'],
  /** Sends transfers, asks for information, and proves wallets. */
  'travel_rule.write': ['owner', 'admin', 'manager', 'team_member'],
  /** Approves and rejects incoming transfers. */
  'travel_rule.decide': ['owner', 'admin', 'manager'],
  /** The institution that sends and receives. */
  'travel_rule.institution': ['owner', 'admin'],
  'traces.read': ['owner', 'admin', 'manager', 'team_member'],
  'traces.write': ['owner', 'admin', 'manager', 'team_member'],
  'risk.read': ['owner', 'admin', 'manager', 'team_member'],
  'risk.manage': ['owner', 'admin'],
  'audit.read': ['owner', 'admin'],
  'api_keys.manage': ['owner', 'admin'],
} as const satisfies Record<string, readonly EffectiveRole[]>;
export type Permission = keyof typeof permissions;

/** Whether a role has a permission. */
export function may(role: EffectiveRole, permission: Permission): boolean {
  return (permissions[permission] as readonly EffectiveRole[]).includes(role);
}

/** A member as the rules see it. */
export interface PolicyMember {
  readonly userId: string;
  readonly role: EffectiveRole;
}

/** Roles that `role` may invite for: admin by owner and admins, manager also by managers, team_member by all. */
export function invitableRoles(role: EffectiveRole): readonly MemberRole[] {
  if (role === 'owner' || role === 'admin') return memberRoles;
  return role === 'manager' ? ['manager', 'team_member'] : ['team_member'];
}

/**
 * Returns the roles that `actor` can assign to `target`; empty if the role can't be changed. Nobody can change their own
 * role; managers can change anyone except admins; the owner changes only by transfer of ownership.
 */
export function assignableRoles(actor: PolicyMember, target: PolicyMember): readonly MemberRole[] {
  if (actor.userId === target.userId || target.role === 'owner') return [];
  if (actor.role === 'owner' || actor.role === 'admin') return memberRoles;
  if (actor.role === 'manager' && target.role !== 'admin') return ['manager', 'team_member'];
  return [];
}

/**
 * Tests whether `actor` can remove `target`: owner and admins can remove anyone except the owner, managers only team members,
 * nobody themselves.
 */
export function canRemoveMember(actor: PolicyMember, target: PolicyMember): boolean {
  if (actor.userId === target.userId || target.role === 'owner') return false;
  if (actor.role === 'owner' || actor.role === 'admin') return true;
  return actor.role === 'manager' && target.role === 'team_member';
}

/** Tests whether `actor` can revoke an invitation: its sender, and anyone above team member who could have sent it. */
export function canRevokeInvitation(
  actor: PolicyMember,
  invitation: { role: MemberRole; invitedBy: string },
): boolean {
  if (!invitableRoles(actor.role).includes(invitation.role)) return false;
  return actor.role !== 'team_member' || invitation.invitedBy === actor.userId;
}

/** An API key acts as its creator: nobody else gets a secret of it, or decides what it may do. */
export function canChangeApiKey(userId: string, key: { createdBy: string }): boolean {
  return userId === key.createdBy;
}

/** Only a note's creator edits and deletes it. */
export function canChangeNote(userId: string, note: { createdBy: string }): boolean {
  return userId === note.createdBy;
}

/** Team members end or weaken the monitoring of addresses that they added themselves. */
export function canWeakenMonitoring(actor: PolicyMember, entry: { createdBy: string }): boolean {
  return may(actor.role, 'addresses.manage') || entry.createdBy === actor.userId;
}

/** Team members can acknowledge alerts assigned to them. */
export function canAcknowledgeAlert(actor: PolicyMember, assigneeId: string | null): boolean {
  return may(actor.role, 'alerts.write') || assigneeId === actor.userId;
}

/** Team members can take unassigned alerts and unassign their own. */
export function canAssignAlert(actor: PolicyMember, from: string | null, to: string | null): boolean {
  if (may(actor.role, 'alerts.write')) return true;
  return (from === null && to === actor.userId) || (from === actor.userId && to === null);
}

/** The last owner cannot leave: ownership is handed over first. */
export function canLeave(actor: PolicyMember): boolean {
  return actor.role !== 'owner';
}

/**
 * Returns the access of a member to a FlowTrace document. Its creator, and the owner and admins of the organization, own it;
 * others have the access shared with them or with everyone; null: none.
 */
export function flowRightOf(
  member: PolicyMember,
  document: { createdBy: string; everybody: FlowRole | null; shared: FlowRole | null; byLink: boolean },
): FlowRight | null {
  if (document.createdBy === member.userId) return 'own';
  if (member.role === 'owner' || member.role === 'admin') return 'own';
  const given = [document.everybody, document.shared, document.byLink ? ('view' as const) : null];
  return flowRoles.findLast((role) => given.includes(role)) ?? null;
}
