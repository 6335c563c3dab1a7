import { z } from 'zod';
import {
  inviteCodeAlphabet,
  inviteCodeLength,
  maxAllowedDomains,
  organizationEmailMaxLength,
  organizationNameMaxLength,
  organizationNameMinLength,
  passwordMinLength,
} from '../constants.ts';
import { isPlainName } from '../plain-name.ts';
import { proof, proofDescription } from './proof.ts';
import { endpoint, inOrganization } from '../endpoint.ts';
import { effectiveRoles, memberRoles } from '../policies.ts';
import { texts } from '../texts.ts';

/** Lengths in characters that an organization can require of its members' passwords; the first one is required of everyone. */
export const passwordLengths = [passwordMinLength, 12, 15, 20] as const;
export type PasswordLength = (typeof passwordLengths)[number];
const passwordLength = z.literal(passwordLengths);
/** Hours, up to 90 days; null: as long as the session lasts. */
const sessionHours = z.int().min(1).max(2160).nullable();

/** Rules of an organization about the sign-in of its members. */
export const accessRules = ['second_factor', 'password', 'session'] as const;
export type AccessRule = (typeof accessRules)[number];

/** Name of an organization: letters and digits of any script, spaces, hyphen, underscore. */
export const organizationName = z
  .string()
  .trim()
  .normalize('NFC')
  .min(1, texts.organizationNameRequired)
  .min(organizationNameMinLength, texts.nameTooShort)
  .max(organizationNameMaxLength, texts.nameTooLong)
  .regex(/^[\p{L}\p{M}\p{N} _-]+$/u, texts.organizationNameCharacters)
  .refine(isPlainName, texts.organizationNameCharacters);

/** Multi-line text; other control characters are rejected (PostgreSQL can't store U+0000). */
export const multilineText = z.string().regex(/^(?:\P{Cc}|[\n\r\t])*$/u, texts.controlCharacters);

const organizationDescription = multilineText.trim().max(200);
const organizationEmail = z.email(texts.emailInvalid).max(organizationEmailMaxLength);

/** An invite code as people type it: 6 to 12 capitals, digits, hyphens. */
export const inviteCode = z
  .string()
  .trim()
  .min(1, texts.inviteCodeRequired)
  .regex(/^[A-Z0-9-]{6,12}$/, texts.inviteCodeFormat);

/**
 * Generates an invite code. `randomIndex(n)` returns uniform whole numbers from 0 to below n from a cryptographic source. The
 * alphabet has no similar characters, so that a code can be read aloud.
 */
export function makeInviteCode(randomIndex: (limit: number) => number): string {
  return Array.from({ length: inviteCodeLength }, () => {
    const character = inviteCodeAlphabet[randomIndex(inviteCodeAlphabet.length)];
    if (character === undefined) throw new RangeError('The random index is outside of the alphabet');
    return character;
  }).join('');
}

/** An email domain such as `example.org`, in small letters. */
export const emailDomain = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(/^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/, texts.domainInvalid);

/** Whether an email may join under a list of allowed domains; an empty list allows all. */
export function isAllowedDomain(email: string, allowedDomains: readonly string[]): boolean {
  if (allowedDomains.length === 0) return true;
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  return allowedDomains.includes(domain);
}

/** A member. Pending ones are open invitations: `_id` is the invitation's, no account is named. */
export const organizationMember = z.object({
  _id: z.string(),
  userId: z.string().nullable(),
  name: z.string(),
  surname: z.string(),
  email: z.string(),
  role: z.enum(memberRoles),
  status: z.enum(['active', 'pending']),
  invitedBy: z.string().nullable(),
  joinedAt: z.iso.datetime().nullable(),
});
export type OrganizationMember = z.infer<typeof organizationMember>;

/** US dollars with at most two decimals. */
export const dollars = z
  .number()
  .min(0)
  .max(1_000_000_000_000)
  .refine((amount) => Math.round(amount * 100) / 100 === amount, 'Please enter at most two decimals');

/** None, those over the risk threshold, or all that are listed. */
export const autoAssignments = ['off', 'over_threshold', 'all'] as const;

