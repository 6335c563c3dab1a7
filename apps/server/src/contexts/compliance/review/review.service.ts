import type { CallOutput, ComplianceTransaction, complianceEndpoints } from '@hopscope/contract';
import type { Kysely } from 'kysely';
import { AppError, badRequest } from '../../../lib/app-error.ts';
import type { Schema } from '../../../db/schema.ts';
import type { Audit } from '../../identity/audit/audit.service.ts';
import type { OrganizationDirectory } from '../../identity/organizations/directory.service.ts';
import type { ByMember, Memberships } from '../../identity/organizations/membership.service.ts';
import type { People } from '../../identity/people/people.service.ts';
import { closingReport } from '../transactions/closing-report.ts';
import { transactionMissing } from '../transactions/compliance.service.ts';
import {
  lockNext,
  lockOpenOf,
  lockTransactions,
  updateTransactions,
} from '../transactions/compliance-transactions.store.ts';
import type { TransactionRow } from '../transactions/transaction-order.ts';
import {
  assignmentOf,
  changeOf,
  checkAssignment,
  checkDecision,
  type Decision,
  isRepeated,
  noProposal,
} from './decisions.ts';
import { addEvents } from './events.store.ts';
import { type Changed, eventsOf } from './events-of-change.ts';
import { createLockOne, recordOf } from './review-locks.ts';
import type { SecondPerson } from './approval.service.ts';
import type { TransactionViews } from '../transactions/transaction-views.ts';

type Results = CallOutput<typeof complianceEndpoints.assignComplianceTransactions>['data']['results'];

const pending = 'Pending members cannot be assigned transactions: the invitation is not accepted yet';
const notActive = (): AppError =>
  badRequest('bad_request', 'Only active members of this organization can be assigned transactions');

