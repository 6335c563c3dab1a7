import { customPlanId } from '@hopscope/contract';
import { millisecondsOfDay } from '@hopscope/domain';
import type { Kysely } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import type { OrganizationDirectory } from '../organizations/directory.service.ts';
import { rollPeriod } from './billing.ts';
import { readOpenInvoices, readOverdue } from './invoices.store.ts';
import { readPlans } from './plans.store.ts';
import { planIn, priceOf } from './subscriptions.presenter.ts';
import {
  forgetStripeEvents,
  lockSubscription,
  readDue,
  type SubscriptionRow,
} from './subscriptions.store.ts';
import type { Notice, SubscriptionWriter } from './subscription-writer.ts';

const batch = 100;
/** Stripe repeats messages for three days; we remember them longer. */
const eventDays = 60;

const endNotice: Notice = {
  title: 'Your plan has ended',
  text: 'The limits of the free plan apply now. You can choose a plan again under Settings, Subscription.',
};
const dueNotice: Notice = {
  title: 'Your invoice is past due',
  text: 'The limits of the free plan apply until the invoice is paid.',
};

/** The passing of time: periods roll, trials end, invoices become past due. */
export function createRenewals(options: {
  kysely: Kysely<Schema>;
  directory: OrganizationDirectory;
  writer: SubscriptionWriter;
  now: () => number;
}) {
  const { kysely, directory, writer, now } = options;

  /** Works on one organization after the other, each in its own transaction; ends when a batch brings nothing new. */
  async function each(
    read: (at: Date) => Promise<string[]>,
    work: (trx: Kysely<Schema>, organizationId: string, at: Date) => Promise<void>,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    const seen = new Set<string>();
    for (;;) {
      const at = new Date(now());
      const ids = (await read(at)).filter((id) => !seen.has(id));
      for (const id of ids) {
        if (signal?.aborted) return;
        seen.add(id);
        await kysely.transaction().execute((trx) => work(trx, id, at));
      }
      if (ids.length === 0) return;
    }
  }

  async function roll(trx: Kysely<Schema>, organizationId: string, at: Date): Promise<void> {
    const organization = await directory.lock(trx, organizationId);
    const row = await lockSubscription(trx, organizationId);
    if (!organization || !row || !isDue(row, at)) return;
    // Agreements with sales continue at their own price.
    const agreed = row.plan_id === customPlanId;
    const price = agreed
      ? { amount: row.price, currency: row.currency }
      : priceOf(planIn(await readPlans(trx), row.plan_id), row.billing_period);
    const step = rollPeriod(row, price, at);
    const ended = step.set.status === 'canceled';
    await writer.apply(trx, {
      organization,
      row,
      step,
      cause: {
        action: ended ? 'subscription.canceled' : 'subscription.renewed',
        reason: 'End of the period',
      },
      ...(ended ? { notice: endNotice } : {}),
    });
  }

  async function markPastDue(trx: Kysely<Schema>, organizationId: string, at: Date): Promise<void> {
    const organization = await directory.lock(trx, organizationId);
    const row = await lockSubscription(trx, organizationId);
    if (!organization || !row || (row.status !== 'active' && row.status !== 'unpaid')) return;
    const open = await readOpenInvoices(trx, organizationId);
    if (!open.some((invoice) => invoice.due_at <= at)) return;
    await writer.apply(trx, {
      organization,
      row,
      step: { set: { status: 'past_due' } },
      cause: { action: 'subscription.status_changed', reason: 'The invoice was not paid in time' },
      notice: dueNotice,
    });
  }

  return {
    /** Everything that has become due. */
    async run(signal?: AbortSignal): Promise<void> {
      await each((at) => readOverdue(kysely, at, batch), markPastDue, signal);
      await each((at) => readDue(kysely, at, batch), roll, signal);
      await forgetStripeEvents(kysely, new Date(now() - eventDays * millisecondsOfDay));
    },
  };
}

function isDue(row: SubscriptionRow, at: Date): boolean {
  return (
    row.period_end !== null &&
    row.period_end <= at &&
    row.status !== 'canceled' &&
    row.stripe_subscription === null
  );
}
