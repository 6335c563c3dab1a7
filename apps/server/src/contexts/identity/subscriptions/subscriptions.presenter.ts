import {
  type BillingPeriod,
  billingPeriods,
  freePlanId,
  type Invoice,
  type PlanFeatures,
  type Subscription,
  type Tier,
} from '@hopscope/contract';
import type { InvoiceRow } from './invoices.store.ts';
import { toUnits } from './money.ts';
import type { Plan, Price } from './plans.store.ts';
import type { SubscriptionRow } from './subscriptions.store.ts';

/** The price of a plan for a billing period; throws if the plan was stored without it. */
export function priceOf(plan: Plan, billingPeriod: BillingPeriod): Price {
  const price = plan.prices.get(billingPeriod);
  if (!price) throw new Error(`The plan ${plan.id} has no ${billingPeriod} price`);
  return price;
}

export function presentTier(plan: Plan): Tier {
  return {
    id: plan.id,
    name: plan.name,
    description: plan.description,
    sortOrder: plan.sortOrder,
    prices: billingPeriods.map((billingPeriod) => {
      const { amount, currency } = priceOf(plan, billingPeriod);
      return { billingPeriod, amount: toUnits(amount), currency };
    }),
    features: plan.features,
  };
}

/** Returns the plan with this ID; throws if unknown, which the database rules out for stored subscriptions. */
export function planIn(plans: readonly Plan[], id: string): Plan {
  const plan = plans.find((candidate) => candidate.id === id);
  if (!plan) throw new Error(`There is no plan ${id}`);
  return plan;
}

/** Limits that count: those of the plan while it is paid for or tried, else those of the free plan. */
export function limitsOf(row: SubscriptionRow, plans: readonly Plan[]): PlanFeatures {
  const counts = row.status === 'active' || row.status === 'trial';
  return planIn(plans, counts ? row.plan_id : freePlanId).features;
}

export function presentSubscription(
  row: SubscriptionRow,
  plans: readonly Plan[],
  payment: Subscription['payment'],
): Subscription {
  return {
    organizationId: row.organization_id,
    tierId: row.plan_id,
    tier: presentTier(planIn(plans, row.plan_id)),
    status: row.status,
    billingPeriod: row.billing_period,
    currentPeriodStart: row.period_start.toISOString(),
    currentPeriodEnd: row.period_end?.toISOString() ?? null,
    trialEnd: row.trial_end?.toISOString() ?? null,
    cancelAtPeriodEnd: row.cancel_at_period_end,
    trialAvailable: !row.trial_used,
    payment,
    limits: limitsOf(row, plans),
  };
}

/** Fields of a subscription for the audit log. */
export function auditView(row: SubscriptionRow) {
  return {
    plan: row.plan_id,
    billingPeriod: row.billing_period,
    status: row.status,
    periodEnd: row.period_end?.toISOString() ?? null,
    cancelAtPeriodEnd: row.cancel_at_period_end,
  };
}

/** Invoices are numbered through the installation, with at least six digits. */
export function numberOf(row: InvoiceRow): string {
  return `INV-${row.serial.toString().padStart(6, '0')}`;
}

export function presentInvoice(row: InvoiceRow, organizationName: string): Invoice {
  return {
    id: row.id,
    number: numberOf(row),
    organizationId: row.organization_id,
    organizationName,
    tierId: row.plan_id,
    billingPeriod: row.billing_period,
    amount: toUnits(row.amount),
    currency: row.currency,
    status: row.status,
    periodStart: row.period_start.toISOString(),
    periodEnd: row.period_end.toISOString(),
    createdAt: row.created_at.toISOString(),
    dueAt: row.due_at.toISOString(),
    paidAt: row.paid_at?.toISOString() ?? null,
  };
}
