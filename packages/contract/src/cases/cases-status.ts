import { type EffectiveRole, may } from '../policies.ts';

/** Statuses of a case. */
export const caseStatuses = [
  'UNDER_REVIEW',
  'ESCALATED',
  'PENDING_REVIEW',
  'AWAITING_RESPONSE',
  'INVESTIGATION',
  'CLOSED',
] as const;
export type CaseStatus = (typeof caseStatuses)[number];

/** The most urgent first. */
export const casePriorities = ['CRITICAL', 'HIGH', 'MEDIUM', 'LOW'] as const;
export type CasePriority = (typeof casePriorities)[number];

/** What a case can end with; a new one begins without. */
export const caseOutcomes = [
  'NO_SUSPICION',
  'ENHANCED_MONITORING',
  'RELATIONSHIP_ENDED',
  'REPORTED',
] as const;
export type CaseOutcome = (typeof caseOutcomes)[number];

/**
 * Who can make a change: the assignee, anyone who can decide on all cases, or such a person other than the one who set the
 * current status.
 */
type Maker = 'assignee' | 'manager' | 'reviewer';

interface CaseTransition {
  readonly to: CaseStatus;
  readonly by: readonly Maker[];
  /** Required input: a reason (`note`), or the outcome with its reason (`decision`). */
  readonly needs?: 'note' | 'decision';
}

const both: readonly Maker[] = ['assignee', 'manager'];
const investigating: CaseTransition = { to: 'INVESTIGATION', by: both };
const awaiting: CaseTransition = { to: 'AWAITING_RESPONSE', by: both, needs: 'note' };
const submitting: CaseTransition = { to: 'PENDING_REVIEW', by: both };
const escalating: CaseTransition = { to: 'ESCALATED', by: both, needs: 'note' };
const deciding: CaseTransition = { to: 'CLOSED', by: both, needs: 'decision' };

const reviewed: CaseTransition = { to: 'CLOSED', by: ['reviewer'], needs: 'decision' };

/**
 * State machine of cases: every allowed change and who can make it. Only people who can decide on all cases return escalated
 * or submitted cases to work, and reopen closed ones; a submitted case is closed by one of them who didn't submit it.
 */
export const caseTransitions: Readonly<Record<CaseStatus, readonly CaseTransition[]>> = {
  UNDER_REVIEW: [investigating, awaiting, submitting, escalating, deciding],
  INVESTIGATION: [awaiting, submitting, escalating, deciding],
  AWAITING_RESPONSE: [investigating, submitting, escalating, deciding],
  PENDING_REVIEW: [{ to: 'INVESTIGATION', by: ['manager'], needs: 'note' }, escalating, reviewed],
  ESCALATED: [
    { to: 'INVESTIGATION', by: ['manager'], needs: 'note' },
    { to: 'AWAITING_RESPONSE', by: ['manager'], needs: 'note' },
    reviewed,
  ],
  CLOSED: [{ to: 'UNDER_REVIEW', by: ['manager'], needs: 'note' }],
};

/** Somebody as the rules of cases see them. */
export interface CaseActor {
  readonly userId: string;
  readonly role: EffectiveRole;
}

/** Status and assignment of a case, for the rules. */
export interface CaseAssignment {
  readonly status: CaseStatus;
  readonly assigneeId: string | null;
  /** User who set this status; null: unchanged since it was opened. */
  readonly statusBy: string | null;
}

/** Returns the status changes that `actor` can make. */
export function allowedCaseTransitions(
  actor: CaseActor,
  { status, assigneeId, statusBy }: CaseAssignment,
): readonly CaseTransition[] {
  const makers = new Set<Maker>();
  if (may(actor.role, 'cases.decide')) {
    makers.add('manager');
    if (statusBy !== actor.userId) makers.add('reviewer');
  }
  if (assigneeId === actor.userId) makers.add('assignee');
  return caseTransitions[status].filter(({ by }) => by.some((maker) => makers.has(maker)));
}

/**
 * Tests whether `actor` can assign an open case to `to` (null: unassign). People who can decide on all cases can assign
 * anyone; others can take unassigned cases that aren't escalated, and unassign their own.
 */
export function mayAssignCase(
  actor: CaseActor,
  { status, assigneeId }: CaseAssignment,
  to: string | null,
): boolean {
  if (status === 'CLOSED') return false;
  if (may(actor.role, 'cases.decide')) return true;
  if (to === null) return assigneeId === actor.userId;
  const waits = status === 'ESCALATED' || status === 'PENDING_REVIEW';
  return to === actor.userId && assigneeId === null && !waits;
}
