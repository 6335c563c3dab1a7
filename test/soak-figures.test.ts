import { expect, test } from 'vitest';
import { growthPerHour, quantile } from '../tools/soak/figures.ts';

test('growth is the slope of the memory over time', () => {
  const at = (hours: number, memory: number) => ({ hours, memory });
  const line = growthPerHour([at(1, 100), at(2, 103), at(3, 106)]);
  expect([line.slope, line.error]).toEqual([expect.closeTo(3), expect.closeTo(0)]);
  // Rests of -10/3, 20/3, -10/3 leave one degree of freedom; the hours differ by half an hour from their mean.
  const noisy = growthPerHour([at(1, 100), at(1.5, 110), at(2, 100)]);
  expect([noisy.slope, noisy.error]).toEqual([expect.closeTo(0), expect.closeTo(Math.sqrt(600 / 9 / 0.5))]);
  expect(growthPerHour([at(1, 100)]).slope).toBeNaN();
  expect(growthPerHour([at(1, 100), at(2, 103)]).error).toBeNaN();
});

test('quantiles are values of the list', () => {
  expect(quantile([3, 1, 2], 0.5)).toBe(2);
  expect(quantile([1, 2], 0.99)).toBe(2);
  expect(quantile([], 0.5)).toBeNaN();
});
