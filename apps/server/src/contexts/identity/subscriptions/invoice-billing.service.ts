import type { Kysely } from 'kysely';
import { AppError } from '../../../lib/app-error.ts';
import type { Schema } from '../../../db/schema.ts';
import type { KnownOrganization } from '../organizations/directory.service.ts';
import { changeInTrial, changePaid, type Choice, endPlan, quoteOf, startPlan, type Step } from './billing.ts';
import { hasPlan } from './choices.ts';
import { type InvoiceRow, readOpenInvoices } from './invoices.store.ts';
import { periodAt } from './periods.ts';
import { settle } from './proration.ts';
import { numberOf } from './subscriptions.presenter.ts';
import type { SubscriptionRow } from './subscriptions.store.ts';
import type { Cause, SubscriptionWriter } from './subscription-writer.ts';

/** A subscription in the hands of its only changer: organization and row are locked. */
export interface Locked {
  organization: KnownOrganization;
  row: SubscriptionRow;
}

/** What a change costs, in minor units. */
export interface Cost {
  due: bigint;
  credit: bigint;
  nextStart: Date | null;
  trialEnd: Date | null;
}

function assertPaid(row: SubscriptionRow, open: readonly InvoiceRow[]): void {
  const first = open[0];
  if (row.status !== 'past_due' && !(row.status === 'active' && first)) return;
  const which = first ? ` ${numberOf(first)}` : '';
  throw new AppError('payment_failed', `Please pay the open invoice${which} before you change the plan.`);
}

/** The step from where a subscription is to the choice. */
function stepTo(row: SubscriptionRow, choice: Choice, at: Date): Step {
  if (!hasPlan(row) || row.status === 'unpaid') return startPlan(row, choice, at);
  return row.status === 'trial' ? changeInTrial(choice) : changePaid(row, choice, at);
}

/** Payment by invoices that the operator confirms. */
export function createInvoiceBilling({ writer, now }: { writer: SubscriptionWriter; now: () => number }) {
  return {
    /** Starts or changes a plan. 409 `payment_failed` while an invoice is open. */
    async change(
      trx: Kysely<Schema>,
      locked: Locked,
      choice: Choice,
      cause: Cause,
    ): Promise<SubscriptionRow> {
      assertPaid(locked.row, await readOpenInvoices(trx, locked.row.organization_id));
      const step = stepTo(locked.row, choice, new Date(now()));
      return writer.apply(trx, { ...locked, step, cause });
    },

    /** What `change` would cost now; refuses like it. */
    async preview(db: Kysely<Schema>, row: SubscriptionRow, choice: Choice): Promise<Cost> {
      assertPaid(row, await readOpenInvoices(db, row.organization_id));
      const at = new Date(now());
      const { set, charge } = stepTo(row, choice, at);
      const paid = hasPlan(row) && row.status === 'active';
      return {
        due: charge?.amount ?? 0n,
        credit: paid
          ? quoteOf(row, choice, at).credit
          : choice.price.amount - settle(choice.price.amount, row.credit).due,
        nextStart: set.period_end ?? row.period_end ?? periodAt(at, choice.billingPeriod, at).end,
        trialEnd: set.trial_end ?? null,
      };
    },

    /** Cancels immediately, or at the end of the period. */
    async cancel(
      trx: Kysely<Schema>,
      locked: Locked,
      immediately: boolean,
      cause: Cause,
    ): Promise<SubscriptionRow> {
      const step = immediately ? endPlan(new Date(now())) : { set: { cancel_at_period_end: true } };
      return writer.apply(trx, { ...locked, step, cause });
    },

    /** Takes a cancellation at period end back. */
    async resume(trx: Kysely<Schema>, locked: Locked, cause: Cause): Promise<SubscriptionRow> {
      return writer.apply(trx, { ...locked, step: { set: { cancel_at_period_end: false } }, cause });
    },
  };
}

export type InvoiceBilling = ReturnType<typeof createInvoiceBilling>;
