/** Roles that a member of an organization can be given. */
export const memberRoles = ['admin', 'manager', 'team_member'] as const;
export type MemberRole = (typeof memberRoles)[number];
/** What a member counts as: the owner is the member whose user is the organization's `ownerId`. */
export const effectiveRoles = ['owner', ...memberRoles] as const;
export type EffectiveRole = (typeof effectiveRoles)[number];

/** The role that counts: ownership stands above the role that a member was given. */
export function effectiveRole(member: { userId: string; role: MemberRole }, ownerId: string): EffectiveRole {
  return member.userId === ownerId ? 'owner' : member.role;
}
