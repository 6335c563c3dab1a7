import { expect, test } from 'vitest';
import { growthPerHour, quantile } from '../tools/soak/figures.ts';

test('growth is the slope of the memory over time', () => {
  const at = (hours: number, memory: number) => ({ hours, memory });
  expect(growthPerHour([at(1, 100), at(2, 103), at(3, 106)])).toBeCloseTo(3);
  expect(growthPerHour([at(1, 100), at(1.5, 110), at(2, 100)])).toBeCloseTo(0);
  expect(growthPerHour([at(1, 100)])).toBeNaN();
});

test('quantiles are values of the list', () => {
  expect(quantile([3, 1, 2], 0.5)).toBe(2);
  expect(quantile([1, 2], 0.99)).toBe(2);
  expect(quantile([], 0.5)).toBeNaN();
});
