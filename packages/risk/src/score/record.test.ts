import { expect, test } from 'vitest';
import { defaultProfile } from '../profile/default-profile.ts';
import { firstDifference, recordDigest, recordText, type ScoreRecord } from './record.ts';
import { inputOf, labelOf, resultOf } from './score.fixture.ts';
import { scoreOf } from './score.ts';
import { specifiedScore } from './specified.ts';

const answer = scoreOf(
  inputOf({
    own: [labelOf('desk', 'no_kyc_service')],
    backward: resultOf('backward', [
      ['stolen', 'thief', 1n, 2],
      ['exchange', 'shop', 9n, 1],
    ]),
  }),
);
const record: ScoreRecord = {
  format: 1,
  basis: {
    blockchain: 'bitcoin',
    subject: { kind: 'address', id: 'a' },
    asset: { symbol: 'BTC', decimals: 8 },
    other: null,
    ledger: { height: 7, hash: '00' },
    directory: { version: 3, asOf: null, day: '2026-01-31' },
  },
  profile: defaultProfile,
  answer,
};

test('a record survives a journey through its text, and its hash tells every change', () => {
  const saved: unknown = JSON.parse(recordText(record));
  expect(firstDifference(saved, JSON.parse(recordText(record)))).toBeUndefined();
  expect(recordDigest(record)).toMatch(/^[0-9a-f]{64}$/);
  const [first, ...others] = answer.factors;
  if (!first) throw new Error('No factor');
  const changed = { ...record, answer: { ...answer, factors: [{ ...first, amount: 2n }, ...others] } };
  expect(recordDigest(changed)).not.toBe(recordDigest(record));
  expect(firstDifference(saved, JSON.parse(recordText(changed)))).toBe('$.answer.factors[0].amount');
  expect(firstDifference(saved, { ...(saved as object), more: 1 })).toBe('$.more');
  expect(firstDifference([1], [1, 2])).toBe('$[1]');
});

//
test('the shape of the API: scores of 0 to 1, and null where nothing is known', () => {
  // Itself without KYC 0.62; stolen 10% × 0.8 of 10%: 0.752; the part is 1, overall 0.95.
  const shape = specifiedScore(answer);
  expect(shape.overallRisk).toBe(0.95);
  expect(shape.entityRisk.aggregateScore).toBe(1);
  expect(shape.transactionRisk).toEqual({ aggregateScore: null, factors: [] });
  expect(shape.entityRisk.factors.map(({ id, severity, score }) => [id, severity, score])).toEqual([
    ['received.indirect.stolen', 'medium', 0.752],
    ['own.no_kyc_service', 'medium', 0.62],
  ]);
  expect(specifiedScore(scoreOf(inputOf({}))).overallRisk).toBeNull();
});
