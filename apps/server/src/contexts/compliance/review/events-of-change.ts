import type { TransactionRow } from '../transactions/transaction-order.ts';
import type { NewEvent } from './events.store.ts';

export interface Changed {
  readonly before: TransactionRow;
  readonly after: TransactionRow;
}

/** Returns the events of a change: reviewer first, then status. */
export function eventsOf(
  { before, after }: Changed,
  { by, at, note, sarId = null }: { by: string | null; at: Date; note: string | null; sarId?: string | null },
): NewEvent[] {
  const common = {
    transaction_id: after.id,
    organization_id: after.organization_id,
    at,
    actor_id: by,
  };
  const events: NewEvent[] = [];
  const reviewerChanged = before.reviewer_id !== after.reviewer_id;
  const statusChanged = before.status !== after.status;
  if (reviewerChanged) {
    events.push({
      ...common,
      kind: 'assignee',
      before: before.reviewer_id,
      after: after.reviewer_id,
      note: statusChanged ? null : note,
    });
  }
  if (statusChanged) {
    events.push({
      ...common,
      kind: 'status',
      before: before.status,
      after: after.status,
      note,
      sar_id: sarId,
    });
  }
  return events;
}
