import { expect, test } from 'vitest';
import { readTeamSearch } from './team-search.ts';
import { durationText, rateText } from './team-labels.ts';

test('what was not measured is a dash, and nothing is rounded up to what it is not', () => {
  expect([durationText(null), rateText(null)]).toEqual(['–', '–']);
  expect([durationText(0), durationText(4800), rateText(0), rateText(0.6667)]).toEqual([
    '0 s',
    '1 h 20 min',
    '0%',
    '67%',
  ]);
});

test('days of the address bar are days or nothing', () => {
  expect(readTeamSearch({ from: '2026-01-05', to: '2026-02-30', tab: 'x' })).toEqual({ from: '2026-01-05' });
});