/** An organization as the caller sees it. */
export const organization = z.object({
  _id: z.string(),
  name: z.string(),
  description: z.string(),
  email: z.string(),
  ownerId: z.string(),
  /** What the caller counts as. */
  role: z.enum(effectiveRoles),
  /** The first members in the order of the People tab, at most `membersShown` of them; `memberCount` counts all. */
  members: z.array(organizationMember),
  memberCount: z.int().nonnegative(),
  /** The first access rule that the caller does not meet: all but name and role is withheld. */
  unmetRule: z.enum(accessRules).nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  settings: z.object({
    /** From the plan; null: no limit. */
    maxMembers: z.int().nullable(),
    allowedDomains: z.array(z.string()),
    allowCSAM: z.boolean(),
    /** Null where the caller's role may not invite. */
    inviteCode: z.string().nullable(),
    riskScoreThreshold: z.int(),
    /** US dollars. */
    transactionThreshold: z.number(),
    requireSecondFactor: z.boolean(),
    minPasswordLength: passwordLength,
    /** Hours after a sign-in in which members have access. */
    maxSessionHours: sessionHours,
    /** A second person confirms approvals, and closing with a note, at or above the risk threshold. */
    approvalOverThreshold: z.boolean(),
    /** Minimum risk score for which a second person confirms decisions; null: no minimum. */
    approvalRiskScore: z.int().nullable(),
    /** And from this worth on, in US dollars. */
    approvalAmount: z.number().nullable(),
    /** Which new transactions are assigned to reviewers automatically. */
    autoAssign: z.enum(autoAssignments),
  }),
});
export type Organization = z.infer<typeof organization>;

/** A person as other members see them. */
const memberUser = z.object({ _id: z.string(), name: z.string(), surname: z.string(), email: z.string() });

/** Page and size of lists; totals are always exact. */
export const pageQuery = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});
/** What lists answer beside `data`. */
export const pageInfo = { total: z.int().nonnegative(), page: z.int(), limit: z.int() } as const;

const done = z.object({ success: z.literal(true) });
const oneOrganization = z.object({ success: z.literal(true), data: organization });
const organizationParams = z.object({ id: z.string() });
const memberParams = z.object({ id: z.string(), memberId: z.string() });

const listOrganizations = endpoint({
  id: 'listOrganizations',
  method: 'GET',
  path: '/organizations',
  access: 'user',
  withoutSecondFactor: true,
  tag: 'organizations',
  summary: 'The organizations that the caller is an active member of, oldest membership first',
  query: pageQuery,
  response: z.object({
    success: z.literal(true),
    data: z.object({ organizations: z.array(organization), users: z.array(memberUser) }),
    ...pageInfo,
  }),
});

const createOrganization = endpoint({
  id: 'createOrganization',
  method: 'POST',
  path: '/organizations',
  access: 'user',
  tag: 'organizations',
  summary: 'Create an organization on the free plan; the caller becomes its owner',
  description: 'The email defaults to the account email.',
  status: 201,
  body: z.object({
    name: organizationName,
    description: organizationDescription.optional(),
    email: z.union([organizationEmail, z.literal('')], texts.emailInvalid).optional(),
  }),
  response: oneOrganization,
});

const getOrganization = endpoint({
  id: 'getOrganization',
  method: 'GET',
  path: '/organizations/:id',
  access: inOrganization('organization.read'),
  scope: 'read',
  tag: 'organizations',
  summary: 'One organization',
  params: organizationParams,
  response: oneOrganization,
});

const updateOrganization = endpoint({
  id: 'updateOrganization',
  method: 'PATCH',
  path: '/organizations/:id',
  access: inOrganization('organization.update'),
  tag: 'organizations',
  summary: 'Update the given fields',
  description: 'With `expectedUpdatedAt`: 409 `changed_meanwhile` if the organization has changed since.',
  params: organizationParams,
  body: z
    .object({
      name: organizationName,
      description: organizationDescription,
      email: organizationEmail,
      settings: z
        .object({
          allowedDomains: z
            .array(emailDomain)
            .max(maxAllowedDomains)
            .transform((domains) => [...new Set(domains)]),
          allowCSAM: z.boolean(),
          riskScoreThreshold: z.int().min(0).max(100),
          transactionThreshold: dollars,
          requireSecondFactor: z.boolean(),
          minPasswordLength: passwordLength,
          maxSessionHours: sessionHours,
          approvalOverThreshold: z.boolean(),
          approvalRiskScore: z.int().min(0).max(100).nullable(),
          approvalAmount: dollars.nullable(),
          autoAssign: z.enum(autoAssignments),
        })
        .partial(),
      expectedUpdatedAt: z.iso.datetime(),
    })
    .partial(),
  response: oneOrganization,
});

