import { z } from 'zod';
import { maxEmailsPerInvite } from '../constants.ts';
import { endpoint, inOrganization } from '../endpoint.ts';
import { organization, pageInfo, pageQuery } from './organizations.ts';
import { memberRoles } from '../policies.ts';
import { texts } from '../texts.ts';

/** An invitation. One that has run out is `pending` with `expiresAt` in the past. */
export const invitation = z.object({
  id: z.string(),
  organizationId: z.string(),
  organizationName: z.string(),
  email: z.string(),
  role: z.enum(memberRoles),
  status: z.enum(['pending', 'accepted', 'rejected']),
  /** Id of the person who invited. */
  invitedBy: z.string(),
  inviterName: z.string(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  /** The organization's invite code for members who may invite; null for the invited person. */
  inviteCode: z.string().nullable(),
});
export type Invitation = z.infer<typeof invitation>;

/** Why an email was not invited. */
export const inviteFailures = [
  'already_member',
  'domain_not_allowed',
  'daily_limit',
  'repeated',
  'invited_above_your_role',
] as const;

const organizationParams = z.object({ id: z.string() });
const invitationParams = z.object({ id: z.string(), invId: z.string() });
const done = z.object({ success: z.literal(true) });
/** 32 random bytes as base64url. */
const token = z.string().min(1, texts.invitationInvalid).max(100);

const inviteMembers = endpoint({
  id: 'inviteMembers',
  method: 'POST',
  path: '/organizations/:id/invite',
  access: inOrganization('invitations.create'),
  tag: 'invitations',
  summary: 'Invite people by email (roles: `invitableRoles`)',
  description:
    'Each recipient gets an email with a link that is valid for 7 days. Inviting an address again renews its invitation. Addresses that could not be invited are listed with the reason.',
  params: organizationParams,
  body: z.object({
    emails: z.array(z.email(texts.emailInvalid).max(254)).min(1, texts.emailRequired).max(maxEmailsPerInvite),
    role: z.enum(memberRoles).default('team_member'),
  }),
  response: z.object({
    success: z.literal(true),
    data: z.object({
      invited: z.array(invitation),
      failed: z.array(z.object({ email: z.string(), reason: z.enum(inviteFailures), message: z.string() })),
    }),
  }),
});

const listInvitations = endpoint({
  id: 'listInvitations',
  method: 'GET',
  path: '/organizations/:id/invitations',
  access: inOrganization('invitations.read'),
  tag: 'invitations',
  summary: 'Invitations of an organization, newest first',
  params: organizationParams,
  query: pageQuery.extend({ status: z.enum(['pending', 'accepted', 'rejected']).optional() }),
  response: z.object({ success: z.literal(true), data: z.array(invitation), ...pageInfo }),
});

const resendInvitation = endpoint({
  id: 'resendInvitation',
  method: 'POST',
  path: '/organizations/:id/invitations/:invId/resend',
  access: inOrganization('invitations.create'),
  tag: 'invitations',
  summary: 'Send a new link valid for 7 days; the previous link stops working',
  params: invitationParams,
  response: z.object({ success: z.literal(true), data: invitation }),
});

const revokeInvitation = endpoint({
  id: 'revokeInvitation',
  method: 'DELETE',
  path: '/organizations/:id/invitations/:invId',
  access: inOrganization('invitations.revoke'),
  tag: 'invitations',
  summary: 'Revoke an open invitation (rules: `canRevokeInvitation`)',
  params: invitationParams,
  response: done,
});

const listOwnInvitations = endpoint({
  id: 'listOwnInvitations',
  method: 'GET',
  path: '/organizations/user/invitations',
  access: 'user',
  tag: 'invitations',
  summary: 'Open invitations for the verified email of the caller, newest first',
  query: pageQuery,
  response: z.object({
    success: z.literal(true),
    data: z.array(invitation),
    /** False: invitations are not listed until the email is verified. */
    emailVerified: z.boolean(),
    ...pageInfo,
  }),
});

const respondInvitation = endpoint({
  id: 'respondInvitation',
  method: 'POST',
  path: '/organizations/:id/invitations/:invId/respond',
  access: 'user',
  tag: 'invitations',
  summary: 'Accept or reject an invitation for the verified email of the caller',
  params: invitationParams,
  body: z.object({ action: z.enum(['accept', 'reject']) }),
  response: z.object({
    success: z.literal(true),
    /** The organization after accepting, null after rejecting. */
    data: z.object({ organization: organization.nullable() }),
  }),
});

const lookUpInvitation = endpoint({
  id: 'lookUpInvitation',
  method: 'POST',
  path: '/invitations/look-up',
  access: 'public',
  tag: 'invitations',
  summary: 'Details of an invitation by its emailed token',
  description: '404 `token_invalid` for unknown, used, revoked, and expired tokens alike.',
  body: z.object({ token }),
  response: z.object({
    success: z.literal(true),
    data: z.object({
      organizationName: z.string(),
      /** First letter and domain, such as `a•••@example.org`. */
      email: z.string(),
      role: z.enum(memberRoles),
      inviterName: z.string(),
      expiresAt: z.iso.datetime(),
    }),
  }),
});

const acceptInvitation = endpoint({
  id: 'acceptInvitation',
  method: 'POST',
  path: '/invitations/accept',
  access: 'user',
  tag: 'invitations',
  summary: 'Accept an invitation with its emailed token; 403 if the caller has a different email address',
  body: z.object({ token }),
  response: z.object({ success: z.literal(true), data: z.object({ organization }) }),
});

/** Calls of invitations. */
export const invitationEndpoints = {
  inviteMembers,
  listInvitations,
  resendInvitation,
  revokeInvitation,
  listOwnInvitations,
  respondInvitation,
  lookUpInvitation,
  acceptInvitation,
} as const;
