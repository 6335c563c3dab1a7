import type { Kysely } from 'kysely';
import { AppError, badRequest } from '../../../lib/app-error.ts';
import type { Schema } from '../../../db/schema.ts';
import type { OrganizationDirectory } from '../../identity/organizations/directory.service.ts';
import type { Member, Memberships } from '../../identity/organizations/membership.service.ts';
import type { People } from '../../identity/people/people.service.ts';

const pending = 'Pending members cannot be assigned cases or tasks: the invitation is not accepted yet';
const notActive = (): AppError =>
  badRequest('bad_request', 'Only active members of this organization can be assigned cases or tasks');

/** Members that cases and tasks can be assigned to. */
export function createCaseMembers(options: {
  kysely: Kysely<Schema>;
  people: Pick<People, 'findByIds'>;
  organizations: Pick<OrganizationDirectory, 'lock'>;
  memberships: Pick<Memberships, 'isMember' | 'require'>;
}) {
  const { kysely, people, organizations, memberships } = options;
  return {
    /** Throws 400 if the user isn't an active member. Call before the transaction. */
    async check({ organizationId }: Member, userId: string): Promise<void> {
      const person = (await people.findByIds(kysely, [userId])).get(userId);
      const emailKey = person?.emailVerified ? person.emailKey : null;
      try {
        await memberships.require({ userId, emailKey, credentials: null }, organizationId, 'cases.write');
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        throw error.code === 'membership_pending' ? badRequest('bad_request', pending) : notActive();
      }
    },

    /** Checks membership again and locks it for the rest of the transaction. */
    async lock(trx: Kysely<Schema>, { organizationId }: Member, userId: string): Promise<void> {
      await organizations.lock(trx, organizationId);
      if (!(await memberships.isMember(trx, organizationId, userId))) throw notActive();
    },
  };
}

export type CaseMembers = ReturnType<typeof createCaseMembers>;
