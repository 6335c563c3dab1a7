import { z } from 'zod';
import { session } from './auth.ts';
import { blockchain } from '../explorer/chain-shapes.ts';
import { endpoint } from '../endpoint.ts';
import { type EffectiveRole, effectiveRoles } from '../policies.ts';

/** Job of the demo person of each role. */
export const demoJobs = {
  owner: 'Compliance Officer',
  admin: 'Directory Editor',
  manager: 'Team Lead',
  team_member: 'Investigator',
} as const satisfies Record<EffectiveRole, string>;

/** Stories of the demo network. */
export const demoStoryIds = [
  'hack',
  'ransomware',
  'mixer',
  'sanctioned',
  'structuring',
  'clean_customer',
] as const;
export type DemoStoryId = (typeof demoStoryIds)[number];

/** What a place of a story shows. */
export const demoPlaceRoles = [
  'theft',
  'thief',
  'peel',
  'bridge_in',
  'bridge_out',
  'frozen',
  'cash_out',
  'victim_payment',
  'collector',
  'mixer_deposit',
  'mixer_payout',
  'sanctioned_wallet',
  'exchange_wallet',
  'sanctioned_deposit',
  'structured_deposit',
  'customer',
  'payment',
] as const;
export type DemoPlaceRole = (typeof demoPlaceRoles)[number];

const demoPlace = z.object({
  role: z.enum(demoPlaceRoles),
  blockchain,
  kind: z.enum(['transaction', 'address']),
  /** As the explorer's paths have it. */
  value: z.string(),
});
export type DemoPlace = z.infer<typeof demoPlace>;

const demoStory = z.object({
  id: z.enum(demoStoryIds),
  /** In the order of the story; empty until it has happened on this demo's chains. */
  places: z.array(demoPlace),
});
export type DemoStory = z.infer<typeof demoStory>;

export const demoSignIn = endpoint({
  id: 'demoSignIn',
  method: 'POST',
  path: '/auth/demo',
  access: 'public',
  tag: 'demo',
  summary: 'Sign in to the demo account of a role; 404 unless the demo network is running',
  body: z.object({ role: z.enum(effectiveRoles) }),
  response: z.object({ success: z.literal(true), data: session }),
});

export const getDemoStories = endpoint({
  id: 'getDemoStories',
  method: 'GET',
  path: '/demo/stories',
  access: 'user',
  tag: 'demo',
  summary: 'Transactions and addresses of the demo stories; 404 unless the demo network is running',
  response: z.object({ success: z.literal(true), data: z.object({ stories: z.array(demoStory) }) }),
});

export const demoEndpoints = { demoSignIn, getDemoStories };
