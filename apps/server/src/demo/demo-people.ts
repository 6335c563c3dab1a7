import { demoJobs, type EffectiveRole } from '@hopscope/contract';

/**
 * A fictional person, who signs in without a password, on the demo network only. `.invalid` is not a real domain (RFC
 * 2606).
 */
export interface DemoPerson {
  name: string;
  surname: string;
  email: string;
}

/** Returns the person of a role, named by their job. */
const personOf = (role: EffectiveRole, mailbox: string): DemoPerson => ({
  name: 'Demo',
  surname: demoJobs[role],
  email: `${mailbox}@demo.hopscope.invalid`,
});

/** One for each role. */
export const demoPeople: Readonly<Record<EffectiveRole, DemoPerson>> = {
  owner: personOf('owner', 'owner'),
  admin: personOf('admin', 'admin'),
  manager: personOf('manager', 'manager'),
  team_member: personOf('team_member', 'team.member'),
};

/** Roles whose people edit the directory: two, because a second editor approves. */
export const demoEditors: readonly EffectiveRole[] = ['admin', 'manager'];

/** The organization of the demo's people. */
export const demoOrganization = {
  name: 'Harbour Desk (demo)',
  description: 'A fictional compliance team on the demo network',
} as const;
