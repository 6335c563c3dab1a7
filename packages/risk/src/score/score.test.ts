import { canonicalJsonV2 } from '@hopscope/domain';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { propertyRuns } from '../../../../test/depth.ts';
import { categoryIds } from '../categories/categories.ts';
import type { CountryFacts } from '../categories/entity-categories.ts';
import { defaultProfile } from '../profile/default-profile.ts';
import { scoreGroups } from '../profile/profile.ts';
import type { ScoreAnswer } from './answer.ts';
import { scoreOf } from './score.ts';
import { inputOf, labelOf, quiet, resultOf, type SmallExposure } from './score.fixture.ts';

const runs = propertyRuns(60);

const listed = (country: string, some: Partial<CountryFacts>): CountryFacts => ({
  country,
  fatf: null,
  eu: null,
  ofac: null,
  since: null,
  ...some,
});

/** What holds of every answer with a number. */
function check(answer: ScoreAnswer): void {
  const { overall, overall100, factors, groups } = answer;
  const add = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0);
  expect(add(factors.map(({ contribution }) => contribution))).toBe(overall);
  expect(add(factors.map(({ points }) => points))).toBe(overall100);
  expect(overall).toBeGreaterThanOrEqual(0);
  expect(overall).toBeLessThanOrEqual(1_000_000);
  expect(add(groups.map(({ weighted, raised }) => weighted + raised))).toBe(overall);
  for (const { group, weighted, raised } of groups) {
    const own = factors.filter((one) => one.group === group);
    expect(add(own.map(({ contribution }) => contribution))).toBe(weighted + raised);
  }
  for (const factor of factors) expect(factor.without).toBeLessThanOrEqual(overall ?? 0);
  expect(new Set(factors.map(({ id }) => id)).size).toBe(factors.length);
}

