import type { EffectiveRole } from '@hopscope/contract';
import { Tag, type TagTone } from '../../ui/display/Tag.tsx';

/** Names and colors of roles. */
const roles: Record<EffectiveRole, { name: string; tone?: TagTone }> = {
  owner: { name: 'Owner' },
  admin: { name: 'Admin', tone: 'red' },
  manager: { name: 'Manager', tone: 'blue' },
  team_member: { name: 'Team member', tone: 'green' },
};

export function roleName(role: EffectiveRole): string {
  return roles[role].name;
}

export function RoleTag({ role }: { role: EffectiveRole }) {
  const { name, tone } = roles[role];
  return <Tag tone={tone}>{name}</Tag>;
}
