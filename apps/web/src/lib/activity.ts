import type { DayOfActivity } from '@hopscope/contract';

/** 16 years from 2025 downward, or from the current year if that is later. */
const newestYear = 2025;
const yearsOffered = 16;
/** the list shows 20 entries. */
const mostDays = 20;

/** Returns the years to choose from, newest first: sixteen, and earlier ones with activity. */
export function yearChoices(thisYear: number, active: readonly { year: number }[]): number[] {
  const newest = Math.max(newestYear, thisYear);
  const offered = Array.from({ length: yearsOffered }, (_, i) => newest - i);
  return [...new Set([...offered, ...active.map(({ year }) => year)])].toSorted((a, b) => b - a);
}

export const activitySorts = ['date', 'activity'] as const;
export type ActivitySort = (typeof activitySorts)[number];

/** Returns the days of the list: the newest, or those with the most transactions, ties newest first. */
export function shownDays(days: readonly DayOfActivity[], sort: ActivitySort): DayOfActivity[] {
  const newestFirst = days.toSorted((a, b) => (a.date < b.date ? 1 : -1));
  const sorted =
    sort === 'date' ? newestFirst : newestFirst.toSorted((a, b) => b.transactions - a.transactions);
  return sorted.slice(0, mostDays);
}
