import { riskBandOf } from '@hopscope/contract';

const hour = 3_600_000;
/** From here on a score is critical (specification section 9, priority labels). */
const critical = 80;
/** What is to be looked at immediately is not overdue the moment it is detected. */
const immediately = hour / 4;

/** How long after it was first seen a transaction may wait for its first look, in milliseconds; null: no clock runs. */
function timeFor(score: number | null): number | null {
  if (score !== null && score >= critical) return immediately;
  const band = riskBandOf(score);
  if (band === 'high') return 4 * hour;
  return band === 'medium' ? 24 * hour : null;
}

/**
 * By when a transaction should have been looked at: critical (80 or more) within 15 minutes, high (above 70) within 4 hours, medium (41 to 70)
 * within 24; low and unknown ones have no clock (docs/concepts/screening.md).
 */
export function dueAt(score: number | null, seenAt: Date): Date | null {
  const time = timeFor(score);
  return time === null ? null : new Date(seenAt.getTime() + time);
}
