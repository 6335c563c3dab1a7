import type { BillingPeriod, SubscriptionStatus } from '@hopscope/contract';
import { trialDays } from '@hopscope/contract';
import { Stripe } from 'stripe';
import { AppError, badRequest } from '../../../lib/app-error.ts';
import type { Choice } from './billing.ts';

/** A subscription as Stripe has it now. */
export interface RemoteSubscription {
  id: string;
  customer: string;
  organizationId: string | undefined;
  planId: string | undefined;
  billingPeriod: BillingPeriod;
  status: SubscriptionStatus;
  start: Date;
  end: Date;
  trialEnd: Date | null;
  cancelAtPeriodEnd: boolean;
  /** Minor units. */
  price: bigint;
  currency: string;
}

/** https://docs.stripe.com/api/subscriptions/object: what of it a plan counts by. */
const statuses: Record<Stripe.Subscription.Status, SubscriptionStatus> = {
  active: 'active',
  trialing: 'trial',
  past_due: 'past_due',
  unpaid: 'unpaid',
  incomplete: 'unpaid',
  paused: 'unpaid',
  incomplete_expired: 'canceled',
  canceled: 'canceled',
};

const productPrefix = 'hopscope_';
const time = (seconds: number): Date => new Date(seconds * 1000);
const idOf = (value: string | { id: string }): string => (typeof value === 'string' ? value : value.id);

function toRemote(subscription: Stripe.Subscription): RemoteSubscription {
  const item = subscription.items.data[0];
  if (!item) throw new Error('A subscription of Stripe has no item');
  const product = idOf(item.price.product);
  return {
    id: subscription.id,
    customer: idOf(subscription.customer),
    organizationId: subscription.metadata['organizationId'],
    planId: product.startsWith(productPrefix) ? product.slice(productPrefix.length) : undefined,
    billingPeriod: item.price.recurring?.interval === 'year' ? 'yearly' : 'monthly',
    // Unknown future statuses give no rights.
    status: statuses[subscription.status] ?? 'unpaid',
    start: time(item.current_period_start),
    end: time(item.current_period_end),
    trialEnd: subscription.trial_end === null ? null : time(subscription.trial_end),
    cancelAtPeriodEnd: subscription.cancel_at_period_end,
    price: BigInt(item.price.unit_amount ?? 0),
    currency: item.price.currency.toUpperCase(),
  };
}

function priceData(choice: Choice) {
  return {
    currency: choice.price.currency.toLowerCase(),
    unit_amount: Number(choice.price.amount),
    product: `${productPrefix}${choice.planId}`,
    recurring: { interval: choice.billingPeriod === 'yearly' ? ('year' as const) : ('month' as const) },
  };
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Stripe.errors.StripeError && error.code === code;
}

/** What of Stripe's refusals people may see: a card was declined, or Stripe is not there; the rest is a fault of ours. */
async function ask<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Stripe.errors.StripeCardError) {
      throw new AppError('payment_failed', error.message, { cause: error });
    }
    if (
      error instanceof Stripe.errors.StripeConnectionError ||
      error instanceof Stripe.errors.StripeAPIError ||
      error instanceof Stripe.errors.StripeRateLimitError ||
      error instanceof Stripe.errors.StripeAuthenticationError
    ) {
      throw new AppError('unavailable', 'The payment service is not responding. Please try again later.', {
        cause: error,
      });
    }
    throw error;
  }
}

/** Where Stripe's library sends its calls; without `apiUrl` to Stripe itself. */
function place(apiUrl: string | undefined) {
  if (apiUrl === undefined) return {};
  const url = new URL(apiUrl);
  const protocol = url.protocol === 'http:' ? ('http' as const) : ('https' as const);
  return { host: url.hostname, protocol, port: url.port || (protocol === 'http' ? 80 : 443) };
}

/** Returns the subscription ID of an event; undefined for events that change no plan. */
function subscriptionOf(event: Stripe.Event): string | undefined {
  if (event.type === 'checkout.session.completed') {
    const { subscription } = event.data.object;
    return subscription === null ? undefined : idOf(subscription);
  }
  if (event.type === 'invoice.paid' || event.type === 'invoice.payment_failed') {
    const details = event.data.object.parent?.subscription_details;
    return details ? idOf(details.subscription) : undefined;
  }
  const { object } = event.data;
  return 'object' in object && object.object === 'subscription' ? object.id : undefined;
}

