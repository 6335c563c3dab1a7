import {
  type ComplianceTransaction,
  isReviewManager,
  type StatusActor,
  statusGroups,
} from '@hopscope/contract';

const hour = 3_600_000;

/** Durations of a snooze, with their labels. */
export const snoozeSpans = [
  { value: 'hour', label: '1 hour', ms: hour },
  { value: 'hours', label: '4 hours', ms: 4 * hour },
  { value: 'day', label: '1 day', ms: 24 * hour },
  { value: 'days', label: '3 days', ms: 72 * hour },
  { value: 'week', label: '1 week', ms: 168 * hour },
  { value: 'month', label: '30 days', ms: 720 * hour },
] as const;
export type SnoozeSpan = (typeof snoozeSpans)[number]['value'];

/** Returns the end of a span that starts now, as ISO time. */
export function endOf(span: SnoozeSpan, now: number): string {
  const { ms } = snoozeSpans.find(({ value }) => value === span) ?? snoozeSpans[0];
  return new Date(now + ms).toISOString();
}

/**
 * Returns whether `actor` may snooze a transaction: it is under review, assigned to the actor or the actor is a manager, and no
 * decision waits for confirmation.
 */
export function maySnooze(
  actor: StatusActor,
  { status, reviewerId, proposal }: Pick<ComplianceTransaction, 'status' | 'reviewerId' | 'proposal'>,
): boolean {
  const inHand = (statusGroups.active as readonly string[]).includes(status);
  return inHand && proposal === null && (reviewerId === actor.userId || isReviewManager(actor));
}
