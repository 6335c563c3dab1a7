import { createFormats } from '@hopscope/domain';
import { type Subscription, type Tier, defaultPreferences } from '@hopscope/contract';
import { expect, it } from 'vitest';
import { canCancel, featureLines, planAction, priceText } from './plan-text.ts';

const formats = createFormats(defaultPreferences);
const features = {
  maxMembers: 5,
  maxTransactionsPerMonth: 1000,
  dataRetentionMonths: 12,
  support: 'Email',
  apiAccess: true,
  maxApiCallsPerDay: 20_000,
};
function tier(id: string, amount: number): Tier {
  return {
    id,
    name: id,
    description: '',
    sortOrder: 0,
    prices: [
      { billingPeriod: 'monthly', amount, currency: 'USD' },
      { billingPeriod: 'yearly', amount: amount * 10, currency: 'USD' },
    ],
    features,
  };
}
const team = tier('team', 49);
function subscribed(change: Partial<Subscription>): Subscription {
  return {
    organizationId: 'o',
    tierId: 'team',
    tier: team,
    status: 'active',
    billingPeriod: 'monthly',
    currentPeriodStart: '2026-01-01T00:00:00.000Z',
    currentPeriodEnd: '2026-02-01T00:00:00.000Z',
    trialEnd: null,
    cancelAtPeriodEnd: false,
    trialAvailable: false,
    payment: 'invoice',
    limits: features,
    ...change,
  };
}

//
it('writes prices by month and year, and of the plan that sales agrees none', () => {
  expect(priceText(team, 'monthly', formats)).toBe('$49/mo');
  expect(priceText(team, 'yearly', formats)).toBe('$490/yr');
  expect(priceText(tier('custom', 0), 'monthly', formats)).toBe('Custom Pricing');
  expect(priceText(tier('free', 0), 'monthly', formats)).toBe('$0/mo');
  expect(priceText({ ...team, prices: [] }, 'monthly', formats)).toBe('Yearly only');
});

it('lists what is in a plan; no limit is not zero', () => {
  expect(featureLines(features, formats)).toEqual([
    '5 members',
    '1,000 monitored transactions per month',
    'Data retention: 12 months',
    'Support: Email',
    'API access',
    '20,000 API calls per day',
  ]);
  const open = { ...features, maxMembers: null, maxTransactionsPerMonth: null, dataRetentionMonths: null };
  expect(featureLines({ ...open, support: '', apiAccess: false }, formats)).toEqual([
    'Unlimited members',
    'Unlimited monitored transactions',
    'Unlimited data retention',
  ]);
});

it('offers for each plan what can be done with it', () => {
  const free = tier('free', 0);
  const business = tier('business', 199);
  expect(planAction(team, 'monthly', subscribed({}))).toBeNull();
  expect(planAction(team, 'yearly', subscribed({}))).toMatchObject({
    label: 'Change to yearly',
    creates: false,
  });
  expect(planAction(business, 'monthly', subscribed({}))).toMatchObject({ label: 'Change to this plan' });
  expect(planAction(free, 'monthly', subscribed({}))).toMatchObject({ label: 'Change to this plan' });
  expect(planAction(free, 'monthly', subscribed({ cancelAtPeriodEnd: true }))).toBeNull();
  expect(planAction(team, 'monthly', subscribed({ cancelAtPeriodEnd: true }))).toMatchObject({
    label: 'Keep this plan',
  });
  expect(planAction(team, 'monthly', subscribed({ tierId: 'free', trialAvailable: true }))).toMatchObject({
    label: 'Start trial',
    creates: true,
  });
  expect(planAction(team, 'monthly', subscribed({ status: 'canceled' }))).toMatchObject({ creates: true });
  expect(planAction(tier('custom', 0), 'monthly', subscribed({}))).toMatchObject({ kind: 'contact' });
});

//
it('offers to cancel a paid plan once', () => {
  expect(canCancel(subscribed({}))).toBe(true);
  expect(canCancel(subscribed({ status: 'past_due' }))).toBe(true);
  expect(canCancel(subscribed({ status: 'canceled' }))).toBe(false);
  expect(canCancel(subscribed({ cancelAtPeriodEnd: true }))).toBe(false);
  expect(canCancel(subscribed({ tierId: 'free' }))).toBe(false);
});
