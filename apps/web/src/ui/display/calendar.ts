import { millisecondsOfDay, utcDay } from '@hopscope/domain';

/** A year in weeks that start on Monday; days of adjacent years are undefined. */
export interface CalendarYear {
  /** 52 weeks of seven days, and one or two more if the first and last days are in separate weeks. */
  weeks: readonly (readonly (string | undefined)[])[];
  /** The week in which each month starts. */
  months: readonly number[];
  /** Every day, ascending: `2026-01-31`. */
  days: readonly string[];
}

/** Returns the calendar of a year (UTC, Gregorian). */
export function calendarOf(year: number): CalendarYear {
  const first = Date.UTC(year, 0, 1);
  const count = (Date.UTC(year + 1, 0, 1) - first) / millisecondsOfDay;
  const days = Array.from({ length: count }, (_, i) => utcDay(first + i * millisecondsOfDay));
  // Sunday is 0 in JavaScript, but the last day of the week here.
  const offset = (new Date(first).getUTCDay() + 6) % 7;
  const firsts = Array.from({ length: Math.ceil((offset + count) / 7) }, (_, week) => week * 7 - offset);
  const weeks = firsts.map((monday) => Array.from({ length: 7 }, (_, weekday) => days[monday + weekday]));
  const months = Array.from({ length: 12 }, (_, month) => {
    const day = (Date.UTC(year, month, 1) - first) / millisecondsOfDay;
    return Math.floor((day + offset) / 7);
  });
  return { weeks, months, days };
}

/** color steps at 1, 5, 10, 15, 20. */
export const heatSteps = [1, 5, 10, 15, 20] as const;

/** Returns 0 for no activity, otherwise the number of steps reached, up to 5. */
export function heatLevel(count: number): number {
  return heatSteps.filter((step) => count >= step).length;
}
