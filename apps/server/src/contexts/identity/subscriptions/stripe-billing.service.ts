import { trialDays } from '@hopscope/contract';
import { millisecondsOfDay } from '@hopscope/domain';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { AppError, conflict } from '../../../lib/app-error.ts';
import type { Schema } from '../../../db/schema.ts';
import type { PublicUrl } from '../../../lib/public-url.ts';
import { isUuid } from '../../../lib/uuid.ts';
import type { KnownOrganization, OrganizationDirectory } from '../organizations/directory.service.ts';
import type { Choice, Step } from './billing.ts';
import { hasPlan } from './choices.ts';
import type { Cost } from './invoice-billing.service.ts';
import { periodAt } from './periods.ts';
import { type Plan, readPlans } from './plans.store.ts';
import type { RemoteSubscription, StripeClient } from './stripe-client.ts';
import {
  findSubscriptions,
  hasStripeEvent,
  lockSubscription,
  readToCancelAtStripe,
  type SubscriptionRow,
  takeStripeEvent,
  updateSubscription,
} from './subscriptions.store.ts';
import type { Cause, SubscriptionWriter } from './subscription-writer.ts';

const returnPath = '/home/settings/subscription';
const attempts = 5;

/** The state at Stripe as a change of our row; a plan that is not known here stays as it was. */
function toStep(row: SubscriptionRow, remote: RemoteSubscription, plans: readonly Plan[]): Step {
  const plan = plans.find((known) => known.id === remote.planId);
  return {
    // Invoices from before the card aren't collected.
    ...(row.stripe_subscription === null ? { voidOpen: true } : {}),
    set: {
      plan_id: plan?.id ?? row.plan_id,
      status: remote.status,
      billing_period: remote.billingPeriod,
      anchor: remote.start,
      period_start: remote.start,
      period_end: remote.end,
      trial_end: remote.trialEnd ?? row.trial_end,
      trial_used: row.trial_used || remote.trialEnd !== null,
      cancel_at_period_end: remote.cancelAtPeriodEnd && remote.status !== 'canceled',
      price: remote.price,
      currency: remote.currency,
      stripe_customer: remote.customer,
      stripe_subscription: remote.status === 'canceled' ? null : remote.id,
      stripe_checkout: null,
    },
  };
}

/** Tests whether a step changes anything: Stripe repeats most events. */
function changes(row: SubscriptionRow, { set }: Step): boolean {
  const comparable = (value: unknown): unknown => (value instanceof Date ? value.getTime() : value);
  return Object.entries(set).some(
    ([name, value]) => comparable(value) !== comparable(Reflect.get(row, name)),
  );
}

/** Whether the subscription at Stripe is this organization's, not one that it had before or beside it. */
function concerns(row: SubscriptionRow, remote: RemoteSubscription): boolean {
  if (row.stripe_subscription !== null) return row.stripe_subscription === remote.id;
  // The final state of an ended subscription was already processed.
  return remote.status !== 'canceled';
}

