import { type BillingPeriod, trialDays } from '@hopscope/contract';
import { millisecondsOfDay } from '@hopscope/domain';
import { periodAt } from './periods.ts';
import { type Quote, quoteChange, settle } from './proration.ts';
import type { Price } from './plans.store.ts';
import type { SubscriptionChange, SubscriptionRow } from './subscriptions.store.ts';

/** What people choose, with its price now. */
export interface Choice {
  planId: string;
  billingPeriod: BillingPeriod;
  price: Price;
}

/** What happens to a subscription that is paid by invoice, as data. */
export interface Step {
  set: SubscriptionChange;
  /** An invoice to write; nothing is written for nothing. */
  charge?: { amount: bigint; start: Date; end: Date };
  /** Invoices that are still open are void. */
  voidOpen?: true;
}

/** Starts the plan as chosen, in periods from `anchor`; credit is used first. */
function chargeFirstPeriod(row: SubscriptionRow, choice: Choice, anchor: Date, at: Date): Step {
  const { start, end } = periodAt(anchor, choice.billingPeriod, at);
  const { due, balance } = settle(choice.price.amount, row.credit);
  return {
    set: {
      plan_id: choice.planId,
      billing_period: choice.billingPeriod,
      status: due > 0n ? 'unpaid' : 'active',
      anchor,
      period_start: start,
      period_end: end,
      cancel_at_period_end: false,
      price: choice.price.amount,
      currency: choice.price.currency,
      credit: balance,
    },
    ...(due > 0n ? { charge: { amount: due, start, end } } : {}),
    voidOpen: true,
  };
}

/** From the free plan, after a cancellation, or instead of a plan that was never paid. */
export function startPlan(row: SubscriptionRow, choice: Choice, at: Date): Step {
  if (row.trial_used) return chargeFirstPeriod(row, choice, at, at);
  const trialEnd = new Date(at.getTime() + trialDays * millisecondsOfDay);
  return {
    set: {
      plan_id: choice.planId,
      billing_period: choice.billingPeriod,
      status: 'trial',
      anchor: trialEnd,
      period_start: at,
      period_end: trialEnd,
      trial_end: trialEnd,
      trial_used: true,
      cancel_at_period_end: false,
      price: choice.price.amount,
      currency: choice.price.currency,
    },
    voidOpen: true,
  };
}

/** Changes the plan during the trial, which continues. */
export function changeInTrial(choice: Choice): Step {
  return {
    set: {
      plan_id: choice.planId,
      billing_period: choice.billingPeriod,
      cancel_at_period_end: false,
      price: choice.price.amount,
      currency: choice.price.currency,
    },
  };
}

/** What a change of a plan that is paid costs at this moment. */
export function quoteOf(row: SubscriptionRow, choice: Choice, at: Date): Quote {
  const end = row.period_end ?? at;
  const seconds = (from: Date, to: Date): bigint =>
    BigInt(Math.max(0, Math.floor((to.getTime() - from.getTime()) / 1000)));
  const total = seconds(row.period_start, end);
  const remaining = seconds(at, end);
  return quoteChange({
    paid: row.price,
    price: choice.price.amount,
    remaining: remaining > total ? total : remaining,
    total: total === 0n ? 1n : total,
    keepsPeriod: row.billing_period === choice.billingPeriod && total > 0n,
    balance: row.credit,
  });
}

/** Another plan in the middle of a paid period. */
export function changePaid(row: SubscriptionRow, choice: Choice, at: Date): Step {
  const { due, balance } = quoteOf(row, choice, at);
  const keeps = row.billing_period === choice.billingPeriod && row.period_end !== null;
  const period = keeps ? undefined : periodAt(at, choice.billingPeriod, at);
  const end = period?.end ?? row.period_end ?? at;
  return {
    set: {
      plan_id: choice.planId,
      billing_period: choice.billingPeriod,
      ...(period ? { anchor: at, period_start: at, period_end: period.end } : {}),
      cancel_at_period_end: false,
      price: choice.price.amount,
      currency: choice.price.currency,
      credit: balance,
    },
    ...(due > 0n ? { charge: { amount: due, start: at, end } } : {}),
  };
}

/** Ends the plan immediately. Unused time isn't refunded; credit is kept. */
export function endPlan(at: Date): Step {
  return { set: { status: 'canceled', period_end: at, cancel_at_period_end: false }, voidOpen: true };
}

/**
 * Processes the end of a period. Time without a running server isn't charged: the next period is the one that contains `at`.
 * A plan that was unpaid for a whole period ends.
 */
export function rollPeriod(row: SubscriptionRow, price: Price, at: Date): Step {
  const over = row.period_end ?? at;
  if (row.cancel_at_period_end || row.status === 'unpaid' || row.status === 'past_due') return endPlan(over);
  const choice = { planId: row.plan_id, billingPeriod: row.billing_period, price };
  if (row.status === 'trial') return chargeFirstPeriod(row, choice, over, at);
  const { set, charge } = chargeFirstPeriod(row, choice, row.anchor, at);
  // Renews while the invoice is open; past due only after the payment deadline.
  return { set: { ...set, status: 'active' }, ...(charge ? { charge } : {}) };
}
