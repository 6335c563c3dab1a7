import type { EffectiveRole } from '@hopscope/contract';

/**
 * A fictional person, who signs in without a password, on the demo network only. `.invalid` is not a real domain (RFC
 * 2606).
 */
export interface DemoPerson {
  name: string;
  surname: string;
  email: string;
}

/** One for each role. */
export const demoPeople: Readonly<Record<EffectiveRole, DemoPerson>> = {
  owner: { name: 'Demo', surname: 'Owner', email: 'owner@demo.hopscope.invalid' },
  admin: { name: 'Demo', surname: 'Admin', email: 'admin@demo.hopscope.invalid' },
  manager: { name: 'Demo', surname: 'Manager', email: 'manager@demo.hopscope.invalid' },
  team_member: { name: 'Demo', surname: 'Team Member', email: 'team.member@demo.hopscope.invalid' },
};

/** The organization of the demo's people. */
export const demoOrganization = {
  name: 'Harbour Desk (demo)',
  description: 'A fictional compliance team on the demo network',
} as const;
