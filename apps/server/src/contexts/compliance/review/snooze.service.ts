import {
  type CallInput,
  type complianceQueueEndpoints,
  type ComplianceTransaction,
  isReviewManager,
  queueLimits,
  statusGroups,
} from '@hopscope/contract';
import { millisecondsOfDay } from '@hopscope/domain';
import type { Kysely } from 'kysely';
import { badRequest, conflict, forbidden } from '../../../lib/app-error.ts';
import type { Schema } from '../../../db/schema.ts';
import type { Audit } from '../../identity/audit/audit.service.ts';
import type { ByMember } from '../../identity/organizations/membership.service.ts';
import type { TransactionRow } from '../transactions/transaction-order.ts';
import { updateTransactions } from '../transactions/compliance-transactions.store.ts';
import { addEvents } from './events.store.ts';
import { createLockOne, recordOf } from './review-locks.ts';
import { lockEnded } from './snooze.store.ts';
import type { TransactionViews } from '../transactions/transaction-views.ts';

type Snooze = CallInput<typeof complianceQueueEndpoints.snoozeComplianceTransaction>['body'];

/** Snoozes ended per batch. */
const portion = 200;
const awake = { snoozed_until: null, snoozed_by: null, snooze_reason: null };

function checkHolder(row: TransactionRow, { member }: ByMember): void {
  if (row.reviewer_id === member.userId || isReviewManager(member)) return;
  throw forbidden('Only the reviewer or a manager can do this');
}

/** Transactions in hand that are put aside until a time; what changes about them ends it earlier (migration 0031). */
export function createSnoozes(options: {
  kysely: Kysely<Schema>;
  audit: Audit;
  views: TransactionViews;
  /** Told of organizations whose queues changed. */
  onWoken: (organizationId: string) => Promise<void>;
  now: () => number;
}) {
  const { kysely, audit, views, onWoken, now } = options;
  const lockOne = createLockOne(views);

  const eventOf = (
    row: TransactionRow,
    events: { by: string | null; until: string | null; note: string | null },
  ) => ({
    transaction_id: row.id,
    organization_id: row.organization_id,
    kind: events.until === null ? ('woken' as const) : ('snoozed' as const),
    at: new Date(now()),
    actor_id: events.by,
    before: null,
    after: events.until,
    note: events.note,
  });

  return {
    /**
     * Throws 400 if the end is in the past or too far away, and 409 if the transaction is decided, unassigned, or awaiting a
     * second person.
     */
    async snooze(
      by: ByMember,
      id: string,
      { until, reason, version }: Snooze,
    ): Promise<ComplianceTransaction> {
      const end = new Date(until);
      if (end.getTime() <= now() || end.getTime() > now() + queueLimits.snoozeDays * millisecondsOfDay) {
        const message = `Choose an end date within ${queueLimits.snoozeDays} days`;
        throw badRequest('validation_failed', message, { fields: [{ field: 'until', message }] });
      }
      return kysely.transaction().execute(async (trx) => {
        const row = await lockOne(trx, by, { id, version });
        if (!(statusGroups.active as readonly string[]).includes(row.status)) {
          throw conflict('Only active cases can be snoozed');
        }
        checkHolder(row, by);
        if (row.proposed_at !== null)
          throw conflict('A decision on this transaction is awaiting a second person');
        const { userId } = by.member;
        const change = { snoozed_until: end, snoozed_by: userId, snooze_reason: reason };
        const [after = row] = await updateTransactions(trx, [id], change);
        await addEvents(trx, [eventOf(row, { by: userId, until: end.toISOString(), note: reason })]);
        const view = await views.one(trx, after);
        await audit.record(trx, {
          ...recordOf(by, 'compliance_transaction.snoozed', row.id),
          after: { until: end.toISOString() },
          reason,
        });
        return view;
      });
    },

    /** Throws 409 if it isn't snoozed. */
    async wake(by: ByMember, id: string): Promise<ComplianceTransaction> {
      return kysely.transaction().execute(async (trx) => {
        const row = await lockOne(trx, by, { id, version: undefined });
        if (row.snoozed_until === null) throw conflict('This transaction is not snoozed');
        checkHolder(row, by);
        const [after = row] = await updateTransactions(trx, [row.id], awake);
        await addEvents(trx, [eventOf(row, { by: by.member.userId, until: null, note: null })]);
        const view = await views.one(trx, after);
        await audit.record(trx, {
          ...recordOf(by, 'compliance_transaction.woken', row.id),
          before: { until: row.snoozed_until.toISOString() },
        });
        return view;
      });
    },

    /** Returns due transactions to the queue. */
    async wakeEnded(signal: AbortSignal): Promise<void> {
      while (!signal.aborted) {
        const woken = await kysely.transaction().execute(async (trx) => {
          const rows = await lockEnded(trx, new Date(now()), portion);
          await updateTransactions(
            trx,
            rows.map(({ id }) => id),
            awake,
          );
          await addEvents(
            trx,
            rows.map((row) => eventOf(row, { by: null, until: null, note: null })),
          );
          return rows;
        });
        for (const id of new Set(woken.map((row) => row.organization_id))) await onWoken(id);
        if (woken.length < portion) return;
      }
    },
  };
}
