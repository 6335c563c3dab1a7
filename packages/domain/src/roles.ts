/** Roles that can be assigned to a member of an organization. */
export const memberRoles = ['admin', 'manager', 'team_member'] as const;
export type MemberRole = (typeof memberRoles)[number];
/** What a member counts as: the owner is the member whose user is the organization's `ownerId`. */
export const effectiveRoles = ['owner', ...memberRoles] as const;
export type EffectiveRole = (typeof effectiveRoles)[number];

/** Effective role: ownership takes precedence over the assigned role. */
export function effectiveRole(member: { userId: string; role: MemberRole }, ownerId: string): EffectiveRole {
  return member.userId === ownerId ? 'owner' : member.role;
}