describe('A score, by hand', () => {
  test('of nothing at all is unknown, not 0', () => {
    const answer = scoreOf(inputOf({}));
    expect(answer).toMatchObject({
      state: 'nothing_known',
      overall: null,
      overall100: null,
      level: 'unknown',
      factors: [],
    });
    expect(answer.reason).toBe('No received or sent funds to assess.');
    expect(answer.groups.map(({ score }) => score)).toEqual([null, null, null]);
  });

  test('of money that nobody is known of within the hops is unknown', () => {
    const backward = resultOf('backward', [['exchange', 'shop', 9n, 2]], 991n);
    expect(scoreOf(inputOf({ backward }))).toMatchObject({
      state: 'nothing_known',
      overall: null,
      reason: 'No known entity within 3 hops (less than 1.00% of the amounts).',
      coverage: [{ known: 9000, notWalked: 991_000, unknown: 0 }, { total: 0n }],
    });
  });

  test('of money from an exchange is 0: known, and nothing against it', () => {
    const backward = resultOf('backward', [['exchange', 'shop', 500n, 1]], 500n);
    const answer = scoreOf(inputOf({ backward }));
    expect(answer).toMatchObject({
      state: 'scored',
      overall: 0,
      overall100: 0,
      level: 'very_low',
      factors: [],
    });
    // Where the exchange is at home is not known. Nobody dealt with it as far as the activity goes, so that part is unknown.
    expect(answer.groups.map(({ group, score }) => [group, score])).toEqual([
      ['entity', 0],
      ['transaction', null],
      ['jurisdiction', null],
    ]);
    const countries = new Map([['shop', [{ country: 'CH', fatf: null, eu: null, ofac: null, since: null }]]]);
    expect(scoreOf(inputOf({ backward, countries })).groups[2]?.score).toBe(0);
  });

  test('is not given where the ledger does not hold it, or something failed', () => {
    expect(scoreOf(inputOf({ coverage: 'none' }))).toMatchObject({ state: 'not_covered', overall: null });
    const backward = resultOf('backward', [['stolen', 'thief', 1n, 1]]);
    const failed = scoreOf(inputOf({ backward, forward: { failed: 'The reader has stopped.' } }));
    expect(failed).toMatchObject({
      state: 'failed',
      overall: null,
      reason: 'The reader has stopped.',
      factors: [],
    });
    // A label counts without any ledger, a doubtful one does not.
    const doubtful = { ...labelOf('listed', 'sanctioned'), confidence: 49 };
    expect(scoreOf(inputOf({ coverage: 'none', own: [doubtful] })).state).toBe('not_covered');
    expect(scoreOf(inputOf({ coverage: 'none', own: [labelOf('listed', 'sanctioned')] })).state).toBe(
      'scored',
    );
  });

  test('of a sanctioned party: the part is 1, and the overall score is 95% of it', () => {
    // Entity 1.00 × 0.50 = 0.50; at least 0.95 × 1.00, so 0.45 are added.
    const answer = scoreOf(inputOf({ own: [labelOf('listed', 'sanctioned')] }));
    expect(answer).toMatchObject({ overall: 950_000, overall100: 95, level: 'high' });
    expect(answer.groups[0]).toMatchObject({ score: 1_000_000, weighted: 500_000, raised: 450_000 });
    expect(answer.factors).toMatchObject([
      { id: 'own.sanctioned', contribution: 950_000, points: 95, without: 0, severity: 'high' },
    ]);
    expect(answer.factors[0]?.description).toBe(
      'Attributed in the directory: listed (test since 2026-01-01, confidence 90)',
    );
  });

  test('the example of docs/concepts/risk.md: half stolen at two hops, a mixer, a country', () => {
    // Received 40 BTC: 10 from a thief at two hops, 2 from a mixer directly, 28 from an exchange in Iran directly.
    const btc = 100_000_000n;
    const backward = resultOf('backward', [
      ['exchange', 'Karun Exchange', 28n * btc, 1],
      ['stolen', 'Larkfield theft', 10n * btc, 2],
      ['mixer', 'Fogbank', 2n * btc, 1],
    ]);
    const countries = new Map([['Karun Exchange', [listed('IR', { ofac: true, since: '2024-06-28' })]]]);
    const answer = scoreOf(inputOf({ backward, countries }));
    check(answer);
    // Stolen: 25% × 0.8 (two hops) = 20%, above the 10% of saturation: intensity 1, score 0.94.
    // Mixer: 5% of 25%: intensity 0.2, score 0.148. Together 1.088: 0.088 of the mixer's are cut, part 1.
    // Country: 70% of 25%: intensity 1, score 0.95.
    // Weighted 0.50 × 1 + 0.15 × 0.95 = 0.6425; 95% of the entity part are 0.95, so 0.3075 are added to that part.
    expect(answer.overall).toBe(950_000);
    expect(answer.groups).toMatchObject([
      { group: 'entity', score: 1_000_000, weighted: 500_000, raised: 307_500 },
      { group: 'transaction', score: null, weighted: 0, raised: 0 },
      { group: 'jurisdiction', score: 950_000, weighted: 142_500, raised: 0 },
    ]);
    // The part's 0.8075: 94 : 6.
    expect(
      answer.factors.map(({ id, score, cut, contribution, points }) => [
        id,
        score,
        cut,
        contribution,
        points,
      ]),
    ).toEqual([
      ['received.indirect.stolen', 940_000, 0, 759_050, 76],
      ['received.country.ofac', 950_000, 0, 142_500, 14],
      ['received.direct.mixer', 148_000, 88_000, 48_450, 5],
    ]);
    // Without the thief: entity 0.148 × 0.5 = 0.074, jurisdiction 0.1425; together 0.2165, but 60% of the jurisdiction's 0.95.
    expect(answer.factors.map(({ without }) => without)).toEqual([570_000, 950_000, 893_000]);
    expect(answer.factors.map(({ description }) => description)).toEqual([
      '10.00000000 BTC (25.00% of received funds) from Larkfield theft over 2 hops, 1 transaction',
      'IR since 2024-06-28: 28.00000000 BTC (70.00% of received funds) from Karun Exchange, 1 transaction',
      '2.00000000 BTC (5.00% of received funds) from Fogbank, 1 transaction',
    ]);
  });

  test('direct dealings with crime that are more than dust weigh at least four fifths', () => {
    // 0.2% of 10% would be an intensity of 0.02; at least 0.8 × 0.90 = 0.72. Overall 0.95 × 0.72 = 0.684.
    const backward = resultOf('backward', [
      ['darknet_market', 'market', 2n, 1],
      ['exchange', 'shop', 998n, 1],
    ]);
    expect(scoreOf(inputOf({ backward })).overall).toBe(684_000);
    // 0.05% is dust: 0.0005 / 0.1 × 0.9 = 0.0045.
    const dust = resultOf('backward', [
      ['darknet_market', 'market', 1n, 1],
      ['exchange', 'shop', 1999n, 1],
    ]);
    expect(scoreOf(inputOf({ backward: dust })).factors[0]?.score).toBe(4500);
  });

  test('what was sent counts four fifths, a CoinJoin is in the part of transactions', () => {
    // 25% of 50%: intensity 0.5 × 0.8 = 0.4; 0.58 × 0.4 = 0.232; overall 0.6 × 0.232, more than 0.35 ×.
    const forward = resultOf('forward', [
      ['coinjoin', '', 25n, 1],
      ['exchange', 'shop', 75n, 1],
    ]);
    const answer = scoreOf(inputOf({ forward }));
    expect(answer.factors).toMatchObject([
      { id: 'sent.direct.coinjoin', group: 'transaction', score: 232_000 },
    ]);
    expect(answer.overall).toBe(139_200);
    expect(answer.factors[0]?.description).toBe(
      '0.00000025 BTC (25.00% of sent funds) to CoinJoin, 1 transaction',
    );
  });

  test('a category in every way is no graver than its severity, lesser ones together no more than their cap', () => {
    // Received from it 0.62, and sent to it as much (80% of 50%): together 0.62, of which what was sent brings nothing.
    const backward = resultOf('backward', [['no_kyc_service', 'desk', 100n, 1]]);
    const forward = resultOf('forward', [['no_kyc_service', 'desk', 100n, 1]]);
    const both = scoreOf(inputOf({ backward, forward }));
    expect(both.factors.map(({ id, score, cut, contribution }) => [id, score, cut, contribution])).toEqual([
      ['received.direct.no_kyc_service', 620_000, 0, 589_000],
      ['sent.direct.no_kyc_service', 620_000, 620_000, 0],
    ]);
    // Gambling brings 0.03 of its 0.40: high risk is 0.65 at most. 0.95 × 0.65.
    const dice = resultOf('forward', [['gambling', 'dice', 100n, 1]]);
    const lesser = scoreOf(inputOf({ backward, forward: dice }));
    expect(lesser.groups[0]?.score).toBe(650_000);
    expect(lesser.factors.map(({ cut }) => cut)).toEqual([0, 370_000]);
    expect(lesser.overall).toBe(617_500);
  });

  test('several entities of a kind are one factor', () => {
    const backward = resultOf('backward', [
      ['gambling', 'dice', 30n, 1],
      ['gambling', 'cards', 20n, 1],
      ['exchange', 'x', 50n, 1],
    ]);
    const [factor] = scoreOf(inputOf({ backward })).factors;
    expect(factor).toMatchObject({
      id: 'received.direct.gambling',
      score: 400_000,
      amount: 50n,
      transactions: 2,
    });
    expect(factor?.entities.map(({ name }) => name)).toEqual(['dice', 'cards']);
    expect(factor?.description).toContain('from dice and 1 other, 2 transactions');
  });

  test('a transaction that meets two entities of a kind is one transaction', () => {
    const backward = resultOf('backward', [
      ['gambling', 'dice', 30n, 1],
      ['gambling', 'cards', 20n, 1],
    ]);
    const exposures = backward.exposures.map((one) => ({
      ...one,
      evidence: [{ transaction: 'both', amount: one.amount, hops: 1 }],
    }));
    expect(scoreOf(inputOf({ backward: { ...backward, exposures } })).factors[0]).toMatchObject({
      transactions: 1,
      evidence: [{ transaction: 'both', amount: 50n, hops: 1 }],
    });
  });

  test('what was not looked at is said', () => {
    const backward = resultOf('backward', [['exchange', 'shop', 5n, 1]]);
    expect(scoreOf(inputOf({ backward, activity: null })).notAssessed).toEqual([
      'Behavior not assessed: too many transactions.',
    ]);
    const activity = { ...quiet, complete: false };
    expect(
      scoreOf(inputOf({ backward, activity, asset: { symbol: 'TKN', decimals: 0 } })).notAssessed,
    ).toEqual([
      'Structuring not assessed: no threshold for TKN.',
      'Dormancy not assessed: not all transactions were read.',
    ]);
  });
});

