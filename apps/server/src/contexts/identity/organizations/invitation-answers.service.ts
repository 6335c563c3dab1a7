import { effectiveRole, invitableRoles, type Organization, texts } from '@hopscope/contract';
import type { Kysely } from 'kysely';
import { AppError, forbidden, notFound } from '../../../lib/app-error.ts';
import type { Schema } from '../../../db/schema.ts';
import type { Origin } from '../../../lib/origin.ts';
import { isUuid } from '../../../lib/uuid.ts';
import type { Audit } from '../audit/audit.service.ts';
import type { Actor } from '../auth/auth.service.ts';
import type { Mail } from '../mail/mail.service.ts';
import type { People } from '../people/people.service.ts';
import { type Admissions, admittedBy } from './admissions.ts';
import { findOrganizations, lockOrganization, type OrganizationRow } from './directory.store.ts';
import { maskEmail, nameOf, presentInvitation } from './invitations.presenter.ts';
import { hashToken } from './invitations.service.ts';
import { findOpenInvitation, isOpen } from './open-invitation.ts';
import {
  answerInvitation,
  findInvitation,
  type InvitationRow,
  readInvitationsTo,
} from './invitations.store.ts';
import type { OrganizationViews } from './organization-views.ts';
import { viewerOf } from './organizations.service.ts';
import { findMember } from './organizations.store.ts';

/** An invited person. */
interface Invitee {
  actor: Actor;
  origin: Origin;
}

const tokenInvalid = (): AppError => new AppError('invitation_invalid', texts.invitationInvalid);
const missing = (): AppError => notFound('Invitation not found');

