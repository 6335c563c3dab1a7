import { utcDayNumber } from '@hopscope/domain';
import type { Days } from './days.ts';

/** What several accounts did together on one day, in base units. */
export interface JointDay {
  /** Days since 1970-01-01 (UTC). */
  readonly day: number;
  /** Received minus spent. */
  readonly change: bigint;
  /** Without transfers between the accounts; undefined if unknown. */
  readonly received: bigint | undefined;
  readonly spent: bigint | undefined;
}

/** Returns the days of figures that include transfers between the accounts, ascending. */
export function jointDaysOfSums(days: Days): JointDay[] {
  return [...days]
    .map(([day, { received, spent }]) => ({
      day,
      change: received - spent,
      received: undefined,
      spent: undefined,
    }))
    .sort((a, b) => a.day - b.day);
}

/** Returns the days of changes of all accounts together, each with its time in seconds since 1970, ascending. */
export function jointDaysOfChanges(changes: Iterable<{ time: number; change: bigint }>): JointDay[] {
  const days = new Map<number, { received: bigint; spent: bigint }>();
  for (const { time, change } of changes) {
    const day = utcDayNumber(time);
    const figures = days.get(day) ?? { received: 0n, spent: 0n };
    if (change > 0n) figures.received += change;
    else figures.spent -= change;
    days.set(day, figures);
  }
  return [...days]
    .map(([day, { received, spent }]) => ({ day, change: received - spent, received, spent }))
    .sort((a, b) => a.day - b.day);
}
