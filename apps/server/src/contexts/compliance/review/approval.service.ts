import {
  type CallInput,
  type complianceQueueEndpoints,
  type ComplianceTransaction,
  decidedStatuses,
  type DecidedStatus,
  needsApproval,
} from '@hopscope/contract';
import type { Kysely } from 'kysely';
import { badRequest, conflict, forbidden } from '../../../lib/app-error.ts';
import type { Schema } from '../../../db/schema.ts';
import { isUuid } from '../../../lib/uuid.ts';
import type { Audit } from '../../identity/audit/audit.service.ts';
import type { OrganizationDirectory } from '../../identity/organizations/directory.service.ts';
import type { ByMember } from '../../identity/organizations/membership.service.ts';
import { type ClosingReport, closingReport } from '../transactions/closing-report.ts';
import { findTransaction } from '../transactions/compliance-transactions.store.ts';
import type { TransactionRow } from '../transactions/transaction-order.ts';
import { updateTransactions } from '../transactions/compliance-transactions.store.ts';
import { changeOf, type Decision, noProposal } from './decisions.ts';
import { addEvents } from './events.store.ts';
import { eventsOf } from './events-of-change.ts';
import { createLockOne, recordOf } from './review-locks.ts';
import type { TransactionViews } from '../transactions/transaction-views.ts';

type Answer = CallInput<typeof complianceQueueEndpoints.answerComplianceProposal>['body'];

const isDecided = (status: Decision['status']): status is DecidedStatus =>
  decidedStatuses.some((each) => each === status);

