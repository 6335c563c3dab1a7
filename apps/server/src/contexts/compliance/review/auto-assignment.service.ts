import { type ComplianceReviewer, effectiveRole } from '@hopscope/contract';
import type { Kysely } from 'kysely';
import { notFound } from '../../../lib/app-error.ts';
import type { Schema } from '../../../db/schema.ts';
import type { Audit } from '../../identity/audit/audit.service.ts';
import type { OrganizationDirectory } from '../../identity/organizations/directory.service.ts';
import type { ByMember, Member } from '../../identity/organizations/membership.service.ts';
import type { People, Person } from '../../identity/people/people.service.ts';
import { presentPerson } from '../transactions/compliance.presenter.ts';
import {
  lockUngiven,
  noteGiven,
  readGiving,
  readReviewers,
  type ReviewerRow,
  setAutoAssign,
} from './auto-assignment.store.ts';
import { nextReviewer } from './next-reviewer.ts';
import type { Review } from './review.service.ts';

/** Transactions assigned per database transaction. */
const portion = 100;

function presentReviewer(row: ReviewerRow, people: ReadonlyMap<string, Person>): ComplianceReviewer {
  const { user_id: userId, owner_id: ownerId, role } = row;
  return {
    userId,
    name: presentPerson(userId, people).name,
    role: effectiveRole({ userId, role }, ownerId),
    autoAssign: row.auto_assign,
    open: Number(row.open),
  };
}

/** Manages who gets new transactions, and assigns these to the reviewer with the fewest open ones. */
export function createAutoAssignment(options: {
  kysely: Kysely<Schema>;
  audit: Audit;
  people: Pick<People, 'findByIds'>;
  organizations: Pick<OrganizationDirectory, 'lock'>;
  review: Pick<Review, 'giveByItself'>;
  /** Called for organizations whose transactions were assigned. */
  onGiven: (organizationId: string) => Promise<void>;
  now: () => number;
}) {
  const { kysely, audit, people, organizations, review, onGiven, now } = options;

  async function present(db: Kysely<Schema>, rows: readonly ReviewerRow[]): Promise<ComplianceReviewer[]> {
    const known = await people.findByIds(
      db,
      rows.map((row) => row.user_id),
    );
    return rows.map((row) => presentReviewer(row, known));
  }

  /**
   * Assigns a batch of new transactions; returns how many. Locks the organization, so that no member leaves and no workload
   * changes meanwhile.
   */
  async function givePortion(organizationId: string): Promise<number> {
    return kysely.transaction().execute(async (trx) => {
      if (!(await organizations.lock(trx, organizationId))) return 0;
      const reviewers = await readReviewers(trx, organizationId, { taking: true });
      const loads = reviewers.map((row) => ({
        userId: row.user_id,
        open: Number(row.open),
        lastGivenAt: row.last_given_at?.getTime() ?? null,
      }));
      if (loads.length === 0) return 0;
      const rows = await lockUngiven(trx, organizationId, portion);
      const start = now();
      for (const [place, row] of rows.entries()) {
        const next = nextReviewer(loads);
        if (!next) return 0;
        next.open += 1;
        // Strictly ascending, even if the clock doesn't advance.
        next.lastGivenAt = Math.max(start + place, (next.lastGivenAt ?? 0) + 1);
        await review.giveByItself(trx, row, next.userId);
      }
      for (const { userId, lastGivenAt } of loads) {
        if (lastGivenAt !== null) {
          await noteGiven(trx, { organizationId, userId, at: new Date(lastGivenAt) });
        }
      }
      if (rows.length > 0) {
        await audit.record(trx, {
          actorRole: 'system',
          organizationId,
          action: 'compliance_transaction.assigned',
          subject: { type: 'compliance_transaction', id: null },
          after: { automatically: true, transactions: rows.map(({ id }) => id) },
        });
      }
      return rows.length;
    });
  }

  return {
    async list({ organizationId }: Member): Promise<ComplianceReviewer[]> {
      return present(kysely, await readReviewers(kysely, organizationId));
    },

    /** Throws 404 if the user isn't an active member. */
    async set(by: ByMember, userId: string, autoAssign: boolean): Promise<ComplianceReviewer> {
      const { actor, member, origin } = by;
      const { organizationId } = member;
      return kysely.transaction().execute(async (trx) => {
        await organizations.lock(trx, organizationId);
        const [before] = await readReviewers(trx, organizationId, { userId });
        if (!before) throw notFound('Member not found');
        await setAutoAssign(trx, { organizationId, userId, autoAssign });
        const [reviewer] = await present(trx, [{ ...before, auto_assign: autoAssign }]);
        if (!reviewer) throw notFound('Member not found');
        await audit.record(trx, {
          actor,
          actorRole: member.role,
          origin,
          organizationId,
          action: 'compliance_reviewer.changed',
          subject: { type: 'user', id: userId },
          before: { autoAssign: before.auto_assign },
          after: { autoAssign },
        });
        return reviewer;
      });
    },

    /** Assigns the new transactions of all organizations with automatic assignment. */
    async giveNew(signal: AbortSignal): Promise<void> {
      for (const organizationId of await readGiving(kysely)) {
        let given = portion;
        while (given === portion && !signal.aborted) {
          given = await givePortion(organizationId);
          if (given > 0) await onGiven(organizationId);
        }
      }
    },
  };
}
