import { expect, test } from 'vitest';
import {
  addUtcDays,
  mondayOf,
  millisecondsOfDay,
  startOfUtcDay,
  utcDay,
  utcDayNumber,
  utcDayOfNumber,
  utcDaysBetween,
} from './utc-day.ts';

test('a day is that of UTC, to its last millisecond', () => {
  const start = Date.UTC(2024, 1, 29);
  expect([utcDay(start - 1), utcDay(start), utcDay(start + millisecondsOfDay - 1)]).toEqual([
    '2024-02-28',
    '2024-02-29',
    '2024-02-29',
  ]);
  expect(startOfUtcDay('2024-02-29')).toBe(start);
});

test('days are counted from 1970, before it downward', () => {
  expect([utcDayNumber(0), utcDayNumber(86_399), utcDayNumber(86_400), utcDayNumber(-1)]).toEqual([
    0, 0, 1, -1,
  ]);
  expect([utcDayOfNumber(0), utcDayOfNumber(19_782), utcDayOfNumber(-1)]).toEqual([
    '1970-01-01',
    '2024-02-29',
    '1969-12-31',
  ]);
});

test('days go on over the ends of months and years', () => {
  expect([addUtcDays('2024-02-28', 2), addUtcDays('2024-01-01', -1)]).toEqual(['2024-03-01', '2023-12-31']);
  expect([...utcDaysBetween('2023-12-31', '2024-01-02')]).toEqual(['2023-12-31', '2024-01-01', '2024-01-02']);
  expect([...utcDaysBetween('2024-01-02', '2024-01-01')]).toEqual([]);
  expect(() => addUtcDays('yesterday', 1)).toThrow(RangeError);
});

test('weeks begin on Monday', () => {
  expect(['2026-11-29', '2026-11-30', '2026-12-06', '1969-12-31'].map(mondayOf)).toEqual([
    '2026-11-23',
    '2026-11-30',
    '2026-11-30',
    '1969-12-29',
  ]);
  expect(() => mondayOf('yesterday')).toThrow(RangeError);
});
