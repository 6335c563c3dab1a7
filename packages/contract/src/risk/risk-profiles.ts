import { riskLevels } from '@hopscope/domain';
import { z } from 'zod';
import { endpoint, inOrganization } from '../endpoint.ts';
import { riskBulkLimit } from './risk.ts';

const ok = z.literal(true);
const tag = 'risk';
const level = z.enum(riskLevels);
/** Scores: fractions of 1 with at most six decimals, and whole points. */
const fraction = z.number().min(0).max(1);
const points = z.int().min(0).max(100);
const identifier = z.string().min(1).max(200);
const organizationParams = z.object({ id: z.string() });
/** Settings of a profile; see docs/concepts/risk.md for every field. Errors are reported per field. */
const settings = z.record(z.string(), z.unknown());
const reason = z.string().trim().min(1).max(500);

const profileRow = z.object({
  /** 0: the default profile, used until an organization activates its own. */
  number: z.int().min(0),
  state: z.enum(['draft', 'active', 'replaced']),
  version: z.string(),
  settings,
  reason: z.string().nullable(),
  writtenAt: z.iso.datetime().nullable(),
  activatedAt: z.iso.datetime().nullable(),
});
export type RiskProfileRow = z.infer<typeof profileRow>;

export const listRiskProfiles = endpoint({
  id: 'listRiskProfiles',
  method: 'GET',
  path: '/organizations/:id/risk-profiles',
  access: inOrganization('risk.read'),
  scope: 'read',
  tag,
  summary: 'Versions of an organization’s risk profile, newest first',
  params: organizationParams,
  response: z.object({ success: ok, data: z.array(profileRow) }),
});

export const draftRiskProfile = endpoint({
  id: 'draftRiskProfile',
  method: 'PUT',
  path: '/organizations/:id/risk-profiles/draft',
  access: inOrganization('risk.manage'),
  tag,
  summary: 'Replace the draft of a risk profile',
  params: organizationParams,
  body: z.object({ settings, reason }),
  response: z.object({ success: ok, data: profileRow }),
});

const tried = z.object({ overallRisk: fraction.nullable(), score: points.nullable(), level });

export const tryRiskProfile = endpoint({
  id: 'tryRiskProfile',
  method: 'POST',
  path: '/organizations/:id/risk-profiles/draft/try',
  access: inOrganization('risk.read'),
  tag,
  atOnce: 2,
  summary: 'Preview the draft for up to 1000 addresses; returns those with a different score',
  params: organizationParams,
  body: z.object({ addresses: z.array(identifier).min(1).max(riskBulkLimit) }),
  response: z.object({
    success: ok,
    data: z.array(z.object({ identifier: z.string(), active: tried, draft: tried })),
    looked: z.int(),
    refused: z.array(z.object({ identifier: z.string(), reason: z.string() })),
  }),
});

export const activateRiskProfile = endpoint({
  id: 'activateRiskProfile',
  method: 'POST',
  path: '/organizations/:id/risk-profiles/draft/activate',
  access: inOrganization('risk.manage'),
  tag,
  summary: 'Activate the draft as the profile of the organization',
  params: organizationParams,
  /** Version that the caller has seen; 409 if there is a newer one. */
  body: z.object({ version: z.string() }),
  response: z.object({ success: ok, data: profileRow }),
});

/** The calls about risk profiles by their ids. */
export const riskProfileEndpoints = {
  listRiskProfiles,
  draftRiskProfile,
  tryRiskProfile,
  activateRiskProfile,
} as const;
