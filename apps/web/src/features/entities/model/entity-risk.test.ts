import type { RiskFactor, RiskGroup, RiskScore } from '@hopscope/contract';
import { defaultLevelBounds } from '@hopscope/domain';
import { expect, it } from 'vitest';
import { entityRisk } from './entity-risk.ts';

const factor = (id: string, contribution: number): RiskFactor => ({
  id,
  group: 'entity',
  name: `Finding ${id}`,
  description: `About ${id}`,
  severity: 'high',
  score: contribution,
  contribution,
  points: Math.round(contribution * 100),
  without: 0,
  category: null,
  direction: null,
  amount: null,
  share: null,
  hops: null,
  entities: [],
  evidence: [],
  transactions: 0,
  labels: [],
});
const group = (factors: RiskFactor[]): RiskGroup => ({
  aggregateScore: null,
  level: 'unknown',
  weight: 1,
  factors,
});
const nothing = group([]);

function scoreOf(change: Partial<RiskScore>): RiskScore {
  return {
    identifier: 'fog',
    type: 'entity',
    state: 'scored',
    reason: null,
    overallRisk: 0.95,
    score: 95,
    level: 'high',
    seen: null,
    sum: { weighted: 0.95, raised: 0, raisedBy: null, dominance: null },
    transactionRisk: nothing,
    entityRisk: nothing,
    jurisdictionRisk: nothing,
    walks: [],
    notAssessed: [],
    coverage: { kind: 'empty', ranges: [], text: '' },
    basis: {
      blockchain: 'bitcoin',
      height: null,
      blockHash: null,
      other: null,
      directoryVersion: 1,
      asOf: null,
      profile: { name: 'Default', version: '1', levels: defaultLevelBounds },
      method: 'haircut',
      asset: { symbol: 'BTC', contract: null, decimals: 8 },
    },
    hash: '',
    ...change,
  };
}

//
it('a score has the color of the page, and the word of the organization’s profile', () => {
  expect(entityRisk(scoreOf({ score: 75, level: 'medium' }))).toMatchObject({
    score: 75,
    level: 'medium',
    color: 'red',
    reason: undefined,
  });
});

it('names the findings that count most, whichever part they are of', () => {
  const shown = entityRisk(
    scoreOf({
      entityRisk: group([factor('sanctioned', 0.6), factor('small', 0.01)]),
      jurisdictionRisk: group([factor('country', 0.3), factor('other', 0.02)]),
    }),
  );
  expect(shown.findings.map(({ id }) => id)).toEqual(['sanctioned', 'country', 'other']);
});

it('unknown is no number and has its reason', () => {
  const shown = entityRisk(
    scoreOf({ state: 'nothing_known', score: null, level: 'unknown', reason: 'Nothing is known of it.' }),
  );
  expect(shown).toMatchObject({ level: 'unknown', score: null, reason: 'Nothing is known of it.' });
});
