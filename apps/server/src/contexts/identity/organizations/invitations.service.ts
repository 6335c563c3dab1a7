import { createHash, randomBytes, randomUUID } from 'node:crypto';
import {
  canRevokeInvitation,
  type CallOutput,
  invitableRoles,
  type Invitation,
  invitationDays,
  type invitationEndpoints,
  invitationsPerDay,
  isAllowedDomain,
  type MemberRole,
} from '@hopscope/contract';
import { millisecondsOfDay } from '@hopscope/domain';
import type { Kysely } from 'kysely';
import { AppError, forbidden, notFound } from '../../../lib/app-error.ts';
import type { Schema } from '../../../db/schema.ts';
import { addressKey, type RateLimits } from '../../../lib/rate-limits.ts';
import { isUuid } from '../../../lib/uuid.ts';
import { requireProvenEmail } from '../auth/proven-email.ts';
import type { Audit } from '../audit/audit.service.ts';
import type { Mail } from '../mail/mail.service.ts';
import type { People, Person } from '../people/people.service.ts';
import { nameOf, presentInvitation, roleLabels } from './invitations.presenter.ts';
import {
  deleteInvitation,
  findInvitation,
  findOpenInvitation,
  insertInvitation,
  type InvitationRow,
  readInvitations,
  renewInvitation,
} from './invitations.store.ts';
import type { ByMember, Member } from './membership.service.ts';
import { type LockedOrganization, lockOrganizationFor, recordOf } from './organization-locks.ts';
import { findOrganizations } from './directory.store.ts';
import { findMember, updateOrganization } from './organizations.store.ts';

type InviteResult = CallOutput<typeof invitationEndpoints.inviteMembers>['data'];
type Failure = InviteResult['failed'][number]['reason'];

const failureTexts: Record<Failure, string> = {
  already_member: 'Already a member',
  domain_not_allowed: 'The email domain is not allowed in this organization',
  daily_limit: `No more than ${invitationsPerDay} invitations can be sent in 24 hours`,
  repeated: 'Listed more than once',
  invited_above_your_role: 'Has an invitation with a role you cannot assign',
};

