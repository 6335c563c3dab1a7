import { type MemberRole, memberRoles } from '@hopscope/domain';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { maxAllowedDomains } from '../constants.ts';
import { emailDomain } from './organizations.ts';

/** Groups that have a role at most. */
const mostGroups = 100;

/** Role of the members of a group of the identity provider. */
const groupRole = z.object({
  group: z
    .string()
    .regex(/^\P{Cc}*$/u)
    .trim()
    .min(1)
    .max(255),
  role: z.enum(memberRoles),
});

/** For whom an identity provider decides on membership in an organization, and as what. */
export const provisioningRules = z.object({
  /** Email domains; the operator has made sure that they belong to the organization. */
  domains: z
    .array(emailDomain)
    .min(1)
    .max(maxAllowedDomains)
    .transform((domains) => [...new Set(domains)]),
  /** Names are compared without case; in several groups, the highest role counts. */
  groups: z.array(groupRole).max(mostGroups),
  /** Role of people without such a group; null: they are no members. */
  defaultRole: z.enum(memberRoles).nullable(),
});
export type ProvisioningRules = z.output<typeof provisioningRules>;

/** Returns the role for somebody in these groups; null: none. */
export function provisionedRole(
  { groups, defaultRole }: Pick<ProvisioningRules, 'groups' | 'defaultRole'>,
  inGroups: readonly string[],
): MemberRole | null {
  const names = new Set(inGroups.map((name) => name.toLowerCase()));
  const roles = groups.filter(({ group }) => names.has(group.toLowerCase())).map(({ role }) => role);
  return memberRoles.find((role) => roles.includes(role)) ?? defaultRole;
}

const provisionedOrganization = z.object({
  organizationId: z.string(),
  organizationName: z.string(),
  rules: provisioningRules,
  /** Users and groups that the identity provider has sent with SCIM. */
  users: z.int().nonnegative(),
  groups: z.int().nonnegative(),
  updatedAt: z.iso.datetime(),
});
export type ProvisionedOrganization = z.output<typeof provisionedOrganization>;

const params = z.object({ organizationId: z.string().max(200) });

const listProvisioning = endpoint({
  id: 'listProvisioning',
  method: 'GET',
  path: '/operator/provisioning',
  access: 'operator',
  tag: 'operator',
  summary: 'Organizations whose members an identity provider manages, by name',
  response: z.object({ success: z.literal(true), data: z.array(provisionedOrganization) }),
});

const setProvisioning = endpoint({
  id: 'setProvisioning',
  method: 'PUT',
  path: '/operator/provisioning/:organizationId',
  access: 'operator',
  tag: 'operator',
  summary: 'Let an identity provider manage the members of an organization in some email domains',
  description:
    'Through SCIM (`/scim/v2`, with an API key of the scope `provision`) or the groups of a sign-in with the OpenID provider. Takes effect for users of SCIM at once.',
  params,
  body: provisioningRules,
  response: z.object({ success: z.literal(true), data: provisionedOrganization }),
});

const removeProvisioning = endpoint({
  id: 'removeProvisioning',
  method: 'DELETE',
  path: '/operator/provisioning/:organizationId',
  access: 'operator',
  tag: 'operator',
  summary: 'End provisioning; memberships remain, users and groups of SCIM are forgotten',
  params,
  response: z.object({ success: z.literal(true) }),
});

/** Calls of the operator about identity providers. */
export const provisioningEndpoints = { listProvisioning, setProvisioning, removeProvisioning } as const;
