import { utcDay } from '@hopscope/domain';
import { expect, test } from 'vitest';
import { mondayOf, mondaysBetween, weekName } from './weeks.ts';

const at = (text: string): number => Date.parse(text);

test.each([
  // ISO 8601: the first week has the year's first Thursday.
  ['2025-12-28T23:59:59.999Z', '2025-12-22', '2025-W52'],
  ['2025-12-29T00:00:00Z', '2025-12-29', '2026-W01'],
  ['2026-01-01T12:00:00Z', '2025-12-29', '2026-W01'],
  ['2021-01-03T12:00:00Z', '2020-12-28', '2020-W53'],
  ['2021-01-04T00:00:00Z', '2021-01-04', '2021-W01'],
  ['2024-02-29T12:00:00Z', '2024-02-26', '2024-W09'],
])('%s is in the week from %s, %s', (moment, monday, name) => {
  expect(utcDay(mondayOf(at(moment)))).toBe(monday);
  expect(weekName(mondayOf(at(moment)))).toBe(name);
});

test('weeks between two days, both with their whole weeks', () => {
  expect(mondaysBetween(at('2026-01-04'), at('2026-01-12')).map(utcDay)).toEqual([
    '2025-12-29',
    '2026-01-05',
    '2026-01-12',
  ]);
});
