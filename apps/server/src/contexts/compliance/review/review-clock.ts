import { type ReviewPriority, reviewPriorityOf } from '@hopscope/domain';

const hour = 3_600_000;

/**
 * How long after it was first seen a transaction may wait for its first look, in milliseconds; null: no clock runs. What is to be
 * looked at immediately is not overdue the moment it is detected.
 */
const timeFor: Readonly<Record<ReviewPriority, number | null>> = {
  critical: hour / 4,
  high: 4 * hour,
  medium: 24 * hour,
  low: null,
};

/** By when a transaction should have been looked at (docs/concepts/screening.md); null: its priority is low, or it has no score. */
export function dueAt(score: number | null, seenAt: Date): Date | null {
  const time = score === null ? null : timeFor[reviewPriorityOf(score)];
  return time === null ? null : new Date(seenAt.getTime() + time);
}