const deleteOrganization = endpoint({
  id: 'deleteOrganization',
  method: 'DELETE',
  path: '/organizations/:id',
  access: inOrganization('organization.delete'),
  tag: 'organizations',
  ownAccount: true,
  summary:
    'Delete an organization: members lose access, invitations are revoked, and the subscription is canceled',
  description: proofDescription,
  params: organizationParams,
  body: proof.nullish(),
  response: done,
});

const renewInviteCode = endpoint({
  id: 'renewInviteCode',
  method: 'POST',
  path: '/organizations/:id/invite-code',
  access: inOrganization('code.renew'),
  tag: 'organizations',
  summary: 'Renew the invite code; the previous one stops working',
  params: organizationParams,
  response: z.object({ success: z.literal(true), data: z.object({ inviteCode: z.string() }) }),
});

const transferOwnership = endpoint({
  id: 'transferOwnership',
  method: 'POST',
  path: '/organizations/:id/transfer',
  access: inOrganization('organization.transfer'),
  tag: 'organizations',
  ownAccount: true,
  summary: 'Transfer ownership to another active member; the caller becomes an admin',
  description: proofDescription,
  params: organizationParams,
  body: proof.extend({ memberId: z.string() }),
  response: oneOrganization,
});

const leaveOrganization = endpoint({
  id: 'leaveOrganization',
  method: 'POST',
  path: '/organizations/:id/leave',
  access: inOrganization('organization.leave'),
  tag: 'organizations',
  summary: 'Leave an organization; owners must transfer ownership first',
  params: organizationParams,
  response: done,
});

const joinOrganization = endpoint({
  id: 'joinOrganization',
  method: 'POST',
  path: '/organizations/join',
  access: 'user',
  tag: 'organizations',
  summary: 'Join by invite code as team member',
  description:
    'If domains are restricted, the caller needs a verified email in one of them. `email` is ignored.',
  body: z.object({ code: inviteCode, email: z.string().max(254).optional() }),
  response: oneOrganization,
});

const listMembers = endpoint({
  id: 'listMembers',
  method: 'GET',
  path: '/organizations/:id/members',
  access: inOrganization('members.read'),
  tag: 'organizations',
  summary: 'Members, admins first, active before pending',
  params: organizationParams,
  query: pageQuery,
  response: z.object({ success: z.literal(true), data: z.array(organizationMember), ...pageInfo }),
});

const changeMemberRole = endpoint({
  id: 'changeMemberRole',
  method: 'PATCH',
  path: '/organizations/:id/members/:memberId/role',
  access: inOrganization('members.change_role'),
  tag: 'organizations',
  summary: 'Change the role of a member (rules: `assignableRoles`)',
  params: memberParams,
  body: z.object({ role: z.enum(memberRoles) }),
  response: z.object({ success: z.literal(true), data: organizationMember }),
});

const removeMember = endpoint({
  id: 'removeMember',
  method: 'DELETE',
  path: '/organizations/:id/members/:memberId',
  access: inOrganization('members.remove'),
  tag: 'organizations',
  summary: 'Remove a member (rules: `canRemoveMember`)',
  params: memberParams,
  response: done,
});

/** Calls of organizations and their members. */
export const organizationEndpoints = {
  listOrganizations,
  createOrganization,
  getOrganization,
  updateOrganization,
  deleteOrganization,
  renewInviteCode,
  transferOwnership,
  leaveOrganization,
  joinOrganization,
  listMembers,
  changeMemberRole,
  removeMember,
} as const;
