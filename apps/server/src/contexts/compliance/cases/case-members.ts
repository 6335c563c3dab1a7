import type { Kysely } from 'kysely';
import { AppError, badRequest } from '../../../lib/app-error.ts';
import type { Schema } from '../../../db/schema.ts';
import type { OrganizationDirectory } from '../../identity/organizations/directory.service.ts';
import type { Member, Memberships } from '../../identity/organizations/membership.service.ts';
import type { People } from '../../identity/people/people.service.ts';

const pending = 'Pending members cannot be assigned cases or tasks: the invitation is not accepted yet';
const notActive = (): AppError =>
  badRequest('bad_request', 'Only active members of this organization can be assigned cases or tasks');

/** Whom cases and tasks can be given to. */
export function createCaseMembers(options: {
  kysely: Kysely<Schema>;
  people: Pick<People, 'findByIds'>;
  organizations: Pick<OrganizationDirectory, 'lock'>;
  memberships: Pick<Memberships, 'isMember' | 'require'>;
}) {
  const { kysely, people, organizations, memberships } = options;
  return {
    /** 400 for whoever is no active member. To be asked before the transaction begins. */
    async check({ organizationId }: Member, userId: string): Promise<void> {
      const person = (await people.findByIds(kysely, [userId])).get(userId);
      const emailKey = person?.emailVerified ? person.emailKey : null;
      try {
        await memberships.require({ userId, emailKey, secondFactor: true }, organizationId, 'cases.write');
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        throw error.code === 'membership_pending' ? badRequest('bad_request', pending) : notActive();
      }
    },

    /** The same again, for somebody who must not be removed before the transaction ends. */
    async hold(trx: Kysely<Schema>, { organizationId }: Member, userId: string): Promise<void> {
      await organizations.lock(trx, organizationId);
      if (!(await memberships.isMember(trx, organizationId, userId))) throw notActive();
    },
  };
}

export type CaseMembers = ReturnType<typeof createCaseMembers>;