describe('Any score', () => {
  const exposure = fc.tuple(
    fc.constantFrom(...categoryIds),
    fc.constantFrom('a', 'b', 'c', 'd', ''),
    fc.bigInt({ min: 1n, max: 10n ** 12n }),
    fc.integer({ min: 1, max: 4 }),
  );
  /** As walks have them: no two of one category, entity and directness. */
  const parts = fc.uniqueArray(exposure, {
    maxLength: 12,
    selector: ([category, entity, , hops]: SmallExposure) => `${category} ${entity} ${hops <= 1}`,
  });
  const countries = fc.constantFrom(
    new Map<string, CountryFacts[]>(),
    new Map([
      ['a', [listed('KP', { fatf: 'Call for action (black list)', ofac: true }), listed('DE', {})]],
      ['b', [listed('AO', { fatf: 'Increased monitoring (grey list)' })]],
      ['c', [listed('AF', { eu: 'High-risk third country' })]],
    ]),
  );
  const weights = fc
    .tuple(fc.nat(1_000_000), fc.nat(1_000_000))
    .map((cuts) => cuts.toSorted((x, y) => x - y))
    .map(([x = 0, y = 0]) => ({ entity: x, transaction: y - x, jurisdiction: 1_000_000 - y }));
  const dominance = fc.record({
    entity: fc.nat(1_000_000),
    transaction: fc.nat(1_000_000),
    jurisdiction: fc.nat(1_000_000),
  });

  test('is the sum of its contributions to the last digit, and the same bytes for the same input', () => {
    fc.assert(
      fc.property(
        parts,
        parts,
        fc.bigInt({ min: 0n, max: 10n ** 12n }),
        countries,
        weights,
        dominance,
        (came, went, beyond, map, some, least) => {
          const input = inputOf({
            profile: { ...defaultProfile, weights: some, dominance: least },
            backward: resultOf('backward', came, beyond),
            forward: resultOf('forward', went),
            countries: map,
          });
          const answer = scoreOf(input);
          if (answer.overall !== null) check(answer);
          for (const { group, score } of answer.groups) {
            expect(scoreGroups).toContain(group);
            if (score !== null) expect(score).toBeLessThanOrEqual(1_000_000);
          }
          const again = scoreOf({
            ...input,
            backward: resultOf(
              'backward',
              came.map((one) => [...one] as const),
              beyond,
            ),
          });
          expect(canonicalJsonV2(again)).toBe(canonicalJsonV2(answer));
        },
      ),
      runs,
    );
  });
});
