import fc from 'fast-check';
import { expect, it } from 'vitest';
import { amountTicks, fractionOf, indexAt, niceStep, tickText, timeTicks } from './scale.ts';

const second = (text: string): number => Date.parse(text) / 1000;

it('steps are 1, 2, or 5 times a power of ten', () => {
  expect([7n, 100n, 101n, 21_000_000n].map((most) => niceStep(most, 4))).toEqual([2n, 50n, 50n, 10_000_000n]);
  expect(niceStep(0n, 4)).toBe(1n);
});

it('an axis of amounts begins at 0, reaches the most, and has few steps', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 30n }), (most) => {
      const ticks = amountTicks(most);
      expect(ticks[0]).toBe(0n);
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(most);
      expect(ticks.length).toBeGreaterThan(1);
      expect(ticks.length).toBeLessThan(5);
      expect(fractionOf(most, ticks.at(-1) ?? 1n)).toBeLessThanOrEqual(1);
    }),
  );
});

it('a time axis names minutes, days, months, or years', () => {
  const from = second('2026-06-14T10:00Z');
  expect(timeTicks(from, second('2026-06-18T09:00Z'), 5)).toEqual(
    ['15', '16', '17', '18'].map((day) => ({ at: second(`2026-06-${day}T00:00Z`), unit: 'day' })),
  );
  expect(timeTicks(from, second('2026-11-25T00:00Z'), 4)).toEqual(
    ['07', '09', '11'].map((month) => ({ at: second(`2026-${month}-01T00:00Z`), unit: 'month' })),
  );
  const years = timeTicks(second('2009-01-03T18:15Z'), second('2026-11-25T00:00Z'), 4);
  expect(years.map(({ at }) => new Date(at * 1000).getUTCFullYear())).toEqual([2010, 2015, 2020, 2025]);
  expect(timeTicks(from, from + 3600, 4).map(tickText)).toEqual(['10:00', '10:30', '11:00']);
  expect(timeTicks(from, from + 86_400, 4).map(tickText)).toEqual(['12:00', '15 Jun 2026']);
});

it('finds what is under the pointer', () => {
  expect([-1, 0, 4, 5, 99].map((x) => indexAt([0, 5, 9], x))).toEqual([0, 0, 0, 1, 2]);
  expect(indexAt([], 1)).toBe(0);
});