/** Hash under which a token is stored. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

const missing = (): AppError => notFound('Invitation not found');

/** Sending invitations and taking them back. */
export function createInvitations(options: {
  kysely: Kysely<Schema>;
  audit: Audit;
  people: Pick<People, 'findByIds' | 'findByEmailKey' | 'emailKeyOf'>;
  mail: Pick<Mail, 'queue'>;
  rateLimits: Pick<RateLimits, 'take'>;
  now: () => number;
}) {
  const { kysely, audit, people, mail, rateLimits, now } = options;

  /** A new secret and the time for which it works. */
  function fresh() {
    const token = randomBytes(32).toString('base64url');
    const at = new Date(now());
    const expires = new Date(at.getTime() + invitationDays * millisecondsOfDay);
    return { token, columns: { token_hash: hashToken(token), created_at: at, expires_at: expires } };
  }

  async function send(trx: Kysely<Schema>, by: ByMember, row: InvitationRow, token: string): Promise<void> {
    const organization = by.member.organizationName;
    await mail.queue(trx, {
      to: row.email,
      template: 'invitation',
      data: {
        inviter: nameOf(by.actor.user),
        organization,
        role: roleLabels[row.role],
        link: `/onboarding?${new URLSearchParams({ token, org: organization }).toString()}`,
        days: invitationDays,
      },
    });
  }

  /** Takes one mail from the day's number of the mailbox, over all organizations; false if it is used up. */
  async function mayMail(trx: Kysely<Schema>, emailKey: string): Promise<boolean> {
    try {
      await rateLimits.take('invitationsToEmail', emailKey, { db: trx });
      return true;
    } catch (error) {
      if (error instanceof AppError) return false;
      throw error;
    }
  }

  /** Takes one mail from the day's number of the organization; false if it is used up. */
  async function takeFromDay(trx: Kysely<Schema>, locked: LockedOrganization): Promise<boolean> {
    const at = now();
    const since = locked.row.invitations_since;
    const isNewDay = since === null || at - since.getTime() >= millisecondsOfDay;
    const sent = isNewDay ? 0 : locked.row.invitations_sent;
    if (sent >= invitationsPerDay) return false;
    locked.row = await updateOrganization(trx, locked.row.id, {
      invitations_since: isNewDay ? new Date(at) : since,
      invitations_sent: sent + 1,
    });
    return true;
  }

  /** Writes an invitation, or returns the reason why not. */
  async function inviteOne(
    trx: Kysely<Schema>,
    by: ByMember,
    locked: LockedOrganization,
    invitation: { email: string; emailKey: string; role: MemberRole },
  ): Promise<InvitationRow | Failure> {
    const { email, emailKey, role } = invitation;
    if (!isAllowedDomain(emailKey, locked.row.allowed_domains)) return 'domain_not_allowed';
    const person = await people.findByEmailKey(trx, emailKey);
    const member = person && (await findMember(trx, { organizationId: locked.row.id, userId: person.id }));
    if (member) return 'already_member';
    const open = await findOpenInvitation(trx, { organizationId: locked.row.id, emailKey });
    if (open && !invitableRoles(locked.actor.role).includes(open.role)) return 'invited_above_your_role';
    if (!(await mayMail(trx, emailKey)) || !(await takeFromDay(trx, locked))) return 'daily_limit';
    const { token, columns } = fresh();
    const row: InvitationRow = {
      id: open?.id ?? randomUUID(),
      organization_id: locked.row.id,
      email,
      email_key: emailKey,
      role,
      status: 'pending',
      invited_by: locked.actor.userId,
      answered_at: null,
      ...columns,
    };
    if (open) await renewInvitation(trx, open.id, { ...columns, role, invited_by: locked.actor.userId });
    else await insertInvitation(trx, row);
    await send(trx, by, row, token);
    await audit.record(trx, {
      ...recordOf(by, locked),
      action: open ? 'invitation.resent' : 'invitation.created',
      subject: { type: 'invitation', id: row.id },
      after: { email, role },
    });
    return row;
  }

  /** An open invitation of the caller's organization. 404 if it is not there or answered. */
  async function openOf(
    trx: Kysely<Schema>,
    locked: LockedOrganization,
    invitationId: string,
  ): Promise<InvitationRow> {
    const row = isUuid(invitationId)
      ? await findInvitation(trx, { organizationId: locked.row.id, invitationId })
      : undefined;
    if (row?.status !== 'pending') throw missing();
    return row;
  }

  function present(row: InvitationRow, locked: LockedOrganization, inviter: Person | undefined): Invitation {
    const { name, invite_code: inviteCode } = locked.row;
    return presentInvitation(row, { organizationName: name, inviter, inviteCode });
  }

  return {
    /** Invites by email; returns the failed ones. Throws 403 for a role that the caller can't assign. */
    async invite(by: ByMember, emails: readonly string[], role: MemberRole): Promise<InviteResult> {
      requireProvenEmail(by.actor, 'send invitations');
      await rateLimits.take('invitations', by.actor.user._id, { count: emails.length });
      await rateLimits.take('invitationsByAddress', addressKey(by.origin.ip), { count: emails.length });
      return kysely.transaction().execute(async (trx) => {
        const locked = await lockOrganizationFor(trx, by, 'invitations.create');
        if (!invitableRoles(locked.actor.role).includes(role)) {
          throw forbidden('Your role does not allow invitations with this role');
        }
        const inviter = (await people.findByIds(trx, [by.actor.user._id])).get(by.actor.user._id);
        const result: InviteResult = { invited: [], failed: [] };
        const seen = new Set<string>();
        for (const email of emails) {
          const emailKey = people.emailKeyOf(email);
          const made = seen.has(emailKey)
            ? 'repeated'
            : await inviteOne(trx, by, locked, { email, emailKey, role });
          seen.add(emailKey);
          if (typeof made === 'string') {
            result.failed.push({ email, reason: made, message: failureTexts[made] });
          } else {
            result.invited.push(present(made, locked, inviter));
          }
        }
        return result;
      });
    },

    /** Invitations of an organization, newest first. */
    async list(
      member: Member,
      query: { page: number; limit: number; status?: Invitation['status'] | undefined },
    ) {
      const { organizationId } = member;
      const { rows, total } = await readInvitations(kysely, { organizationId, status: query.status }, query);
      const inviters = await people.findByIds(
        kysely,
        rows.map((row) => row.invited_by),
      );
      const [organization] = await findOrganizations(kysely, [organizationId]);
      const data = rows.map((row) =>
        presentInvitation(row, {
          organizationName: member.organizationName,
          inviter: inviters.get(row.invited_by),
          inviteCode: organization?.invite_code ?? null,
        }),
      );
      return { data, total, page: query.page, limit: query.limit };
    },

    /** A new link for another 7 days; the one before stops working. */
    async resend(by: ByMember, invitationId: string): Promise<Invitation> {
      requireProvenEmail(by.actor, 'send invitations');
      await rateLimits.take('invitations', by.actor.user._id);
      await rateLimits.take('invitationsByAddress', addressKey(by.origin.ip));
      return kysely.transaction().execute(async (trx) => {
        const locked = await lockOrganizationFor(trx, by, 'invitations.create');
        const before = await openOf(trx, locked, invitationId);
        if (!invitableRoles(locked.actor.role).includes(before.role)) {
          throw forbidden('Your role does not allow invitations with this role');
        }
        if (!(await mayMail(trx, before.email_key)) || !(await takeFromDay(trx, locked))) {
          throw new AppError('too_many_requests', failureTexts.daily_limit);
        }
        const { token, columns } = fresh();
        const row = await renewInvitation(trx, before.id, columns);
        await send(trx, by, row, token);
        await audit.record(trx, {
          ...recordOf(by, locked),
          action: 'invitation.resent',
          subject: { type: 'invitation', id: row.id },
          after: { email: row.email, role: row.role },
        });
        const inviters = await people.findByIds(trx, [row.invited_by]);
        return present(row, locked, inviters.get(row.invited_by));
      });
    },

    /** Deletes an open invitation. Throws 403 unless `canRevokeInvitation`. */
    async revoke(by: ByMember, invitationId: string): Promise<void> {
      await kysely.transaction().execute(async (trx) => {
        const locked = await lockOrganizationFor(trx, by, 'invitations.revoke');
        const row = await openOf(trx, locked, invitationId);
        if (!canRevokeInvitation(locked.actor, { role: row.role, invitedBy: row.invited_by })) {
          throw forbidden('Your role does not allow revoking this invitation');
        }
        await deleteInvitation(trx, row.id);
        await audit.record(trx, {
          ...recordOf(by, locked),
          action: 'invitation.revoked',
          subject: { type: 'invitation', id: row.id },
          before: { email: row.email, role: row.role },
        });
      });
    },
  };
}
