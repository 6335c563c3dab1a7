import { defaultScreeningRules, type ScreeningRule } from '@hopscope/contract';
import { expect, test } from 'vitest';
import { conditionsOf, emptyRule, formOfRule, readRules, type RuleForm } from './screening-rules.ts';

const everything: ScreeningRule = {
  id: 'everything',
  name: 'Everything at once',
  decision: 'block',
  when: {
    direction: 'in',
    minScore: 40,
    unscored: ['not_covered', 'failed'],
    exposure: { categories: ['mixer', 'scam'], kind: 'any', minShare: 0.07 },
    minCents: 1_000_005,
    countries: ['IR', 'KP'],
    clientRisk: ['medium', 'high'],
  },
};
const rule = (change: Partial<RuleForm>): RuleForm => ({ ...emptyRule, name: 'A rule', ...change });
const countryName = (code: string) => ({ IR: 'Iran', KP: 'North Korea' })[code] ?? code;
const problems = (change: Partial<RuleForm>) => {
  const read = readRules([rule(change)]);
  return 'problems' in read ? read.problems[0] : {};
};

test('rules survive their form', () => {
  const rules = [...defaultScreeningRules, everything];
  expect(readRules(rules.map(formOfRule))).toEqual({ rules });
});

test('all conditions of a rule are described in words', () => {
  expect(conditionsOf(everything, { countryName, decimal: (amount) => amount })).toEqual([
    'Deposits',
    'Risk score of 40 or more',
    'No score: Not covered, Failed',
    'Direct or indirect exposure to Mixer, Scam of 7% or more',
    'Worth $10000.05 or more',
    'Counterparty in Iran, North Korea',
    'Client risk: Medium, High',
  ]);
});

test('new rules get an ID from their name, which no other rule has', () => {
  const forms = [
    formOfRule({ ...everything, id: 'large-deposit' }),
    ...['Large deposit!', 'Große Einzahlung', '2026: more', '中文'].map((name) =>
      rule({ name, minScore: '5' }),
    ),
  ];
  const read = readRules(forms);
  expect('rules' in read && read.rules.map(({ id }) => id)).toEqual([
    'large-deposit',
    'large-deposit-2',
    'gro-e-einzahlung',
    'more',
    'rule',
  ]);
});

test('amounts and shares are exact, and wrong ones are refused at their field', () => {
  const read = readRules([rule({ minWorth: '90071992547.99', minShare: '0,5', categories: ['mixer'] })]);
  expect('rules' in read && read.rules[0]?.when).toMatchObject({
    minCents: 9_007_199_254_799,
    exposure: { minShare: 0.005 },
  });
  expect(problems({ minWorth: '1,000' })).toEqual({ minWorth: expect.any(String) });
  expect(problems({ minWorth: '0.001' })).toEqual({ minWorth: expect.any(String) });
  expect(problems({ minScore: '101' })).toEqual({ minScore: expect.any(String) });
  expect(problems({ minShare: '101', categories: ['mixer'] })).toEqual({ minShare: expect.any(String) });
  expect(problems({ minShare: '5', minScore: '5' })).toEqual({ minShare: 'Select categories too' });
  expect(problems({ countries: 'Iran' })).toEqual({ countries: expect.any(String) });
  expect(problems({ name: ' ', minScore: '5' })).toEqual({ name: 'Please enter a name' });
  expect(problems({})).toEqual({ direction: 'Please set at least one condition' });
});
