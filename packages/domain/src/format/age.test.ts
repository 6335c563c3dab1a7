import { expect, it } from 'vitest';
import { ageText } from './age.ts';

const now = 1_600_000_000;

it.each([
  [0, '0 s'],
  [59, '59 s'],
  [60, '1 min'],
  [3599, '59 min'],
  [3600, '1 h'],
  [4740, '1 h 19 min'],
  [86_400, '1 d'],
  [40 * 86_400, '1 mo'],
  [366 * 86_400, '1 y'],
  [7.75 * 365.25 * 86_400, '7 y 9 mo'],
])('%i seconds ago', (age, text) => {
  expect(ageText(now - age, now)).toBe(text);
});

it('does not go below zero for a block from a clock that is ahead', () => {
  expect(ageText(now + 500, now)).toBe('0 s');
});