/** Calls Stripe. Throws 503 if it doesn't respond, and 409 `payment_failed` if a card is declined. */
export function createStripeClient(options: {
  secretKey: string;
  webhookSecret: string;
  apiUrl: string | undefined;
  now: () => number;
}) {
  const stripe = new Stripe(options.secretKey, {
    ...place(options.apiUrl),
    timeout: 20_000,
    maxNetworkRetries: 1,
    telemetry: false,
  });

  async function ensureProduct(planId: string, name: string): Promise<void> {
    try {
      await stripe.products.create({ id: `${productPrefix}${planId}`, name: `Hopscope ${name}` });
    } catch (error) {
      if (!isCode(error, 'resource_already_exists')) throw error;
    }
  }

  return {
    /** Undefined if Stripe has no such subscription. */
    read: (id: string): Promise<RemoteSubscription | undefined> =>
      ask(async () => {
        try {
          return toRemote(await stripe.subscriptions.retrieve(id));
        } catch (error) {
          if (isCode(error, 'resource_missing')) return undefined;
          throw error;
        }
      }),

    makeCustomer: (organization: { id: string; name: string; email: string }): Promise<string> =>
      ask(async () => {
        const { id, name, email } = organization;
        // The same key returns the same customer: a double click creates one.
        const once = { idempotencyKey: `hopscope-customer-${id}` };
        return (await stripe.customers.create({ name, email, metadata: { organizationId: id } }, once)).id;
      }),

    /** Creates a Stripe page for payment; the plan takes effect once its webhook arrives. */
    checkout: (order: {
      organizationId: string;
      customer: string;
      choice: Choice;
      planName: string;
      trial: boolean;
      successUrl: string;
      cancelUrl: string;
    }): Promise<{ id: string; url: string }> =>
      ask(async () => {
        await ensureProduct(order.choice.planId, order.planName);
        const session = await stripe.checkout.sessions.create({
          mode: 'subscription',
          customer: order.customer,
          client_reference_id: order.organizationId,
          line_items: [{ price_data: priceData(order.choice), quantity: 1 }],
          subscription_data: {
            metadata: { organizationId: order.organizationId },
            ...(order.trial ? { trial_period_days: trialDays } : {}),
          },
          success_url: order.successUrl,
          cancel_url: order.cancelUrl,
        });
        if (session.url === null) throw new Error('Stripe gave no address of its checkout');
        return { id: session.id, url: session.url };
      }),

    /** Closes a checkout; false if it was completed. */
    expireCheckout: (id: string): Promise<boolean> =>
      ask(async () => {
        let { status } = await stripe.checkout.sessions.retrieve(id);
        if (status === 'open') {
          try {
            ({ status } = await stripe.checkout.sessions.expire(id));
          } catch (error) {
            // Another call, or the payer, closed it in between.
            ({ status } = await stripe.checkout.sessions.retrieve(id));
            if (status === 'open') throw error;
          }
        }
        return status !== 'complete';
      }),

    /** Another plan or billing period; Stripe works the proration out. */
    change: (id: string, choice: Choice, planName: string): Promise<void> =>
      ask(async () => {
        await ensureProduct(choice.planId, planName);
        const item = (await stripe.subscriptions.retrieve(id)).items.data[0];
        await stripe.subscriptions.update(id, {
          items: [{ ...(item ? { id: item.id } : {}), price_data: priceData(choice) }],
          proration_behavior: 'always_invoice',
          payment_behavior: 'error_if_incomplete',
          cancel_at_period_end: false,
        });
      }),

    cancelAtPeriodEnd: (id: string, cancel: boolean): Promise<void> =>
      ask(async () => {
        await stripe.subscriptions.update(id, { cancel_at_period_end: cancel });
      }),

    /** Ends a subscription; one that is gone is ended. */
    cancel: (id: string): Promise<void> =>
      ask(async () => {
        try {
          await stripe.subscriptions.cancel(id);
        } catch (error) {
          if (!isCode(error, 'resource_missing')) throw error;
        }
      }),

    /** What Stripe would charge for a change now. Minor units. */
    preview: (
      id: string,
      choice: Choice,
      planName: string,
    ): Promise<{ due: bigint; credit: bigint; end: Date }> =>
      ask(async () => {
        await ensureProduct(choice.planId, planName);
        const item = (await stripe.subscriptions.retrieve(id)).items.data[0];
        const invoice = await stripe.invoices.createPreview({
          subscription: id,
          subscription_details: {
            items: [{ ...(item ? { id: item.id } : {}), price_data: priceData(choice) }],
            proration_behavior: 'always_invoice',
          },
        });
        const credits = invoice.lines.data.filter((line) => line.amount < 0);
        const ends = invoice.lines.data.map((line) => line.period.end);
        return {
          due: BigInt(Math.max(0, invoice.amount_due)),
          credit: BigInt(credits.reduce((sum, line) => sum - line.amount, 0)),
          end: time(Math.max(...ends, item?.current_period_end ?? 0)),
        };
      }),

    /** Stripe's page for cards and invoices of a customer. */
    portal: (customer: string, returnUrl: string): Promise<string> =>
      ask(async () => (await stripe.billingPortal.sessions.create({ customer, return_url: returnUrl })).url),

    /** A signed message of Stripe. 400 if the signature is missing, wrong or older than five minutes. */
    readEvent(
      raw: Buffer,
      signature: string | undefined,
    ): { id: string; type: string; subscriptionId: string | undefined } {
      try {
        const event = stripe.webhooks.constructEvent(
          raw,
          signature ?? '',
          options.webhookSecret,
          undefined,
          undefined,
          options.now(),
        );
        return { id: event.id, type: event.type, subscriptionId: subscriptionOf(event) };
      } catch (error) {
        if (error instanceof Stripe.errors.StripeSignatureVerificationError || error instanceof SyntaxError) {
          throw badRequest('bad_request', 'The signature is not valid');
        }
        throw error;
      }
    },
  };
}

export type StripeClient = ReturnType<typeof createStripeClient>;
