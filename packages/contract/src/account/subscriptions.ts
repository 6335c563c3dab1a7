import { z } from 'zod';
import { endpoint, inOrganization } from '../endpoint.ts';
import { pageInfo, pageQuery } from './organizations.ts';

export const billingPeriods = ['monthly', 'yearly'] as const;
export type BillingPeriod = (typeof billingPeriods)[number];
/** */
export const subscriptionStatuses = ['active', 'past_due', 'canceled', 'trial', 'unpaid'] as const;
export type SubscriptionStatus = (typeof subscriptionStatuses)[number];
/** Ids of the plans with a meaning of their own: what everyone starts with, and the one that sales agrees. */
export const freePlanId = 'free';
export const customPlanId = 'custom';

/** Currencies of plans; all have two decimals. */
export const planCurrencies = ['USD', 'EUR', 'GBP', 'CHF', 'MXN'] as const;

/** Whole currency units with at most two decimals. */
const amount = z.number();
const currency = z.string().regex(/^[A-Z]{3}$/);

/** Limits of a plan; null is no limit. */
export const planFeatures = z.object({
  maxMembers: z.int().min(1).nullable(),
  maxTransactionsPerMonth: z.int().min(0).nullable(),
  dataRetentionMonths: z.int().min(1).max(1200).nullable(),
  support: z.string().max(100),
  apiAccess: z.union([z.boolean(), z.string().max(100)]),
  /** Calls with API keys per day (UTC); counts only with `apiAccess`. */
  maxApiCallsPerDay: z.int().min(0).nullable(),
});
export type PlanFeatures = z.infer<typeof planFeatures>;

/** A plan. `custom` with amount 0 shows "Custom Pricing". */
export const tier = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  sortOrder: z.int(),
  prices: z.array(z.object({ billingPeriod: z.enum(billingPeriods), amount, currency })),
  features: planFeatures,
});
export type Tier = z.infer<typeof tier>;

/** Subscription of an organization. */
export const subscription = z.object({
  organizationId: z.string(),
  tierId: z.string(),
  tier,
  status: z.enum(subscriptionStatuses),
  billingPeriod: z.enum(billingPeriods),
  currentPeriodStart: z.iso.datetime(),
  /** Null: the free plan has no end. */
  currentPeriodEnd: z.iso.datetime().nullable(),
  trialEnd: z.iso.datetime().nullable(),
  /** True: canceled, and the plan counts until `currentPeriodEnd`. */
  cancelAtPeriodEnd: z.boolean(),
  /** False once the organization has had its trial. */
  trialAvailable: z.boolean(),
  /** How plans are paid here: by card with Stripe, or by invoices that the operator confirms. */
  payment: z.enum(['stripe', 'invoice']),
  /** Limits that count now: those of the free plan while a plan is unpaid, past due or canceled. */
  limits: planFeatures,
});
export type Subscription = z.infer<typeof subscription>;

export const invoiceStatuses = ['open', 'paid', 'void'] as const;
/** An invoice in "invoice" mode. */
export const invoice = z.object({
  id: z.string(),
  number: z.string(),
  organizationId: z.string(),
  organizationName: z.string(),
  tierId: z.string(),
  billingPeriod: z.enum(billingPeriods),
  amount,
  currency,
  status: z.enum(invoiceStatuses),
  periodStart: z.iso.datetime(),
  periodEnd: z.iso.datetime(),
  createdAt: z.iso.datetime(),
  dueAt: z.iso.datetime(),
  paidAt: z.iso.datetime().nullable(),
});
export type Invoice = z.infer<typeof invoice>;

const organizationParams = z.object({ id: z.string() });
const choice = z.object({ tierId: z.string().max(50), billingPeriod: z.enum(billingPeriods) });
const oneSubscription = z.object({ success: z.literal(true), data: subscription });
/** With `checkoutUrl`, redirect there; the plan takes effect once Stripe confirms the payment. */
const changedSubscription = oneSubscription.extend({ checkoutUrl: z.string().nullable() });

const listTiers = endpoint({
  id: 'listTiers',
  method: 'GET',
  path: '/subscriptions/tiers',
  access: 'user',
  tag: 'subscriptions',
  summary: 'Plans in display order',
  response: z.object({ success: z.literal(true), data: z.array(tier) }),
});

const getSubscription = endpoint({
  id: 'getSubscription',
  method: 'GET',
  path: '/subscriptions/organizations/:id',
  access: inOrganization('subscription.read'),
  tag: 'subscriptions',
  summary: 'Subscription of an organization',
  params: organizationParams,
  response: oneSubscription,
});

