import {
  allowedTransitions,
  type CallInput,
  type complianceEndpoints,
  type ComplianceStatus,
  complianceTransitions,
  isReviewManager,
  mayAssign,
  type StatusActor,
  statusGroups,
} from '@hopscope/contract';
import { AppError, conflict, forbidden } from '../../../lib/app-error.ts';
import type { ClosingReport } from '../transactions/closing-report.ts';
import type { TransactionRow } from '../transactions/transaction-order.ts';

export type Decision = CallInput<typeof complianceEndpoints.changeComplianceStatus>['body'];
type Change = Partial<TransactionRow>;

/** No decision waits for a second person. */
export const noProposal = {
  proposed_status: null,
  proposed_by: null,
  proposed_at: null,
  proposed_note: null,
  proposed_sar_id: null,
} as const satisfies Change;

const wordOf = (status: ComplianceStatus): string => status.toLowerCase().replaceAll('_', ' ');

function isOneOf(group: readonly ComplianceStatus[], status: ComplianceStatus): boolean {
  return group.includes(status);
}

/** Throws 409 for an undefined change of status, 403 for one that the caller can't make, and 400 if a text is required. */
export function checkDecision(row: TransactionRow, by: StatusActor, asked: Decision): void {
  const { status } = row;
  if (row.proposed_at !== null && isOneOf(statusGroups.archived, asked.status)) {
    throw conflict('A decision on this transaction is already awaiting a second person');
  }
  const now = { status, reviewerId: row.reviewer_id };
  const transition = allowedTransitions(by, now).find(({ to }) => to === asked.status);
  if (!transition) {
    if (complianceTransitions[status].some(({ to }) => to === asked.status)) {
      throw forbidden('Only the reviewer or a manager can do this');
    }
    throw conflict(
      `The status of a transaction cannot change from ${wordOf(status)} to ${wordOf(asked.status)}`,
    );
  }
  const missing = { note: 'note', sar: 'sarReport' } as const;
  // Above the threshold, an approval needs a reason, like closing.
  const needs = transition.needs ?? (asked.status === 'APPROVED' && row.over_threshold ? 'note' : undefined);
  const field = needs && missing[needs];
  if (field !== undefined && asked[field] === undefined && (field === 'note' || asked.sarId === undefined)) {
    const message =
      field === 'note'
        ? 'Please enter a reason in a note'
        : 'Please choose a report, or give the number or reference of one';
    throw new AppError('validation_failed', message, { fields: [{ field, message }] });
  }
}

/** Tests whether the transaction already has the status, or the caller has already proposed it: repeating changes nothing. */
export function isRepeated(row: TransactionRow, userId: string, asked: Decision): boolean {
  const { status, note, sarId, sarReport } = asked;
  if (note !== undefined || sarId !== undefined || sarReport !== undefined) return false;
  if (row.proposed_at === null) return row.status === status;
  return row.proposed_status === status && row.proposed_by === userId;
}

/**
 * Returns the changed fields of a decision. A reopened transaction keeps its reviewer, otherwise gets the person who reopens
 * it.
 */
export function changeOf(
  row: TransactionRow,
  {
    userId,
    at,
    asked,
    report,
  }: { userId: string; at: Date; asked: Decision; report?: ClosingReport | undefined },
): Change {
  const { status, note, sarReport } = asked;
  const change: Change = { ...noProposal, status, ...(note !== undefined && { notes: note }) };
  if (status === 'APPROVED') return { ...change, approved_by: userId, approved_at: at };
  if (status === 'CLOSED_WITH_SAR') {
    const reference = report ?? { id: null, text: sarReport ?? null, submitted: true };
    return {
      ...change,
      sar_submitted: reference.submitted,
      sar_report: reference.text,
      sar_id: reference.id,
    };
  }
  if (status === 'UNASSIGNED') return { ...change, reviewer_id: null, reviewed_at: null };
  if (status !== 'IN_REVIEW') return change;
  const taken = row.reviewer_id === null && { reviewer_id: userId, reviewed_at: at };
  // Not filed yet: the report is chosen again with the next decision.
  const unreported = !row.sar_submitted && { sar_report: null, sar_id: null };
  return { ...change, approved_by: null, approved_at: null, ...taken, ...unreported };
}

/** Throws 409 if it is decided or assigned to someone else, and 403 if the caller can't assign it. */
export function checkAssignment(row: TransactionRow, by: StatusActor, assigneeId: string): void {
  const { status, reviewer_id: reviewerId } = row;
  if (mayAssign(by, { status, reviewerId }, assigneeId)) return;
  if (isOneOf(statusGroups.archived, status)) {
    throw conflict('This transaction is already decided. A manager can reopen it.');
  }
  if (!isReviewManager(by) && assigneeId !== by.userId) {
    throw forbidden('Only managers can assign transactions to others');
  }
  throw conflict('This transaction is already assigned');
}

/** Assigning starts the review; a transaction on hold stays on hold. */
export function assignmentOf(status: ComplianceStatus, assigneeId: string, at: Date): Change {
  return {
    ...noProposal,
    reviewer_id: assigneeId,
    reviewed_at: at,
    status: status === 'HOLD' ? 'HOLD' : 'IN_REVIEW',
  };
}
