import { expect, it, test } from 'vitest';
import {
  compareScreeningRule,
  decideTransfer,
  defaultScreeningRules,
  type ScreeningFacts,
  type ScreeningRule,
  screeningRule,
  screeningRules,
} from './screening-rules.ts';

const facts: ScreeningFacts = {
  direction: 'out',
  state: 'scored',
  score: 40,
  exposures: [
    { direction: 'backward', category: 'mixer', hops: 1, share: 300_000 },
    { direction: 'backward', category: 'darknet_market', hops: 3, share: 200_000 },
    { direction: 'forward', category: 'mixer', hops: 2, share: 50_000 },
  ],
  cents: 1_000_000n,
  country: 'DE',
  clientRisk: 'medium',
};
const unknown: ScreeningFacts = {
  ...facts,
  state: 'not_covered',
  score: null,
  exposures: [],
  cents: null,
  country: null,
  clientRisk: null,
};
const rule = (
  when: ScreeningRule['when'],
  decision: ScreeningRule['decision'] = 'review',
): ScreeningRule => ({
  id: 'rule',
  name: 'Rule',
  decision,
  when,
});
const exposure = (kind: 'direct' | 'indirect' | 'any', minShare: number, ...categories: string[]) => ({
  exposure: { kind, minShare, categories },
});

test.each<[ScreeningRule['when'], boolean]>([
  [{ minScore: 40 }, true],
  [{ minScore: 41 }, false],
  [{ direction: 'in' }, false],
  [{ unscored: ['not_covered'] }, false],
  [exposure('direct', 0.3, 'mixer'), true],
  [exposure('direct', 0.300001, 'mixer'), false],
  [exposure('indirect', 0.3, 'mixer'), false],
  [exposure('any', 0.49, 'mixer', 'darknet_market'), true],
  // Not the sum over both directions.
  [exposure('any', 0.500001, 'mixer', 'darknet_market'), false],
  [exposure('any', 0, 'scam'), false],
  [{ minCents: 1_000_000 }, true],
  [{ minCents: 1_000_001 }, false],
  [{ countries: ['DE', 'FR'] }, true],
  [{ countries: ['FR'] }, false],
  [{ clientRisk: ['high'] }, false],
  [{ minScore: 10, clientRisk: ['medium'] }, true],
  [{ minScore: 90, clientRisk: ['medium'] }, false],
])('%j holds: %s', (when, expected) => {
  expect(compareScreeningRule(rule(when), facts)).toBe(expected);
});

it('holds nothing that is unknown', () => {
  for (const when of [
    { minScore: 0 },
    { minCents: 0 },
    { countries: ['DE'] },
    { clientRisk: ['low' as const] },
    exposure('any', 0, 'mixer'),
  ]) {
    expect(compareScreeningRule(rule(when), unknown)).toBe(false);
  }
  expect(compareScreeningRule(rule({ unscored: ['not_covered'] }), unknown)).toBe(true);
});

it('decides by the gravest rule, and names all that hold', () => {
  const rules = [rule({ minScore: 10 }, 'block'), rule({ minCents: 1 }), rule({ minScore: 90 }, 'block')];
  expect(decideTransfer(rules, facts)).toEqual({ decision: 'block', fired: rules.slice(0, 2) });
  expect(decideTransfer([], facts)).toEqual({ decision: 'allow', fired: [] });
});

it('has valid rules by default, which block direct exposure to sanctions and review what has no score', () => {
  expect(screeningRules.parse(defaultScreeningRules)).toEqual(defaultScreeningRules);
  const own = { direction: 'backward' as const, category: 'sanctioned', hops: 0, share: 1_000_000 };
  expect(decideTransfer(defaultScreeningRules, { ...facts, exposures: [own] }).decision).toBe('block');
  expect(decideTransfer(defaultScreeningRules, unknown).decision).toBe('review');
  expect(decideTransfer(defaultScreeningRules, facts).decision).toBe('allow');
});

it('refuses rules without a condition, and two with one ID', () => {
  expect(screeningRule.safeParse(rule({})).success).toBe(false);
  expect(screeningRules.safeParse([rule({ minScore: 1 }), rule({ minScore: 2 })]).success).toBe(false);
});
