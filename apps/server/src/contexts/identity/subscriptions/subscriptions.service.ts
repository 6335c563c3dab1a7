import { freePlanId, type PlanFeatures, type Subscription } from '@hopscope/contract';
import type { Kysely } from 'kysely';
import { AppError, conflict, notFound, type Reason } from '../../../lib/app-error.ts';
import type { Schema } from '../../../db/schema.ts';
import type { Audit } from '../audit/audit.service.ts';
import type { ByMember, Member } from '../organizations/membership.service.ts';
import type { OrganizationDirectory } from '../organizations/directory.service.ts';
import { endPlan } from './billing.ts';
import { assertPossible, choose, hasPlan, type RequestedPlan } from './choices.ts';
import type { Locked, InvoiceBilling } from './invoice-billing.service.ts';
import { readInvoices } from './invoices.store.ts';
import { toUnits } from './money.ts';
import { readPlans } from './plans.store.ts';
import type { StripeBilling } from './stripe-billing.service.ts';
import {
  auditView,
  limitsOf,
  planIn,
  presentInvoice,
  presentSubscription,
  presentTier,
  priceOf,
} from './subscriptions.presenter.ts';
import {
  findSubscriptions,
  insertSubscription,
  lockSubscription,
  type SubscriptionRow,
} from './subscriptions.store.ts';
import type { Cause, SubscriptionWriter } from './subscription-writer.ts';

function assertNoPlan(row: SubscriptionRow): void {
  if (!hasPlan(row)) return;
  throw conflict('The organization already has a plan. Change it instead.');
}

const missing = () => notFound('Organization not found');

/** Returns why a change of plan isn't possible. */
const impossible: ReadonlySet<Reason> = new Set([
  'conflict',
  'changed_meanwhile',
  'plan_limit',
  'payment_failed',
]);

