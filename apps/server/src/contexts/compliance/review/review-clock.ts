import { type ReviewPriority, reviewPriorityOf } from '@hopscope/domain';

const hour = 3_600_000;

/**
 * Returns how long after detection a transaction may wait for its first review, in milliseconds; null: no deadline. Critical
 * transactions have a short grace period, so that they aren't overdue on detection.
 */
const timeFor: Readonly<Record<ReviewPriority, number | null>> = {
  critical: hour / 4,
  high: 4 * hour,
  medium: 24 * hour,
  low: null,
};

/** Returns the review deadline of a transaction (docs/concepts/screening.md); null: low priority or no score. */
export function dueAt(score: number | null, seenAt: Date): Date | null {
  const time = score === null ? null : timeFor[reviewPriorityOf(score)];
  return time === null ? null : new Date(seenAt.getTime() + time);
}
