import { plural } from '@hopscope/domain';
import type { Formats } from '@hopscope/domain';
import {
  type BillingPeriod,
  type PlanFeatures,
  type Subscription,
  type Tier,
  customPlanId,
  freePlanId,
  texts,
} from '@hopscope/contract';

/** Returns whether a plan is agreed with sales: no price, and a button that requests an offer. */
export function isCustom(tier: Tier): boolean {
  return tier.id === customPlanId && tier.prices.every(({ amount }) => amount === 0);
}

/** Formats a price as `$49/mo` or `$490/yr`; an unknown one is not shown as zero. */
export function priceText(tier: Tier, period: BillingPeriod, { money }: Pick<Formats, 'money'>): string {
  if (isCustom(tier)) return texts.customPricing;
  const price = tier.prices.find(({ billingPeriod }) => billingPeriod === period);
  if (!price) return period === 'monthly' ? 'Yearly only' : 'Monthly only';
  return `${money(price.amount, price.currency)}${period === 'monthly' ? '/mo' : '/yr'}`;
}

/** Lists the features of a plan, one per line. */
export function featureLines(features: PlanFeatures, { count }: Pick<Formats, 'count'>): string[] {
  const { maxMembers, maxTransactionsPerMonth, dataRetentionMonths, support, apiAccess, maxApiCallsPerDay } =
    features;
  return [
    maxMembers === null ? 'Unlimited members' : `${count(maxMembers)} ${plural(maxMembers, 'member')}`,
    maxTransactionsPerMonth === null
      ? 'Unlimited monitored transactions'
      : `${count(maxTransactionsPerMonth)} monitored transactions per month`,
    dataRetentionMonths === null
      ? 'Unlimited data retention'
      : `Data retention: ${count(dataRetentionMonths)} ${plural(dataRetentionMonths, 'month')}`,
    ...(support === '' ? [] : [`Support: ${support}`]),
    ...(apiAccess === false ? [] : [apiAccess === true ? 'API access' : apiAccess]),
    ...(apiAccess === false || maxApiCallsPerDay === null
      ? []
      : [`${count(maxApiCallsPerDay)} API calls per day`]),
  ];
}

/** Returns whether the subscription has ended, so that selecting a plan starts a new one. */
function begins(subscription: Subscription): boolean {
  return subscription.tierId === freePlanId || subscription.status === 'canceled';
}

/** Action of a plan's button; null if there is none. */
export type PlanAction =
  | { kind: 'contact'; label: string }
  | { kind: 'choose'; label: string; creates: boolean };

export function planAction(tier: Tier, period: BillingPeriod, subscription: Subscription): PlanAction | null {
  if (isCustom(tier)) {
    return subscription.tierId === tier.id ? null : { kind: 'contact', label: texts.contactSales };
  }
  const creates = begins(subscription);
  const same = subscription.tierId === tier.id && subscription.status !== 'canceled';
  if (tier.id === freePlanId) {
    const ends = !creates && !subscription.cancelAtPeriodEnd;
    return ends ? { kind: 'choose', label: 'Change to this plan', creates } : null;
  }
  if (same && subscription.cancelAtPeriodEnd) return { kind: 'choose', label: 'Keep this plan', creates };
  if (same && subscription.billingPeriod === period) return null;
  if (same) return { kind: 'choose', label: `Change to ${period}`, creates };
  if (!creates) return { kind: 'choose', label: 'Change to this plan', creates };
  return { kind: 'choose', label: subscription.trialAvailable ? 'Start trial' : 'Choose this plan', creates };
}

/** Returns whether a plan can be canceled: paid, active, and not canceled yet. */
export function canCancel({ tierId, status, cancelAtPeriodEnd }: Subscription): boolean {
  return tierId !== freePlanId && status !== 'canceled' && !cancelAtPeriodEnd;
}