/** Decisions that a second person has to confirm, if the organization requires it. */
export function createSecondPerson(options: {
  kysely: Kysely<Schema>;
  audit: Audit;
  organizations: Pick<OrganizationDirectory, 'findByIds'>;
  views: TransactionViews;
  now: () => number;
}) {
  const { kysely, audit, organizations, views, now } = options;
  const lockOne = createLockOne(views);

  /** Whether a decision on a locked row is to be confirmed by another. */
  async function isNeeded(trx: Kysely<Schema>, row: TransactionRow, asked: Decision): Promise<boolean> {
    if (!isDecided(asked.status)) return false;
    const organization = (await organizations.findByIds(trx, [row.organization_id])).get(row.organization_id);
    if (!organization) return false;
    const cents = row.usd_cents === null ? null : BigInt(row.usd_cents);
    return needsApproval(organization.approval, {
      status: asked.status,
      score: row.risk_score,
      cents,
      overThreshold: row.over_threshold,
    });
  }

  /** Records a proposal without changing the status. The decision is checked and the row locked. */
  async function propose(
    trx: Kysely<Schema>,
    row: TransactionRow,
    { by, asked, report }: { by: ByMember; asked: Decision; report: ClosingReport | undefined },
  ): Promise<ComplianceTransaction> {
    if (!isDecided(asked.status)) throw new RangeError(`${asked.status} needs no second person`);
    const at = new Date(now());
    const note = report?.text ?? asked.sarReport ?? asked.note ?? null;
    const { userId } = by.member;
    const [after = row] = await updateTransactions(trx, [row.id], {
      proposed_status: asked.status,
      proposed_by: userId,
      proposed_at: at,
      proposed_note: note,
      proposed_sar_id: report?.id ?? null,
    });
    await addEvents(trx, [
      {
        transaction_id: row.id,
        organization_id: row.organization_id,
        kind: 'proposed',
        at,
        actor_id: userId,
        before: row.status,
        after: asked.status,
        note,
        sar_id: report?.id ?? null,
      },
    ]);
    const view = await views.one(trx, after);
    await audit.record(trx, {
      ...recordOf(by, 'compliance_transaction.proposed', row.id),
      before: { status: row.status },
      after: { proposedStatus: asked.status, ...(report && { sarId: report.id }) },
      ...(note !== null && { reason: note }),
    });
    return view;
  }

  /** Locks the report of the proposal before the transaction. */
  async function proposedReport(
    trx: Kysely<Schema>,
    by: ByMember,
    id: string,
  ): Promise<ClosingReport | undefined> {
    if (!isUuid(id)) return undefined;
    const row = await findTransaction(trx, { organizationId: by.member.organizationId, id });
    const sarId = row?.proposed_sar_id ?? null;
    return sarId === null ? undefined : closingReport(trx, by, { sarId, transactionId: id });
  }

  async function confirm(
    trx: Kysely<Schema>,
    row: TransactionRow & { proposed_status: DecidedStatus },
    { by, note, report }: { by: ByMember; note: string | null; report: ClosingReport | undefined },
  ): Promise<TransactionRow> {
    const at = new Date(now());
    const { userId } = by.member;
    const { proposed_status: status } = row;
    const reference = report?.text ?? row.proposed_note;
    const text =
      reference === null ? {} : status === 'CLOSED_WITH_SAR' ? { sarReport: reference } : { note: reference };
    const change = changeOf(row, { userId, at, asked: { status, ...text }, report });
    const whoever = { approved_by: userId, approved_at: at };
    const [after = row] = await updateTransactions(trx, [row.id], { ...change, ...whoever });
    await addEvents(
      trx,
      eventsOf(
        { before: row, after },
        { by: userId, at, note: note ?? reference, sarId: report?.id ?? null },
      ),
    );
    await audit.record(trx, {
      ...recordOf(by, 'compliance_transaction.decided', row.id),
      before: { status: row.status, proposedBy: row.proposed_by },
      after: { status: after.status, confirmedBy: userId, ...(report && { sarId: report.id }) },
      ...((note ?? note) !== null && { reason: note ?? note ?? '' }),
    });
    return after;
  }

  async function reject(
    trx: Kysely<Schema>,
    row: TransactionRow,
    { by, note }: { by: ByMember; note: string | null },
  ): Promise<TransactionRow> {
    if (note === null) {
      const message = 'Please enter a reason in a note';
      throw badRequest('validation_failed', message, { fields: [{ field: 'note', message }] });
    }
    const [after = row] = await updateTransactions(trx, [row.id], noProposal);
    await addEvents(trx, [
      {
        transaction_id: row.id,
        organization_id: row.organization_id,
        kind: 'rejected',
        at: new Date(now()),
        actor_id: by.member.userId,
        before: row.proposed_status,
        after: row.status,
        note,
      },
    ]);
    await audit.record(trx, {
      ...recordOf(by, 'compliance_transaction.proposal_rejected', row.id),
      before: { proposedStatus: row.proposed_status, proposedBy: row.proposed_by },
      after: { status: row.status },
      reason: note,
    });
    return after;
  }

  return {
    isNeeded,
    propose,

    /** Throws 409 without a proposal, 403 for the proposer, and 400 for a rejection without reason. */
    async answer(by: ByMember, id: string, asked: Answer): Promise<ComplianceTransaction> {
      return kysely.transaction().execute(async (trx) => {
        const report = asked.confirm ? await proposedReport(trx, by, id) : undefined;
        const row = await lockOne(trx, by, { id, version: asked.version });
        if (asked.confirm && row.proposed_sar_id !== (report?.id ?? null)) {
          throw conflict('Someone else proposed another decision');
        }
        const { proposed_status: status } = row;
        if (status === null) throw conflict('No decision on this transaction is awaiting a second person');
        if (row.proposed_by === by.member.userId) {
          throw forbidden('Another person has to confirm or reject your proposal');
        }
        const note = asked.note ?? null;
        const after = asked.confirm
          ? await confirm(trx, { ...row, proposed_status: status }, { by, note, report })
          : await reject(trx, row, { by, note });
        return views.one(trx, after);
      });
    },
  };
}

export type SecondPerson = ReturnType<typeof createSecondPerson>;
