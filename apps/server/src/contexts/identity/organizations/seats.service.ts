import { effectiveRole, type MemberRole } from '@hopscope/contract';
import type { Kysely } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import type { Origin } from '../../../lib/origin.ts';
import type { Audit } from '../audit/audit.service.ts';
import type { Actor } from '../auth/auth.service.ts';
import { type Admissions, admittedBy } from './admissions.ts';
import { lockOrganization } from './directory.store.ts';
import { findMember, findOwnedOrganization, setMemberRole } from './organizations.store.ts';

/** Memberships created by the installation, such as for demo accounts, without invitation. */
export function createSeats(options: { kysely: Kysely<Schema>; audit: Audit; admissions: Admissions }) {
  const { kysely, audit, admissions } = options;
  return {
    /** The oldest living organization that a person owns. */
    ownedBy: (userId: string): Promise<string | undefined> => findOwnedOrganization(kysely, userId),

    /** Makes a person a member with a role, replacing the previous one; ownership doesn't change. */
    async give(
      organizationId: string,
      seat: { actor: Actor; origin: Origin; role: MemberRole; reason: string },
    ): Promise<void> {
      const { actor, origin, role, reason } = seat;
      const userId = actor.user._id;
      await kysely.transaction().execute(async (trx) => {
        const row = await lockOrganization(trx, organizationId);
        if (!row) return;
        await admissions.admit(trx, row, { ...admittedBy({ actor, origin }), role }, true);
        const member = await findMember(trx, { organizationId, userId });
        if (!member || member.role === role || userId === row.owner_id) return;
        await setMemberRole(trx, member.id, role);
        await audit.record(trx, {
          actor,
          actorRole: effectiveRole({ userId, role }, row.owner_id),
          origin,
          organizationId,
          action: 'member.role_changed',
          subject: { type: 'member', id: member.id },
          before: { role: member.role },
          after: { role },
          reason,
        });
      });
    },
  };
}

export type Seats = ReturnType<typeof createSeats>;
