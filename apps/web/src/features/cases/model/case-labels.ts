import type { CaseEvent, CaseEventKind, CaseOutcome, CasePriority, CaseStatus } from '@hopscope/contract';
import type { TagTone } from '../../../ui/display/Tag.tsx';

/** Labels of statuses. */
export const caseStatusNames: Readonly<Record<CaseStatus, string>> = {
  UNDER_REVIEW: 'Under review',
  INVESTIGATION: 'Investigation',
  AWAITING_RESPONSE: 'Awaiting response',
  PENDING_REVIEW: 'Pending review',
  ESCALATED: 'Escalated',
  CLOSED: 'Closed',
};

const tones: Readonly<Record<CaseStatus, TagTone>> = {
  UNDER_REVIEW: 'blue',
  INVESTIGATION: 'blue',
  AWAITING_RESPONSE: 'orange',
  PENDING_REVIEW: 'orange',
  ESCALATED: 'red',
  CLOSED: 'gray',
};
export const caseStatusTone = (status: CaseStatus): TagTone => tones[status];

/** Button labels of actions that set a status. */
export const caseStatusActs: Readonly<Record<CaseStatus, string>> = {
  UNDER_REVIEW: 'Reopen',
  INVESTIGATION: 'Investigate',
  AWAITING_RESPONSE: 'Wait for a response',
  PENDING_REVIEW: 'Submit for review',
  ESCALATED: 'Escalate',
  CLOSED: 'Decide',
};

export const priorityNames: Readonly<Record<CasePriority, string>> = {
  CRITICAL: 'Critical',
  HIGH: 'High',
  MEDIUM: 'Medium',
  LOW: 'Low',
};
export const priorityTones: Readonly<Record<CasePriority, TagTone>> = {
  CRITICAL: 'red',
  HIGH: 'orange',
  MEDIUM: 'blue',
  LOW: 'gray',
};

export const outcomeNames: Readonly<Record<CaseOutcome, string>> = {
  NO_SUSPICION: 'No suspicion',
  ENHANCED_MONITORING: 'Enhanced monitoring',
  RELATIONSHIP_ENDED: 'Relationship ended',
  REPORTED: 'Reported',
};

const kinds: Readonly<Record<CaseEventKind, string>> = {
  created: 'Case opened',
  changed: 'Details changed',
  status_changed: 'Status changed',
  assigned: 'Assignee changed',
  transactions_added: 'Transactions added',
  transaction_removed: 'Transaction removed',
  addresses_added: 'Addresses added',
  address_removed: 'Address removed',
  document_added: 'FlowTrace document linked',
  document_removed: 'FlowTrace document unlinked',
  note_added: 'Note added',
  task_added: 'Task added',
  task_changed: 'Task changed',
  task_removed: 'Task deleted',
  evidence_added: 'Evidence added',
  evidence_removed: 'Evidence removed',
  decided: 'Decided',
  reopened: 'Reopened',
  hold_placed: 'Legal hold placed',
  hold_released: 'Legal hold released',
};
export const eventTitle = (kind: CaseEventKind): string => kinds[kind];

const fields: Readonly<Record<string, string>> = {
  title: 'Title',
  description: 'Description',
  priority: 'Priority',
  clientId: 'Client ID',
  tags: 'Tags',
  dueAt: 'Due',
  status: 'Status',
  outcome: 'Outcome',
  assignedTo: 'Assigned to',
  assignee: 'Assignee',
  text: 'Task',
  done: 'Done',
  sha256: 'SHA-256',
};
export const fieldName = (field: string): string => fields[field] ?? field;

const named: Readonly<Record<string, string>> = { ...caseStatusNames, ...priorityNames, ...outcomeNames };

/** Returns the label of a changed value; times are formatted with `moment`. */
export function valueText(
  field: string,
  value: CaseEvent['changes'][number]['from'],
  moment: (seconds: number) => string,
): string {
  if (value === null || value === '') return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value !== 'string') return value.length === 0 ? 'none' : value.join('; ');
  if (field === 'dueAt') return moment(Date.parse(value) / 1000);
  return ['status', 'priority', 'outcome'].includes(field) ? (named[value] ?? value) : value;
}

/** Formats a number of bytes in binary units, because the limits are powers of two. */
export function sizeText(bytes: number): string {
  if (bytes < 1024) return `${String(bytes)} B`;
  const unit = bytes < 1024 * 1024 ? 'KB' : 'MB';
  const whole = bytes / (unit === 'KB' ? 1024 : 1024 * 1024);
  return `${whole < 10 ? whole.toFixed(1) : String(Math.round(whole))} ${unit}`;
}
