import { expect, it } from 'vitest';
import { shownDays, yearChoices } from './activity.ts';

//
it('offers 16 years from 2025 or the present one downward, and years further back that have something', () => {
  expect(yearChoices(2024, [])).toEqual(Array.from({ length: 16 }, (_, i) => 2025 - i));
  expect(yearChoices(2026, [{ year: 2009 }, { year: 2020 }])).toEqual([
    ...Array.from({ length: 16 }, (_, i) => 2026 - i),
    2009,
  ]);
});

//
it('lists at most 20 days, by date or by activity', () => {
  const days = Array.from({ length: 28 }, (_, i) => ({
    date: `2026-02-${String(i + 1).padStart(2, '0')}`,
    transactions: i % 5,
    received: '0',
    spent: '0',
  }));
  const byDate = shownDays(days, 'date').map(({ date }) => date);
  expect(byDate).toHaveLength(20);
  expect([byDate[0], byDate[19]]).toEqual(['2026-02-28', '2026-02-09']);
  const byActivity = shownDays(days, 'activity');
  expect(byActivity.slice(0, 2)).toMatchObject([
    { date: '2026-02-25', transactions: 4 },
    { date: '2026-02-20', transactions: 4 },
  ]);
});