/** Invitations from the invited person's side. */
export function createInvitationAnswers(options: {
  kysely: Kysely<Schema>;
  audit: Audit;
  people: Pick<People, 'findByIds'>;
  mail: Pick<Mail, 'queue'>;
  admissions: Admissions;
  views: OrganizationViews;
  now: () => number;
}) {
  const { kysely, audit, people, mail, admissions, views, now } = options;

  /** Tests whether the inviter is still a member who can offer that role. */
  async function mayStillOffer(
    trx: Kysely<Schema>,
    organization: OrganizationRow,
    row: InvitationRow,
  ): Promise<boolean> {
    const inviter = await findMember(trx, { organizationId: organization.id, userId: row.invited_by });
    if (!inviter) return false;
    const role = effectiveRole({ userId: inviter.user_id, role: inviter.role }, organization.owner_id);
    return invitableRoles(role).includes(row.role);
  }

  async function notifyInviter(
    trx: Kysely<Schema>,
    row: InvitationRow,
    by: Invitee,
    name: string,
  ): Promise<void> {
    const inviter = (await people.findByIds(trx, [row.invited_by])).get(row.invited_by);
    if (!inviter || inviter.removed) return;
    await mail.queue(trx, {
      to: inviter.email,
      template: 'invitation_accepted',
      data: { member: nameOf(by.actor.user), organization: name },
    });
  }

  /** Accepts under the organization lock. `gone` is thrown if the invitation isn't open; idempotent for the same person. */
  async function accept(
    by: Invitee,
    found: { row: InvitationRow; proven: boolean },
    gone: () => AppError,
  ): Promise<Organization> {
    const { organization_id: organizationId, id: invitationId } = found.row;
    return kysely.transaction().execute(async (trx) => {
      const organization = await lockOrganization(trx, organizationId);
      const row = organization && (await findInvitation(trx, { organizationId, invitationId }));
      if (!organization || !row || row.email_key !== by.actor.emailKey) throw gone();
      const view = (role: InvitationRow['role']) => views.one(trx, viewerOf(by.actor), organization, role);
      if (row.status === 'accepted') {
        const member = await findMember(trx, { organizationId, userId: by.actor.user._id });
        if (member) return view(member.role);
      }
      if (!isOpen(row, now()) || !(await mayStillOffer(trx, organization, row))) throw gone();
      const { role, isNew } = await admissions.admit(
        trx,
        organization,
        { ...admittedBy(by), role: row.role, means: 'invitation', invitedBy: row.invited_by },
        found.proven,
      );
      await answerInvitation(trx, row.id, { status: 'accepted', at: new Date(now()) });
      if (isNew) await notifyInviter(trx, row, by, organization.name);
      const made = await view(role);
      await audit.record(trx, {
        ...by,
        actorRole: effectiveRole({ userId: by.actor.user._id, role }, organization.owner_id),
        organizationId,
        action: 'invitation.accepted',
        subject: { type: 'invitation', id: row.id },
        after: { role },
      });
      return made;
    });
  }

  async function reject(by: Invitee, found: InvitationRow): Promise<void> {
    const { organization_id: organizationId, id: invitationId } = found;
    await kysely.transaction().execute(async (trx) => {
      const organization = await lockOrganization(trx, organizationId);
      const row = organization && (await findInvitation(trx, { organizationId, invitationId }));
      if (!row || row.email_key !== by.actor.emailKey || !isOpen(row, now())) throw missing();
      await answerInvitation(trx, row.id, { status: 'rejected', at: new Date(now()) });
      await audit.record(trx, {
        ...by,
        organizationId,
        action: 'invitation.rejected',
        subject: { type: 'invitation', id: row.id },
      });
    });
  }

  return {
    /** Open invitations for the caller's verified email; none while it is not verified. */
    async listOwn(actor: Actor, page: { page: number; limit: number }) {
      const { emailVerified, emailKey } = actor;
      const { rows, total } = emailVerified
        ? await readInvitationsTo(kysely, emailKey, { at: new Date(now()), ...page })
        : { rows: [], total: 0 };
      const organizations = await findOrganizations(
        kysely,
        rows.map((row) => row.organization_id),
      );
      const names = new Map(organizations.map((row) => [row.id, row.name]));
      const inviters = await people.findByIds(
        kysely,
        rows.map((row) => row.invited_by),
      );
      const data = rows.map((row) =>
        presentInvitation(row, {
          organizationName: names.get(row.organization_id) ?? '',
          inviter: inviters.get(row.invited_by),
          inviteCode: null,
        }),
      );
      return { data, emailVerified, total, page: page.page, limit: page.limit };
    },

    /** Answers an invitation for the caller's verified email; 404 for all others, 403 while it is not verified. */
    async respond(
      by: Invitee,
      ids: { organizationId: string; invitationId: string },
      action: 'accept' | 'reject',
    ): Promise<Organization | null> {
      if (!by.actor.emailVerified) {
        throw new AppError('email_unverified', 'Please verify your email first');
      }
      const known = isUuid(ids.organizationId) && isUuid(ids.invitationId);
      const row = known ? await findInvitation(kysely, ids) : undefined;
      if (!row || row.email_key !== by.actor.emailKey) throw missing();
      if (action === 'accept') return accept(by, { row, proven: false }, missing);
      await reject(by, row);
      return null;
    },

    /** What a token is for; 404 `token_invalid` for all that do not work. */
    async lookUp(token: string) {
      const found = await findOpenInvitation(kysely, token, now());
      if (!found) throw tokenInvalid();
      const { row, organization } = found;
      const inviters = await people.findByIds(kysely, [row.invited_by]);
      return {
        organizationName: organization.name,
        email: maskEmail(row.email),
        role: row.role,
        inviterName: nameOf(inviters.get(row.invited_by)),
        expiresAt: row.expires_at.toISOString(),
      };
    },

    /** Accepts with the token of the mail; 403 if the caller's account has another email than the invited one. */
    async acceptByToken(by: Invitee, token: string): Promise<Organization> {
      const row = await findInvitation(kysely, { tokenHash: hashToken(token) });
      if (!row) throw tokenInvalid();
      if (row.email_key !== by.actor.emailKey) {
        // An invalid invitation reveals nothing, not even its recipient.
        if (!(await findOpenInvitation(kysely, token, now()))) throw tokenInvalid();
        throw forbidden('This invitation is for another email. Please sign in with the invited one.');
      }
      return accept(by, { row, proven: true }, tokenInvalid);
    },
  };
}
