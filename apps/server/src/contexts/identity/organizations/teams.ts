import type { Kysely } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import type { RateLimits } from '../../../lib/rate-limits.ts';
import type { Audit } from '../audit/audit.service.ts';
import type { Proofs } from '../auth/factors/proof.ts';
import type { Mail } from '../mail/mail.service.ts';
import type { People } from '../people/people.service.ts';
import type { Subscriptions } from '../subscriptions/subscriptions.service.ts';
import { createAdmissions } from './admissions.ts';
import { createInvitationAnswers } from './invitation-answers.service.ts';
import { createInvitations } from './invitations.service.ts';
import { createMembers, type EndedMembershipHook } from './members.service.ts';
import { createOrganizationViews } from './organization-views.ts';
import { createOrganizations } from './organizations.service.ts';
import { createSeats } from './seats.service.ts';

/** Builds everything of organizations, their members and invitations. */
export function createTeams(options: {
  kysely: Kysely<Schema>;
  audit: Audit;
  people: People;
  mail: Mail;
  subscriptions: Subscriptions;
  rateLimits: Pick<RateLimits, 'take'>;
  endedMemberships: EndedMembershipHook;
  proofs: Pick<Proofs, 'require'>;
  now: () => number;
}) {
  const views = createOrganizationViews(options);
  const admissions = createAdmissions(options);
  const organizations = createOrganizations({ ...options, views });
  return {
    organizations,
    seats: createSeats({ ...options, admissions }),
    members: createMembers({ ...options, admissions, organizations, views }),
    invitations: createInvitations(options),
    invitationAnswers: createInvitationAnswers({ ...options, admissions, views }),
  };
}
