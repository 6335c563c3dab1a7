import { expect, it } from 'vitest';
import { type ChartPoint, chartScale, pointAt, stepPaths } from './step-path.ts';

const size = { width: 100, height: 50 };
const points: ChartPoint[] = [
  { day: '2026-01-01', amount: 10n },
  { day: '2026-01-06', amount: 40n },
  { day: '2026-01-11', amount: 0n },
];

it('draws each amount until the next day that has one', () => {
  expect(stepPaths(points, '2026-01-11', size).line).toBe('M0 37.5H50V0H100V50H100');
});

it('leaves a gap where an amount is not known, and starts anew after it', () => {
  const [first, , last] = points;
  const holed = [first, { day: '2026-01-06', amount: null }, last].filter((point) => point !== undefined);
  const { line, area } = stepPaths(holed, '2026-01-21', size);
  expect(line.match(/M/g)).toHaveLength(2);
  expect(area.match(/Z/g)).toHaveLength(2);
});

it('scales amounts of any size, and nothing at all', () => {
  const huge = 2n ** 256n;
  const { yOf } = chartScale([{ day: '2026-01-01', amount: huge }], '2026-01-02', size);
  expect([yOf(huge), yOf(huge / 2n), yOf(0n)]).toEqual([0, 25, 50]);
  expect(stepPaths([{ day: '2026-01-01', amount: 0n }], '2026-01-01', size).line).toBe('M0 50H0');
  expect(stepPaths([], '2026-01-01', size)).toEqual({ line: '', area: '' });
});

it('finds the amount that held at a place', () => {
  const { xOf } = chartScale(points, '2026-01-11', size);
  expect([-5, 0, 49, 50, 99, 100, 500].map((x) => pointAt(points, x, xOf))).toEqual([0, 0, 0, 1, 1, 2, 2]);
});
