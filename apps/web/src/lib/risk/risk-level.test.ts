import { expect, it } from 'vitest';
import { outOf100, pageBadgeOf } from './risk-level.ts';

//
it('explorer and entity pages have colors of their own, and the word of the organization’s profile', () => {
  expect(pageBadgeOf({ level: 'medium', score: 75 })).toEqual({ level: 'medium', score: 75, color: 'red' });
  expect(pageBadgeOf({ level: 'high', score: 41 })).toEqual({ level: 'high', score: 41, color: 'yellow' });
  expect(pageBadgeOf({ level: 'unknown', score: null })).toEqual({
    level: 'unknown',
    score: null,
    color: undefined,
  });
});

//
it('scores are 0 to 100, rounded', () => {
  expect([0, 0.004, 0.005, 0.704, 0.995, 1].map(outOf100)).toEqual([0, 0, 1, 70, 100, 100]);
});
