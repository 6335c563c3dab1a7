import { type CallInput, type Tier, operatorEndpoints, planCurrencies } from '@hopscope/contract';
import type { z } from 'zod';
import { type FormRead } from '../../../lib/form/read-form.ts';

/** Form values of a plan; an empty limit means none. */
export type PlanFields = {
  name: string;
  description: string;
  monthly: string;
  yearly: string;
  currency: string;
  members: string;
  transactions: string;
  retention: string;
  support: string;
  apiAccess: string;
  apiCalls: string;
};

type PlanBody = CallInput<typeof operatorEndpoints.changePlan>['body'];
type PlanView = Omit<Tier, 'id'>;

function priceOf(plan: PlanView, period: 'monthly' | 'yearly'): string {
  return String(plan.prices.find(({ billingPeriod }) => billingPeriod === period)?.amount ?? '');
}

function limitText(limit: number | null): string {
  return limit === null ? '' : String(limit);
}

export function planFields(plan: PlanView): PlanFields {
  const { maxMembers, maxTransactionsPerMonth, dataRetentionMonths, support, apiAccess, maxApiCallsPerDay } =
    plan.features;
  return {
    name: plan.name,
    description: plan.description,
    monthly: priceOf(plan, 'monthly'),
    yearly: priceOf(plan, 'yearly'),
    currency: plan.prices[0]?.currency ?? 'USD',
    members: limitText(maxMembers),
    transactions: limitText(maxTransactionsPerMonth),
    retention: limitText(dataRetentionMonths),
    support,
    apiAccess: typeof apiAccess === 'string' ? apiAccess : apiAccess ? 'yes' : 'no',
    apiCalls: limitText(maxApiCallsPerDay),
  };
}

/** Parses a typed number; NaN if invalid, which every schema refuses. */
function numberOf(text: string): number {
  const plain = text.trim().replace(',', '.');
  return plain === '' ? Number.NaN : Number(plain);
}

function limitOf(text: string): number | null {
  return text.trim() === '' ? null : numberOf(text);
}

function apiAccessOf(text: string): boolean | string {
  const word = text.trim().toLowerCase();
  if (word === 'yes') return true;
  return word === 'no' || word === '' ? false : text.trim();
}

/** Returns the field of a path in the request body. */
function fieldOf([first, second, third]: z.core.$ZodIssue['path']): keyof PlanFields {
  if (first === 'prices') {
    if (third === 'currency') return 'currency';
    return second === 1 ? 'yearly' : 'monthly';
  }
  if (first === 'features') {
    if (second === 'maxMembers') return 'members';
    if (second === 'maxTransactionsPerMonth') return 'transactions';
    if (second === 'dataRetentionMonths') return 'retention';
    if (second === 'maxApiCallsPerDay') return 'apiCalls';
    return second === 'support' ? 'support' : 'apiAccess';
  }
  return first === 'description' ? 'description' : 'name';
}

/** Returns the request body, or the problems by field. */
export function readPlan(fields: PlanFields, sortOrder: number): FormRead<PlanBody> {
  const currency = planCurrencies.find((known) => known === fields.currency);
  if (currency === undefined) return { problems: { currency: 'Please choose a currency' } };
  const body: PlanBody = {
    name: fields.name,
    description: fields.description,
    sortOrder,
    prices: [
      { billingPeriod: 'monthly', amount: numberOf(fields.monthly), currency },
      { billingPeriod: 'yearly', amount: numberOf(fields.yearly), currency },
    ],
    features: {
      maxMembers: limitOf(fields.members),
      maxTransactionsPerMonth: limitOf(fields.transactions),
      dataRetentionMonths: limitOf(fields.retention),
      support: fields.support,
      apiAccess: apiAccessOf(fields.apiAccess),
      maxApiCallsPerDay: limitOf(fields.apiCalls),
    },
  };
  const checked = operatorEndpoints.changePlan.body?.safeParse(body);
  if (!checked || checked.success) return { body };
  const problems: Partial<Record<keyof PlanFields, string>> = {};
  for (const { path, message, code } of checked.error.issues) {
    problems[fieldOf(path)] ??= code === 'invalid_type' ? 'Please enter a number' : message;
  }
  return { problems };
}