/** Reviews compliance transactions: assign, take, decide. */
export function createReview(options: {
  kysely: Kysely<Schema>;
  audit: Audit;
  people: Pick<People, 'findByIds'>;
  organizations: Pick<OrganizationDirectory, 'lock'>;
  memberships: Pick<Memberships, 'isMember' | 'require'>;
  views: TransactionViews;
  secondPerson: Pick<SecondPerson, 'isNeeded' | 'propose'>;
  now: () => number;
}) {
  const { kysely, audit, people, organizations, memberships, views, secondPerson, now } = options;

  const lockOne = createLockOne(views);

  /** Throws 400 if the user isn't an active member. Call before the transaction. */
  async function checkReviewer({ member }: ByMember, userId: string): Promise<void> {
    const person = (await people.findByIds(kysely, [userId])).get(userId);
    const emailKey = person?.emailVerified ? person.emailKey : null;
    try {
      const asked = { userId, emailKey, credentials: null };
      await memberships.require(asked, member.organizationId, 'compliance.review');
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      throw error.code === 'membership_pending' ? badRequest('bad_request', pending) : notActive();
    }
  }

  /** Checks membership again and locks it for the rest of the transaction. */
  async function lockReviewer(trx: Kysely<Schema>, { member }: ByMember, userId: string): Promise<void> {
    await organizations.lock(trx, member.organizationId);
    if (!(await memberships.isMember(trx, member.organizationId, userId))) throw notActive();
  }

  /** Assigns locked transactions of one status. */
  async function give(
    trx: Kysely<Schema>,
    rows: readonly TransactionRow[],
    { by, assigneeId, note = null }: { by: ByMember | null; assigneeId: string; note?: string | null },
  ): Promise<TransactionRow[]> {
    const at = new Date(now());
    const given: TransactionRow[] = [];
    const changes: Changed[] = [];
    for (const [status, group] of Map.groupBy(rows, (row) => row.status)) {
      const ids = group.map(({ id }) => id);
      const after = await updateTransactions(trx, ids, assignmentOf(status, assigneeId, at));
      const before = new Map(group.map((row) => [row.id, row]));
      for (const row of after) changes.push({ before: before.get(row.id) ?? row, after: row });
      given.push(...after);
    }
    await addEvents(
      trx,
      changes.flatMap((change) => eventsOf(change, { by: by?.member.userId ?? null, at, note })),
    );
    return given;
  }

  /** Gives one, and writes down who did. */
  async function giveOne(
    trx: Kysely<Schema>,
    row: TransactionRow,
    { by, assigneeId }: { by: ByMember; assigneeId: string },
  ): Promise<ComplianceTransaction> {
    const [given = row] = await give(trx, [row], { by, assigneeId });
    const view = await views.one(trx, given);
    await audit.record(trx, {
      ...recordOf(by, 'compliance_transaction.assigned', row.id),
      before: { reviewerId: row.reviewer_id, status: row.status },
      after: { reviewerId: given.reviewer_id, status: given.status },
    });
    return view;
  }

  const actorOf = ({ member }: ByMember) => ({ userId: member.userId, role: member.role });

  return {
    /**
     * Idempotent. Throws like `checkDecision`; 400 if a required reason is missing; 409 `changed_meanwhile` with the current
     * transaction.
     */
    async decide(by: ByMember, id: string, asked: Decision): Promise<ComplianceTransaction> {
      return kysely.transaction().execute(async (trx) => {
        const report =
          asked.sarId === undefined
            ? undefined
            : await closingReport(trx, by, { sarId: asked.sarId, transactionId: id });
        const row = await lockOne(trx, by, { id, version: asked.version });
        if (isRepeated(row, by.member.userId, asked)) return views.one(trx, row);
        checkDecision(row, actorOf(by), asked);
        if (await secondPerson.isNeeded(trx, row, asked))
          return secondPerson.propose(trx, row, { by, asked, report });
        const at = new Date(now());
        const change = changeOf(row, { userId: by.member.userId, at, asked, report });
        const [after = row] = await updateTransactions(trx, [row.id], change);
        const note = asked.note ?? report?.text ?? asked.sarReport ?? null;
        const events = eventsOf(
          { before: row, after },
          { by: by.member.userId, at, note, sarId: report?.id ?? null },
        );
        await addEvents(trx, events);
        const view = await views.one(trx, after);
        await audit.record(trx, {
          ...recordOf(by, 'compliance_transaction.decided', row.id),
          before: { status: row.status, reviewerId: row.reviewer_id },
          after: {
            status: after.status,
            reviewerId: after.reviewer_id,
            ...(report && { sarId: report.id }),
          },
          ...(note !== null && { reason: note }),
        });
        return view;
      });
    },

    /** Throws like `checkAssignment`, and if the user isn't an active member. Idempotent for the current reviewer. */
    async assign(
      by: ByMember,
      id: string,
      { assigneeId, version }: { assigneeId: string; version?: number | undefined },
    ): Promise<ComplianceTransaction> {
      await checkReviewer(by, assigneeId);
      return kysely.transaction().execute(async (trx) => {
        await lockReviewer(trx, by, assigneeId);
        const row = await lockOne(trx, by, { id, version });
        checkAssignment(row, actorOf(by), assigneeId);
        const same = row.reviewer_id === assigneeId && row.status !== 'UNREVIEWED';
        return same ? views.one(trx, row) : giveOne(trx, row, { by, assigneeId });
      });
    },

    /** Each transaction has its own result; failures state the reason. One audit log entry names them all. */
    async assignMany(
      by: ByMember,
      { transactionIds, assigneeId }: { transactionIds: readonly string[]; assigneeId: string },
    ): Promise<Results> {
      await checkReviewer(by, assigneeId);
      return kysely.transaction().execute(async (trx) => {
        await lockReviewer(trx, by, assigneeId);
        const rows = await lockTransactions(trx, by.member.organizationId, transactionIds);
        const reasons = new Map<string, string>();
        for (const row of rows.values()) {
          try {
            checkAssignment(row, actorOf(by), assigneeId);
          } catch (error) {
            if (!(error instanceof AppError)) throw error;
            reasons.set(row.id, error.message);
          }
        }
        const given = [...rows.values()].filter(
          ({ id, reviewer_id: reviewer, status }) =>
            !reasons.has(id) && (reviewer !== assigneeId || status === 'UNREVIEWED'),
        );
        await give(trx, given, { by, assigneeId });
        if (given.length > 0) {
          await audit.record(trx, {
            ...recordOf(by, 'compliance_transaction.assigned', null),
            after: { reviewerId: assigneeId, transactions: given.map(({ id }) => id) },
          });
        }
        return transactionIds.map((transactionId) => {
          const id = transactionId.toLowerCase();
          const message = rows.has(id) ? (reasons.get(id) ?? null) : transactionMissing().message;
          return { transactionId, success: message === null, message };
        });
      });
    },

    /** Null where nothing waits. */
    async takeNext(by: ByMember): Promise<ComplianceTransaction | null> {
      return kysely.transaction().execute(async (trx) => {
        await lockReviewer(trx, by, by.member.userId);
        const row = await lockNext(trx, by.member.organizationId);
        return row ? giveOne(trx, row, { by, assigneeId: by.member.userId }) : null;
      });
    },

    /** Assigns a locked, unassigned transaction automatically. */
    async giveByItself(trx: Kysely<Schema>, row: TransactionRow, assigneeId: string): Promise<void> {
      await give(trx, [row], { by: null, assigneeId, note: 'Assigned automatically' });
    },

    /** Unassigns the transactions of a member who leaves; returns how many. */
    async release(
      trx: Kysely<Schema>,
      { organizationId, userId }: { organizationId: string; userId: string },
    ): Promise<number> {
      const rows = await lockOpenOf(trx, organizationId, userId);
      const at = new Date(now());
      const freed = await updateTransactions(
        trx,
        rows.map(({ id }) => id),
        { ...noProposal, status: 'UNASSIGNED', reviewer_id: null, reviewed_at: null },
      );
      const before = new Map(rows.map((row) => [row.id, row]));
      const note = 'The reviewer left the organization';
      await addEvents(
        trx,
        freed.flatMap((after) =>
          eventsOf({ before: before.get(after.id) ?? after, after }, { by: null, at, note }),
        ),
      );
      return freed.length;
    },
  };
}

export type Review = ReturnType<typeof createReview>;