/** Payment by card: Stripe decides, its messages and our own questions bring its state here. */
export function createStripeBilling(options: {
  kysely: Kysely<Schema>;
  stripe: StripeClient;
  directory: OrganizationDirectory;
  writer: SubscriptionWriter;
  publicUrl: Pick<PublicUrl, 'link'>;
  logger: Logger;
  now: () => number;
}) {
  const { kysely, stripe, directory, writer, publicUrl, logger, now } = options;

  /** Tries to synchronize the state; false if the row changed during the request to Stripe. */
  async function apply(
    seen: SubscriptionRow,
    remote: RemoteSubscription,
    cause: Cause,
    event: { id: string; type: string } | undefined,
  ): Promise<boolean> {
    return kysely.transaction().execute(async (trx) => {
      const organization = await directory.lock(trx, seen.organization_id);
      const row = await lockSubscription(trx, seen.organization_id);
      if (!row || row.version !== seen.version) return false;
      if (event && !(await takeStripeEvent(trx, { ...event, receivedAt: new Date(now()) }))) return true;
      if (!organization) {
        // Deleted while its payment was on the way: nothing more may be charged.
        const stop = remote.status !== 'canceled';
        await updateSubscription(
          trx,
          row,
          { stripe_cancel: stop, ...(stop ? { stripe_subscription: remote.id } : {}) },
          new Date(now()),
        );
        return true;
      }
      if (!concerns(row, remote)) {
        logger.warn(
          { organization: organization.id, subscription: remote.id },
          'another subscription at Stripe',
        );
        return true;
      }
      const step = toStep(row, remote, await readPlans(trx));
      if (changes(row, step)) await writer.apply(trx, { organization, row, step, cause });
      return true;
    });
  }

  /** Fetches a subscription and brings its state here, anew if our row changed meanwhile. */
  async function sync(
    subscriptionId: string,
    cause: Cause,
    event?: { id: string; type: string },
  ): Promise<void> {
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const known = await stripe.read(subscriptionId);
      const organizationId = known?.organizationId ?? '';
      if (!isUuid(organizationId)) return;
      const seen = (await findSubscriptions(kysely, [organizationId])).get(organizationId);
      if (!seen) return;
      // Read after the row, so Stripe's state is at least as new as the compared version.
      const remote = await stripe.read(subscriptionId);
      if (!remote || (await apply(seen, remote, cause, event))) return;
    }
    throw new AppError('unavailable', 'The subscription is being changed. Please try again.');
  }

  /** Records an open checkout; false if a concurrent one exists, which is used instead. */
  async function keepCheckout(
    seen: SubscriptionRow,
    open: { customer: string; session: string },
  ): Promise<boolean> {
    return kysely.transaction().execute(async (trx) => {
      const row = await lockSubscription(trx, seen.organization_id);
      if (!row || row.version !== seen.version) return false;
      const set = { stripe_customer: open.customer, stripe_checkout: open.session };
      await updateSubscription(trx, row, set, new Date(now()));
      return true;
    });
  }

  async function customerOf(organization: KnownOrganization, row: SubscriptionRow): Promise<string> {
    return row.stripe_customer ?? stripe.makeCustomer(organization);
  }

  return {
    /** True where changes of this subscription go through Stripe. */
    billsFor: (row: SubscriptionRow): boolean => row.stripe_subscription !== null && hasPlan(row),

    /** Opens a checkout for a first plan; one that was open is closed, so that only one can be paid. */
    async checkout(
      organization: KnownOrganization,
      row: SubscriptionRow,
      order: { choice: Choice; plan: Plan },
    ): Promise<string> {
      if (row.stripe_checkout !== null && !(await stripe.expireCheckout(row.stripe_checkout))) {
        throw conflict('A payment is being confirmed. Please try again shortly.');
      }
      const customer = await customerOf(organization, row);
      const session = await stripe.checkout({
        organizationId: organization.id,
        customer,
        choice: order.choice,
        planName: order.plan.name,
        trial: !row.trial_used,
        successUrl: publicUrl.link(`${returnPath}?checkout=done`),
        cancelUrl: publicUrl.link(returnPath),
      });
      if (!(await keepCheckout(row, { customer, session: session.id }))) {
        await stripe.expireCheckout(session.id);
        throw conflict('Someone else is choosing a plan. Reload the page and try again.');
      }
      return session.url;
    },

    async change(row: SubscriptionRow, order: { choice: Choice; plan: Plan }, cause: Cause): Promise<void> {
      const id = idOf(row);
      await stripe.change(id, order.choice, order.plan.name);
      await sync(id, cause);
    },

    async cancel(row: SubscriptionRow, immediately: boolean, cause: Cause): Promise<void> {
      const id = idOf(row);
      if (immediately) await stripe.cancel(id);
      else await stripe.cancelAtPeriodEnd(id, true);
      await sync(id, cause);
    },

    async resume(row: SubscriptionRow, cause: Cause): Promise<void> {
      await stripe.cancelAtPeriodEnd(idOf(row), false);
      await sync(idOf(row), cause);
    },

    /** What Stripe would charge now for a running plan; for a first one, its price or nothing in a trial. */
    async preview(row: SubscriptionRow, order: { choice: Choice; plan: Plan }): Promise<Cost> {
      if (row.stripe_subscription !== null && hasPlan(row)) {
        const { due, credit, end } = await stripe.preview(
          row.stripe_subscription,
          order.choice,
          order.plan.name,
        );
        return { due, credit, nextStart: end, trialEnd: null };
      }
      const at = new Date(now());
      const trialEnd = row.trial_used ? null : new Date(now() + trialDays * millisecondsOfDay);
      return {
        due: trialEnd ? 0n : order.choice.price.amount,
        credit: 0n,
        nextStart: trialEnd ?? periodAt(at, order.choice.billingPeriod, at).end,
        trialEnd,
      };
    },

    /** Stripe's page for the organization's cards; 409 if it has never paid by Stripe. */
    async portal(row: SubscriptionRow): Promise<string> {
      if (row.stripe_customer === null) {
        throw conflict('This organization does not pay by card');
      }
      return stripe.portal(row.stripe_customer, publicUrl.link(returnPath));
    },

    /**
     * Processes a Stripe event. Throws 400 for an invalid signature. Only signals a change: the state is requested again, so
     * order and repetition don't matter.
     */
    async receive(raw: Buffer, signature: string | undefined): Promise<void> {
      const event = stripe.readEvent(raw, signature);
      if (event.subscriptionId === undefined || (await hasStripeEvent(kysely, event.id))) return;
      const cause: Cause = { action: 'subscription.status_changed', reason: `Stripe: ${event.type}` };
      await sync(event.subscriptionId, cause, { id: event.id, type: event.type });
    },

    /** Cancels subscriptions of deleted organizations at Stripe; retries failures. */
    async cancelDeleted(signal?: AbortSignal): Promise<void> {
      for (const row of await readToCancelAtStripe(kysely, 100)) {
        if (signal?.aborted) return;
        if (row.stripe_subscription !== null) await stripe.cancel(row.stripe_subscription);
        await kysely.transaction().execute(async (trx) => {
          const locked = await lockSubscription(trx, row.organization_id);
          if (!locked) return;
          await updateSubscription(
            trx,
            locked,
            { stripe_cancel: false, stripe_subscription: null },
            new Date(now()),
          );
        });
      }
    },
  };
}

function idOf(row: SubscriptionRow): string {
  if (row.stripe_subscription === null) throw new Error('The organization has no subscription at Stripe');
  return row.stripe_subscription;
}

export type StripeBilling = ReturnType<typeof createStripeBilling>;
