import { plainNumbers } from '@hopscope/domain';
import { expect, it } from 'vitest';
import { intervalOf, inWords, rankingsOf } from './claims.ts';

const { count } = plainNumbers;
const share = (right: number, of: number) => ({ value: of === 0 ? null : right / of, right, of });

it('intervals are those of Wilson', () => {
  // Brown, Cai, DasGupta 2001: 0 of 10 has an upper end of 0.2775.
  expect(intervalOf(share(0, 10))).toEqual({ from: 0, to: expect.closeTo(0.2775, 4) as number });
  expect(intervalOf(share(10, 10))).toEqual({ from: expect.closeTo(0.7225, 4) as number, to: 1 });
  expect(intervalOf(share(50, 100))).toEqual({
    from: expect.closeTo(0.4038, 4) as number,
    to: expect.closeTo(0.5962, 4) as number,
  });
  expect(intervalOf(share(0, 0))).toBeUndefined();
});

it('shares are round numbers of cases, and never all or none if they are not', () => {
  expect(inWords(share(266, 266), count)).toBe('all of 266');
  expect(inWords(share(0, 960), count)).toBe('none of 960');
  expect(inWords(share(7, 960), count)).toBe('7 in 1,000');
  expect(inWords(share(80, 100), count)).toBe('80 in 100');
  expect(inWords(share(0, 0), count)).toBe('not measurable');
});

it('rankings have each distance with and without missing labels', () => {
  expect(rankingsOf({ auc: [{ hops: 1, cases: 3, value: 0.8, perfectDirectory: null }] })).toEqual([
    { key: '1', name: '1 hop away', value: 0.8 },
    { key: '1 all', name: '1 hop away, all labels known', value: null },
  ]);
});