/** Subscriptions of organizations: every organization has one from its start. */
export function createSubscriptions(options: {
  kysely: Kysely<Schema>;
  audit: Audit;
  directory: OrganizationDirectory;
  writer: SubscriptionWriter;
  invoices: InvoiceBilling;
  stripe: StripeBilling | undefined;
  now: () => number;
}) {
  const { kysely, audit, directory, writer, invoices, stripe, now } = options;
  const payment: Subscription['payment'] = stripe ? 'stripe' : 'invoice';
  const causeOf = (by: ByMember, action: Cause['action']): Cause => ({
    action,
    by: { actor: by.actor, actorRole: by.member.role, origin: by.origin },
  });

  async function find(db: Kysely<Schema>, organizationId: string): Promise<SubscriptionRow> {
    const row = (await findSubscriptions(db, [organizationId])).get(organizationId);
    if (!row) throw missing();
    return row;
  }

  async function present(db: Kysely<Schema>, organizationId: string): Promise<Subscription> {
    return presentSubscription(await find(db, organizationId), await readPlans(db), payment);
  }

  /** Organization and subscription, locked in this order. */
  async function lockCurrent(trx: Kysely<Schema>, organizationId: string): Promise<Locked> {
    const organization = await directory.lock(trx, organizationId);
    const row = organization && (await lockSubscription(trx, organizationId));
    if (!row) throw missing();
    return { organization, row };
  }

  async function chosen(db: Kysely<Schema>, row: SubscriptionRow, requested: RequestedPlan) {
    const order = choose(await readPlans(db), requested);
    assertPossible(row, order.plan, order.choice, await directory.countMembers(db, row.organization_id));
    return order;
  }

  function isSame(row: SubscriptionRow, requested: RequestedPlan): boolean {
    return hasPlan(row) && row.plan_id === requested.tierId && row.billing_period === requested.billingPeriod;
  }

  /** Cancels with either payment method. Throws 409 if there is nothing to cancel. */
  async function cancel(by: ByMember, immediately: boolean): Promise<Subscription> {
    const { organizationId } = by.member;
    const cause = causeOf(by, 'subscription.canceled');
    const seen = await find(kysely, organizationId);
    const refuse = (row: SubscriptionRow): void => {
      if (!hasPlan(row)) throw conflict('There is no paid plan to cancel');
      if (row.cancel_at_period_end && !immediately) {
        throw conflict('The plan is already canceled and ends with the billing period');
      }
    };
    refuse(seen);
    if (stripe?.billsFor(seen)) {
      await stripe.cancel(seen, immediately, cause);
    } else {
      await kysely.transaction().execute(async (trx) => {
        const locked = await lockCurrent(trx, organizationId);
        refuse(locked.row);
        await invoices.cancel(trx, locked, immediately, cause);
      });
    }
    return present(kysely, organizationId);
  }

  /** Starts or changes a plan; with Stripe, a first plan returns the URL of its checkout. */
  async function change(by: ByMember, requested: RequestedPlan, action: Cause['action']) {
    const { organizationId } = by.member;
    const cause = causeOf(by, action);
    const seen = await find(kysely, organizationId);
    let checkoutUrl: string | null = null;
    if (stripe) {
      const order = await chosen(kysely, seen, requested);
      if (isSame(seen, requested) && stripe.billsFor(seen)) await stripe.resume(seen, cause);
      else if (stripe.billsFor(seen)) await stripe.change(seen, order, cause);
      else {
        const organization = (await directory.findByIds(kysely, [organizationId])).get(organizationId);
        if (!organization || organization.deleted) throw missing();
        checkoutUrl = await stripe.checkout(organization, seen, order);
      }
    } else {
      await kysely.transaction().execute(async (trx) => {
        const locked = await lockCurrent(trx, organizationId);
        if (action === 'subscription.created') assertNoPlan(locked.row);
        const { choice } = await chosen(trx, locked.row, requested);
        if (!isSame(locked.row, requested)) await invoices.change(trx, locked, choice, cause);
        else if (locked.row.cancel_at_period_end) await invoices.resume(trx, locked, cause);
      });
    }
    return { data: await present(kysely, organizationId), checkoutUrl };
  }

  return {
    /** Plans in their order. */
    async tiers() {
      return (await readPlans(kysely)).map(presentTier);
    },

    async get(member: Member): Promise<Subscription> {
      return present(kysely, member.organizationId);
    },

    /** From the free plan, or after a cancellation. 409 where a plan runs: that is changed. */
    async create(by: ByMember, requested: RequestedPlan) {
      if (requested.tierId === freePlanId) {
        throw conflict('Every organization starts on the free plan');
      }
      assertNoPlan(await find(kysely, by.member.organizationId));
      return change(by, requested, 'subscription.created');
    },

    /** To another plan; to the free one is to cancel at the end of the period. */
    async change(by: ByMember, requested: RequestedPlan) {
      if (requested.tierId === freePlanId) return { data: await cancel(by, false), checkoutUrl: null };
      return change(by, requested, 'subscription.changed');
    },

    cancel,

    /** Returns the price of a change; a rejection is returned, not thrown. */
    async preview(member: Member, requested: RequestedPlan) {
      const row = await find(kysely, member.organizationId);
      const { plan, choice } = choose(await readPlans(kysely), requested);
      const base = { nextAmount: toUnits(choice.price.amount), currency: choice.price.currency };
      try {
        if (plan.id === freePlanId) {
          const nextPeriodStart = row.period_end?.toISOString() ?? null;
          return {
            ...base,
            amountDueNow: 0,
            creditForUnusedTime: 0,
            nextPeriodStart,
            trialEnd: null,
            refusal: null,
          };
        }
        const order = await chosen(kysely, row, requested);
        const cost = await (stripe
          ? stripe.preview(row, order)
          : invoices.preview(kysely, row, order.choice));
        return {
          ...base,
          amountDueNow: toUnits(cost.due),
          creditForUnusedTime: toUnits(cost.credit),
          nextPeriodStart: cost.nextStart?.toISOString() ?? null,
          trialEnd: cost.trialEnd?.toISOString() ?? null,
          refusal: null,
        };
      } catch (error) {
        if (!(error instanceof AppError) || !impossible.has(error.reason)) throw error;
        const nothing = { amountDueNow: 0, creditForUnusedTime: 0, nextPeriodStart: null, trialEnd: null };
        return { ...base, ...nothing, refusal: error.message };
      }
    },

    /** Address of Stripe's page; 409 where cards are not used. */
    async portal(member: Member): Promise<string> {
      const row = await find(kysely, member.organizationId);
      if (!stripe) throw conflict('This organization does not pay by card');
      return stripe.portal(row);
    },

    async listInvoices(member: Member, page: { page: number; limit: number }) {
      const { rows, total } = await readInvoices(kysely, { organizationId: member.organizationId }, page);
      const data = rows.map((row) => presentInvoice(row, member.organizationName));
      return { data, total, page: page.page, limit: page.limit };
    },

    /** A message of Stripe; 404 where Stripe is not used. */
    async receiveFromStripe(raw: Buffer, signature: string | undefined): Promise<void> {
      if (!stripe) throw notFound('Stripe is not configured on this server');
      await stripe.receive(raw, signature);
    },

    /** Limits that count for an organization now. */
    async limitsOf(db: Kysely<Schema>, organizationId: string): Promise<PlanFeatures> {
      return limitsOf(await find(db, organizationId), await readPlans(db));
    },

    /** Whether the limits of the free plan count. */
    async isFree(db: Kysely<Schema>, organizationId: string): Promise<boolean> {
      const row = await find(db, organizationId);
      return row.plan_id === freePlanId || !hasPlan(row);
    },

    /** The same for several. */
    async limitsOfMany(
      db: Kysely<Schema>,
      organizationIds: readonly string[],
    ): Promise<Map<string, PlanFeatures>> {
      const plans = await readPlans(db);
      const rows = await findSubscriptions(db, organizationIds);
      return new Map([...rows].map(([id, row]) => [id, limitsOf(row, plans)]));
    },

    /** Creates the free plan of a new organization in its transaction. */
    async open(trx: Kysely<Schema>, organizationId: string, cause: Omit<Cause, 'action'>): Promise<void> {
      const at = new Date(now());
      const { currency } = priceOf(planIn(await readPlans(trx), freePlanId), 'monthly');
      const row: SubscriptionRow = {
        organization_id: organizationId,
        plan_id: freePlanId,
        status: 'active',
        billing_period: 'monthly',
        anchor: at,
        period_start: at,
        period_end: null,
        trial_end: null,
        trial_used: false,
        cancel_at_period_end: false,
        price: 0n,
        currency,
        credit: 0n,
        stripe_customer: null,
        stripe_subscription: null,
        stripe_checkout: null,
        stripe_cancel: false,
        version: 1,
        created_at: at,
        updated_at: at,
      };
      await insertSubscription(trx, row);
      await audit.record(trx, {
        ...cause.by,
        organizationId,
        action: 'subscription.created',
        subject: { type: 'subscription', id: organizationId },
        after: auditView(row),
      });
    },

    /** Ends the subscription of a deleted organization in its transaction; the caller holds its lock. */
    async close(trx: Kysely<Schema>, organizationId: string, cause: Omit<Cause, 'action'>): Promise<void> {
      const { organization, row } = await lockCurrent(trx, organizationId);
      const step = endPlan(new Date(now()));
      const set = { ...step.set, stripe_cancel: row.stripe_subscription !== null };
      await writer.apply(trx, {
        organization,
        row,
        step: { ...step, set },
        cause: { ...cause, action: 'subscription.canceled' },
      });
    },
  };
}

export type Subscriptions = ReturnType<typeof createSubscriptions>;
