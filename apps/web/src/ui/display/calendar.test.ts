import { expect, it } from 'vitest';
import { calendarOf, heatLevel } from './calendar.ts';

//
it('colors step at 1, 5, 10, 15 and 20', () => {
  expect([0, 1, 4, 5, 9, 10, 14, 15, 19, 20, 100_000].map(heatLevel)).toEqual([
    0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5,
  ]);
});

//
it('every day of a year stands once, in its weekday, in order', () => {
  for (let year = 2009; year <= 2040; year++) {
    const { weeks, days } = calendarOf(year);
    expect(weeks.flat().filter((day) => day !== undefined)).toEqual(days);
    expect(days).toHaveLength(year % 4 === 0 ? 366 : 365);
    expect(weeks.length).toBeLessThanOrEqual(54);
    expect(weeks.filter((week) => week.every((day) => day !== undefined)).length).toBeGreaterThanOrEqual(51);
    for (const week of weeks) {
      expect(week).toHaveLength(7);
      const monday = week[0];
      if (monday !== undefined) expect(new Date(monday).getUTCDay()).toBe(1);
    }
  }
});

it('months begin in the week of their first day', () => {
  const { weeks, months } = calendarOf(2026);
  expect(
    months.map((week, month) => weeks[week]?.includes(`2026-${String(month + 1).padStart(2, '0')}-01`)),
  ).toEqual(Array.from({ length: 12 }, () => true));
});
