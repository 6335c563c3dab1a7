import type { Kysely } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import type { Hook } from '../../../lib/hook.ts';
import type { RateLimits } from '../../../lib/rate-limits.ts';
import type { Audit } from '../audit/audit.service.ts';
import type { Proofs } from '../auth/factors/proof.ts';
import type { Sessions } from '../auth/sessions.service.ts';
import type { Mail } from '../mail/mail.service.ts';
import type { People } from '../people/people.service.ts';
import type { Subscriptions } from '../subscriptions/subscriptions.service.ts';
import { createAdmissions } from './admissions.ts';
import { createInvitationAnswers } from './invitation-answers.service.ts';
import { createInvitations } from './invitations.service.ts';
import { createMembers } from './members.service.ts';
import { createMembershipChanges, type EndedMembershipHook } from './membership-changes.ts';
import { createOrganizationViews } from './organization-views.ts';
import { createOrganizations } from './organizations.service.ts';
import { createSeats } from './seats.service.ts';
import { createSettleMembership } from './settle-membership.ts';

/** Builds everything of organizations, their members and invitations. */
export function createTeams(options: {
  kysely: Kysely<Schema>;
  audit: Audit;
  people: People;
  mail: Mail;
  subscriptions: Subscriptions;
  rateLimits: Pick<RateLimits, 'take'>;
  endedMemberships: EndedMembershipHook;
  /** Run when an organization is deleted, in the same transaction. */
  endedOrganizations: Hook<[trx: Kysely<Schema>, organizationId: string]>;
  proofs: Pick<Proofs, 'require'>;
  sessions: Pick<Sessions, 'endWithin'>;
  /** The installation requires a second factor of everyone. */
  requireSecondFactor: boolean;
  now: () => number;
}) {
  const views = createOrganizationViews(options);
  const admissions = createAdmissions(options);
  const organizations = createOrganizations({ ...options, views });
  const changes = createMembershipChanges({ ...options, organizations });
  const settle = createSettleMembership({ ...options, admissions, changes });
  return {
    organizations,
    settle,
    seats: createSeats({ ...options, admissions }),
    members: createMembers({ ...options, admissions, organizations, views, changes }),
    invitations: createInvitations(options),
    invitationAnswers: createInvitationAnswers({ ...options, admissions, views }),
  };
}
