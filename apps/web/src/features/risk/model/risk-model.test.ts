import type { RiskFactor, RiskScore, RiskWalk } from '@hopscope/contract';
import { networks } from '@hopscope/chain';
import { chains, defaultLevelBounds } from '@hopscope/domain';
import { describe, expect, it } from 'vitest';
import { dollarsOf } from './coin.ts';
import {
  coverageSentence,
  entitySeverities,
  hundredthsOf,
  levelOfSeverity,
  millionthsOf,
  partsOfWalk,
  percentOf,
} from './exposures.ts';
import { nearestName } from './nearest-name.ts';
import { readAddressInput } from './read-address.ts';
import { coveredBy, drivingSentence, factorsOf, formulaOf, partSentence, whatIfs } from './score-text.ts';

const factor = (id: string, points: number, without: number): RiskFactor => ({
  id,
  name: `Name of ${id}`,
  severity: 'high',
  score: 0.9,
  description: `Description of ${id}`,
  group: 'entity',
  contribution: points / 100,
  points,
  without,
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

const exposure = (
  category: string,
  share: number,
  severity: number,
  hops: number,
): RiskWalk['exposures'][number] => ({
  direction: 'backward',
  category,
  categoryName: category,
  severity,
  entity: { id: category, name: category },
  amount: '1',
  share,
  hops,
  byHops: [],
  path: [],
  evidence: [],
  transactions: 1,
  labels: [],
});

const walk: RiskWalk = {
  direction: 'backward',
  total: '100',
  exposures: [exposure('exchange', 0.968178, 0, 1), exposure('stolen', 0.000011, 94, 2)],
  rests: [
    { reason: 'rounds', amount: '2', share: 0.02946 },
    { reason: 'dust', amount: '1', share: 0.002351 },
  ],
  reads: 3,
  failed: null,
};

const group = (factors: RiskFactor[]) => ({
  aggregateScore: 0.9,
  level: 'high' as const,
  weight: 0.5,
  factors,
});

const score = {
  identifier: 'x',
  type: 'address',
  state: 'scored',
  reason: null,
  overallRisk: 0.9,
  score: 90,
  level: 'high',
  entityRisk: group([factor('small', 5, 0.9), factor('large', 85, 0.2)]),
  transactionRisk: group([]),
  jurisdictionRisk: group([]),
  walks: [walk],
  basis: { profile: { name: 'Strict', version: '1', levels: { high: 60, medium: 40, low: 20 } } },
} as unknown as RiskScore;

describe('the formula of a score', () => {
  const part = (aggregateScore: number | null, weight: number) => ({ ...group([]), aggregateScore, weight });
  const parts = {
    ...score,
    entityRisk: part(0.96, 0.5),
    transactionRisk: part(0, 0.35),
    jurisdictionRisk: part(null, 0.15),
  };
  /** Returns the result of evaluating every product and sum of a line. */
  const workedOut = (line: string): number =>
    (line.split(' = ')[0] ?? '')
      .replace(/^.*?: /, '')
      .split(' + ')
      .map((term) =>
        term
          .replace(/^[A-Z]\w+ /, '')
          .split(' × ')
          .map(Number)
          .reduce((a, b) => a * b),
      )
      .reduce((a, b) => a + b);

  it('leads to the number also where the gravest part lifts it', () => {
    const lines = formulaOf({
      ...parts,
      overallRisk: 0.912,
      score: 91,
      sum: { weighted: 0.48, raised: 0.432, raisedBy: 'entity', dominance: 0.95 },
    });
    expect(lines).toEqual([
      'Entity 96 × 0.5 + Transaction 0 × 0.35 = 48',
      'The score is at least 95% of Entity: 96 × 0.95 = 91.2, rounded 91',
    ]);
    expect(workedOut(lines[0] ?? '')).toBe(48);
    expect(Math.round(workedOut(lines[1] ?? ''))).toBe(91);
  });

  it('is the weighted sum where that is more, and missing where there is no score', () => {
    const sum = { weighted: 0.48, raised: 0, raisedBy: null, dominance: null };
    expect(formulaOf({ ...parts, overallRisk: 0.48, score: 48, sum })).toEqual([
      'Entity 96 × 0.5 + Transaction 0 × 0.35 = 48, rounded 48',
    ]);
    expect(formulaOf({ ...parts, overallRisk: null, score: null, sum })).toEqual([]);
  });
});

it('factors come the gravest first; one that adds nothing names what covers it; unknown parts are not good ones', () => {
  const grave = { ...factor('grave', 80, 0.5), score: 0.9 };
  const covered = { ...factor('covered', 0, 0.9), score: 0.95 };
  const mild = { ...factor('mild', 10, 0.8), score: 0.1 };
  const all = factorsOf({ ...score, entityRisk: group([mild, grave, covered]) });
  expect(all.map(({ id }) => id)).toEqual(['covered', 'grave', 'mild']);
  expect(coveredBy(covered, all)?.id).toBe('grave');
  expect(coveredBy(grave, all)).toBeUndefined();
  expect(partSentence({ ...group([]), aggregateScore: null })).toMatch(/^No data/);
  expect(partSentence({ ...group([]), aggregateScore: 0 })).toMatch(/^No findings/);
});

describe('exposures', () => {
  it('come the gravest first, what was not walked last, and are all of the amounts', () => {
    const parts = partsOfWalk(walk);
    expect(parts.map(({ key }) => key.split(' ')[0])).toEqual(['stolen', 'exchange', 'rounds', 'dust']);
    expect(millionthsOf(parts)).toBe(1_000_000);
    const shown = parts.map(({ percent }) => Number(percent.replace('%', '')));
    expect(shown.reduce((sum, each) => sum + Math.round(each * 100), 0)).toBe(10_000);
  });

  it('in words: how much has an answer', () => {
    expect(coverageSentence(walk)).toBe(
      '96.82% of received funds were traced to an endpoint, 3.18% were not.',
    );
    expect(coverageSentence({ ...walk, rests: [] })).toBe('All received funds were traced to an endpoint.');
    expect(coverageSentence({ ...walk, total: '0' })).toBeNull();
    expect(coverageSentence({ ...walk, direction: 'forward', failed: 'a gap' })).toBe(
      'Sent funds could not be traced: a gap',
    );
  });

  it('in percent never show something as nothing', () => {
    expect(percentOf(0)).toBe('0.00%');
    expect(percentOf(0.000011)).toBe('less than 0.01%');
    expect(percentOf(0.2542)).toBe('25.42%');
    expect(hundredthsOf([1 / 3, 1 / 3, 1 / 3]).reduce((a, b) => a + b)).toBe(10_000);
  });

  it('tell the gravest severity of an entity, and the nearest name', () => {
    expect(entitySeverities(score)).toEqual(
      new Map([
        ['exchange', 0],
        ['stolen', 94],
      ]),
    );
    expect(nearestName(score)).toMatchObject({ id: 'exchange', hops: 1 });
    expect(nearestName({ walks: [] })).toBeUndefined();
    expect([
      levelOfSeverity(0, defaultLevelBounds),
      levelOfSeverity(94, defaultLevelBounds),
      levelOfSeverity(94, { high: 95, medium: 50, low: 20 }),
    ]).toEqual(['unknown', 'high', 'medium']);
  });
});

describe('what drives a score', () => {
  it('is said in a sentence, the most first', () => {
    expect(factorsOf(score).map(({ id }) => id)).toEqual(['large', 'small']);
    expect(drivingSentence(score)).toBe(
      'Name of large contributes 85 of 90 points: Description of large. Name of small adds 5.',
    );
    expect(drivingSentence({ ...score, score: null, reason: 'Nothing was received.' })).toBe(
      'Nothing was received.',
    );
    expect(drivingSentence({ ...score, entityRisk: group([]) })).toMatch(/^No factors found/);
  });

  it('and what it would be without each factor', () => {
    expect(
      whatIfs(score).map(({ factor: { id }, without, level, change }) => [id, without, level, change]),
    ).toEqual([
      ['large', 20, 'low', -70],
      ['small', 90, 'high', 0],
    ]);
    // By the profile of the score, not by the default one, where 20 is low.
    const mild = { ...score.basis.profile, levels: { high: 95, medium: 90, low: 30 } };
    const milder = { ...score, basis: { ...score.basis, profile: mild } };
    expect(whatIfs(milder).map(({ level }) => level)).toEqual(['very_low', 'medium']);
  });
});

it('amounts are worth dollars to the cent', () => {
  expect(dollarsOf(572_000_000n, chains.bitcoin.coin, 68_420_000_000n)).toBe('391362.40');
  expect(dollarsOf(1n, chains.ethereum.coin, 1_000_000n)).toBe('0.00');
  expect(dollarsOf(-150_000_000n, chains.bitcoin.coin, 1_000_000n)).toBe('-1.50');
});

describe('the search of the dashboard', () => {
  const readInput = (text: string) => readAddressInput(text, networks.mainnet);
  const bitcoin = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
  const ethereum = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';

  //
  it('takes addresses of both chains, written right', () => {
    expect(readInput(` ${bitcoin}\n`)).toEqual({ kind: 'address', address: bitcoin });
    expect(readInput(ethereum.toLowerCase())).toEqual({ kind: 'address', address: ethereum });
    expect(readInput('  ')).toEqual({ kind: 'empty' });
  });

  it.each([
    ['12345', /^This is a block\./],
    ['ab'.repeat(32), /^This is a Transaction\./],
    ['vitalik.eth', /^This is an ENS name\./],
    [`${bitcoin} ${ethereum}`, /^You entered several addresses\./],
    [`${bitcoin.slice(0, -1)}5`, /./],
  ])('says what else %s is', (text, reason) => {
    expect(readInput(text)).toMatchObject({ kind: 'wrong', title: 'Invalid blockchain address' });
    expect(readInput(text)).toHaveProperty('reason', expect.stringMatching(reason));
  });

  it('offers the right capitals', () => {
    expect(readInput(ethereum.replace('dA6', 'DA6'))).toMatchObject({ suggestion: ethereum });
  });
});
