import { type BillingPeriod, customPlanId, freePlanId } from '@hopscope/contract';
import { AppError, badRequest, conflict } from '../../../lib/app-error.ts';
import type { Choice } from './billing.ts';
import type { Plan } from './plans.store.ts';
import { priceOf } from './subscriptions.presenter.ts';
import type { SubscriptionRow } from './subscriptions.store.ts';

/** What people ask for. */
export interface RequestedPlan {
  tierId: string;
  billingPeriod: BillingPeriod;
}

/** True while a plan other than the free one runs, paid or not. */
export function hasPlan(row: SubscriptionRow): boolean {
  return row.plan_id !== freePlanId && row.status !== 'canceled';
}

/** Returns the plan with its price. Throws 400 if it is unknown. */
export function choose(plans: readonly Plan[], requested: RequestedPlan): { plan: Plan; choice: Choice } {
  const plan = plans.find((candidate) => candidate.id === requested.tierId);
  if (!plan) throw badRequest('bad_request', 'The plan does not exist');
  const price = priceOf(plan, requested.billingPeriod);
  return { plan, choice: { planId: plan.id, billingPeriod: requested.billingPeriod, price } };
}

/** Throws 409 if the organization can't choose a plan: too many members, available through sales only, or another currency. */
export function assertPossible(row: SubscriptionRow, plan: Plan, choice: Choice, members: number): void {
  if (plan.id === customPlanId) {
    throw conflict('This plan is available through Contact Sales only.');
  }
  const { maxMembers } = plan.features;
  if (maxMembers !== null && members > maxMembers) {
    throw new AppError(
      'plan_limit',
      `${plan.name} allows at most ${maxMembers} members; the organization has ${members}. Remove members first.`,
      { details: { limit: maxMembers, used: members } },
    );
  }
  const owes = row.status === 'active' && hasPlan(row) && row.price > 0n;
  if ((owes || row.credit > 0n) && row.currency !== choice.price.currency) {
    throw conflict('This plan uses a different currency. Please use Contact Sales.');
  }
}
