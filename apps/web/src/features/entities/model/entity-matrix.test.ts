import { expect, it } from 'vitest';
import type { EntityFlows } from '../api/activity.ts';
import { byVolume, flowsIn, heatOf, rangeUpTo, weeksOf } from './entity-matrix.ts';

const found = {
  entities: [
    { entity_id: 'a', since: '2026-06-10' },
    { entity_id: 'b', since: '2026-06-20' },
    { entity_id: 'c', since: null },
  ],
  flows: [
    {
      from: 'a',
      to: 'b',
      weeks: [
        { week: '2026-06-01', amount: '10', transactions: 1 },
        { week: '2026-06-22', amount: '5', transactions: 2 },
      ],
    },
    { from: 'b', to: 'c', weeks: [{ week: '2026-06-08', amount: '20', transactions: 3 }] },
  ],
} as unknown as EntityFlows;

it('has all weeks between the first and the last flow', () => {
  expect(weeksOf(found)).toEqual(['2026-06-01', '2026-06-08', '2026-06-15', '2026-06-22']);
  expect(weeksOf({ flows: [] })).toEqual([]);
});

it('periods end with a week, and never begin before the first one', () => {
  const weeks = weeksOf(found);
  expect(rangeUpTo(weeks, 3, 2)).toEqual({ from: '2026-06-15', to: '2026-06-22' });
  expect(rangeUpTo(weeks, 1, 4)).toEqual({ from: '2026-06-01', to: '2026-06-08' });
  expect(rangeUpTo(weeks, 2, 0)).toEqual({ from: '2026-06-01', to: '2026-06-15' });
});

it('adds up the weeks of a period; what neither side has read may be more', () => {
  expect(flowsIn(found, { from: '2026-06-01', to: '2026-06-22' })).toEqual([
    { from: 'b', to: 'c', amount: 20n, transactions: 3, isPartial: false },
    { from: 'a', to: 'b', amount: 15n, transactions: 3, isPartial: true },
  ]);
  const last = flowsIn(found, { from: '2026-06-15', to: '2026-06-22' });
  expect(last).toEqual([{ from: 'a', to: 'b', amount: 5n, transactions: 2, isPartial: false }]);
  expect(byVolume(flowsIn(found, { from: '2026-06-01', to: '2026-06-22' }), 2)).toEqual(['b', 'c']);
});

it('shades of amounts are logarithmic, and the smallest can be seen', () => {
  expect(heatOf(100n, 100n)).toBe(1);
  expect(heatOf(1n, 10n ** 9n)).toBeCloseTo(0.15);
  expect(heatOf(10n, 1000n)).toBeCloseTo(0.15 + 0.85 * 0.5);
  expect(heatOf(1n, 1n)).toBe(1);
});
