import { expect, it } from 'vitest';
import { planFields, readPlan } from './plan-form.ts';

const plan = {
  name: 'Team',
  description: 'For a team',
  sortOrder: 2,
  prices: [
    { billingPeriod: 'monthly' as const, amount: 49.5, currency: 'USD' },
    { billingPeriod: 'yearly' as const, amount: 495, currency: 'USD' },
  ],
  features: {
    maxMembers: 25,
    maxTransactionsPerMonth: null,
    dataRetentionMonths: 24,
    support: 'Mail',
    apiAccess: true,
    maxApiCallsPerDay: 20_000,
  },
};

it('reads back what it shows', () => {
  expect(readPlan(planFields(plan), 2)).toEqual({ body: plan });
});

it('takes an empty limit as none and words as a kind of access', () => {
  const read = readPlan({ ...planFields(plan), members: ' ', apiAccess: 'Read only' }, 2);
  expect(read).toMatchObject({ body: { features: { maxMembers: null, apiAccess: 'Read only' } } });
});

it.each([
  [{ monthly: '' }, 'monthly'],
  [{ yearly: '1.234' }, 'yearly'],
  [{ currency: 'dollars' }, 'currency'],
  [{ members: '0' }, 'members'],
  [{ transactions: 'many' }, 'transactions'],
  [{ retention: '0.5' }, 'retention'],
  [{ apiCalls: '-1' }, 'apiCalls'],
  [{ name: ' ' }, 'name'],
])('refuses %j', (change, field) => {
  expect(readPlan({ ...planFields(plan), ...change }, 2)).toHaveProperty(`problems.${field}`);
});