const createSubscription = endpoint({
  id: 'createSubscription',
  method: 'POST',
  path: '/subscriptions/organizations',
  access: inOrganization('subscription.manage', 'body'),
  tag: 'subscriptions',
  summary: 'Subscribe to a plan from the free plan or after canceling',
  description: 'The first paid plan of an organization starts with a trial of 14 days.',
  status: 201,
  body: choice.extend({ organizationId: z.string() }),
  response: changedSubscription,
});

const changeSubscription = endpoint({
  id: 'changeSubscription',
  method: 'PUT',
  path: '/subscriptions/organizations/:id',
  access: inOrganization('subscription.manage'),
  tag: 'subscriptions',
  summary: 'Change plan or billing period; choosing the current plan again revokes a pending cancellation',
  description:
    'Changing to the free plan cancels at the end of the period. 409 `plan_limit` if the organization has too many members for the plan.',
  params: organizationParams,
  body: choice,
  response: changedSubscription,
});

const cancelSubscription = endpoint({
  id: 'cancelSubscription',
  method: 'DELETE',
  path: '/subscriptions/organizations/:id',
  access: inOrganization('subscription.manage'),
  tag: 'subscriptions',
  summary: 'Cancel immediately, or at the end of the billing period',
  params: organizationParams,
  body: z.object({ cancelImmediately: z.boolean() }),
  response: oneSubscription,
});

const previewSubscription = endpoint({
  id: 'previewSubscription',
  method: 'POST',
  path: '/subscriptions/organizations/:id/preview',
  access: inOrganization('subscription.manage'),
  tag: 'subscriptions',
  summary: 'Preview the cost of a plan change',
  params: organizationParams,
  body: choice,
  response: z.object({
    success: z.literal(true),
    data: z.object({
      amountDueNow: amount,
      creditForUnusedTime: amount,
      nextPeriodStart: z.iso.datetime().nullable(),
      nextAmount: amount,
      currency,
      /** End of the trial that the change would start; null if none. */
      trialEnd: z.iso.datetime().nullable(),
      /** Why the change would be rejected; null if allowed. */
      refusal: z.string().nullable(),
    }),
  }),
});

const openBillingPortal = endpoint({
  id: 'openBillingPortal',
  method: 'POST',
  path: '/subscriptions/organizations/:id/portal',
  access: inOrganization('subscription.manage'),
  tag: 'subscriptions',
  summary: 'URL of the Stripe page for cards and invoices; 409 unless the organization pays through Stripe',
  params: organizationParams,
  response: z.object({ success: z.literal(true), data: z.object({ url: z.string() }) }),
});

const listInvoices = endpoint({
  id: 'listInvoices',
  method: 'GET',
  path: '/subscriptions/organizations/:id/invoices',
  access: inOrganization('subscription.manage'),
  tag: 'subscriptions',
  summary: 'Invoices of an organization, newest first',
  params: organizationParams,
  query: pageQuery,
  response: z.object({ success: z.literal(true), data: z.array(invoice), ...pageInfo }),
});

const getUsage = endpoint({
  id: 'getUsage',
  method: 'GET',
  path: '/subscriptions/organizations/:id/usage',
  access: inOrganization('usage.read'),
  scope: 'read',
  tag: 'subscriptions',
  summary: 'Usage of an organization and its limits',
  params: organizationParams,
  response: z.object({
    success: z.literal(true),
    data: z.object({
      members: z.object({ used: z.int(), limit: z.int().nullable() }),
      /** Transactions monitored in the month (UTC, `2026-03`). */
      transactions: z.object({ used: z.int(), limit: z.int().nullable(), month: z.string() }),
      /** `oldest`: date of the oldest data subject to retention; null if none. */
      retention: z.object({ months: z.int().nullable(), oldest: z.iso.datetime().nullable() }),
      /** The latest deletions by `dataRetentionMonths`. */
      receipts: z.array(
        z.object({ at: z.iso.datetime(), before: z.iso.datetime(), deleted: z.record(z.string(), z.int()) }),
      ),
    }),
  }),
});

const stripeWebhook = endpoint({
  id: 'stripeWebhook',
  method: 'POST',
  path: '/webhooks/stripe',
  access: 'public',
  tag: 'subscriptions',
  summary: 'Receive Stripe webhooks; requires a valid signature',
  rawBody: true,
  response: z.object({ success: z.literal(true), received: z.literal(true) }),
});

/** Calls of plans and subscriptions. */
export const subscriptionEndpoints = {
  listTiers,
  getSubscription,
  createSubscription,
  changeSubscription,
  cancelSubscription,
  previewSubscription,
  openBillingPortal,
  listInvoices,
  getUsage,
  stripeWebhook,
} as const;
