import type { RiskWalk } from '@hopscope/contract';
import { expect, it } from 'vitest';
import { hundredthsAt, ringShares } from './exposure-ring.ts';

const exposure = (category: string, byHops: [number, number][]) =>
  ({
    category,
    categoryName: category,
    severity: 50,
    byHops: byHops.map(([hops, amount]) => ({ hops, amount: String(amount) })),
  }) as unknown as RiskWalk['exposures'][number];

it('divides exposures by distance; all parts add up to the whole', () => {
  const walk = {
    direction: 'backward',
    total: '300',
    exposures: [
      exposure('exchange', [[2, 40]]),
      exposure('mixer', [
        [1, 100],
        [3, 20],
      ]),
      exposure('mixer', [[1, 40]]),
    ],
    rests: [{ reason: 'hops', amount: '100', share: 0.333333 }],
    reads: 1,
    failed: null,
  } as unknown as RiskWalk;
  const shares = ringShares(walk);
  expect(shares.map(({ key, amount, hundredths }) => [key, amount, hundredths])).toEqual([
    ['direct mixer', 140n, 4667],
    ['indirect exchange', 40n, 1333],
    ['indirect mixer', 20n, 667],
    ['open hops', 100n, 3333],
  ]);
  expect(hundredthsAt(shares, 'direct')).toBe(4667);
  expect(ringShares({ ...walk, total: '0', exposures: [], rests: [] })).toEqual([]);
});
