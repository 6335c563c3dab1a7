import { type EffectiveRole, may } from './policies.ts';

/** Statuses of a case (specification section 4). */
export const caseStatuses = [
  'UNDER_REVIEW',
  'ESCALATED',
  'PENDING_REVIEW',
  'AWAITING_RESPONSE',
  'INVESTIGATION',
  'CLOSED',
] as const;
export type CaseStatus = (typeof caseStatuses)[number];

/** The most urgent first (specification section 2). */
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

/** Who may make a change: the person that the case is assigned to, or whoever decides on any case. */
type Maker = 'assignee' | 'manager';

interface CaseTransition {
  readonly to: CaseStatus;
  readonly by: readonly Maker[];
  /** What has to be said: why (`note`), or the outcome and its reason (`decision`). */
  readonly needs?: 'note' | 'decision';
}

const both: readonly Maker[] = ['assignee', 'manager'];
const investigating: CaseTransition = { to: 'INVESTIGATION', by: both };
const awaiting: CaseTransition = { to: 'AWAITING_RESPONSE', by: both, needs: 'note' };
const submitting: CaseTransition = { to: 'PENDING_REVIEW', by: both };
const escalating: CaseTransition = { to: 'ESCALATED', by: both, needs: 'note' };
const deciding: CaseTransition = { to: 'CLOSED', by: both, needs: 'decision' };

/**
 * The status machine: every allowed change, and who may make it. What was escalated, or given to somebody else's review, goes
 * back to work by those who decide on any case alone, and so does a closed case.
 */
export const caseTransitions: Readonly<Record<CaseStatus, readonly CaseTransition[]>> = {
  UNDER_REVIEW: [investigating, awaiting, submitting, escalating, deciding],
  INVESTIGATION: [awaiting, submitting, escalating, deciding],
  AWAITING_RESPONSE: [investigating, submitting, escalating, deciding],
  PENDING_REVIEW: [{ to: 'INVESTIGATION', by: ['manager'], needs: 'note' }, escalating, deciding],
  ESCALATED: [
    { to: 'INVESTIGATION', by: ['manager'], needs: 'note' },
    { to: 'AWAITING_RESPONSE', by: ['manager'], needs: 'note' },
    deciding,
  ],
  CLOSED: [{ to: 'UNDER_REVIEW', by: ['manager'], needs: 'note' }],
};

/** Somebody as the rules of cases see them. */
export interface CaseActor {
  readonly userId: string;
  readonly role: EffectiveRole;
}

/** Changes of status that `actor` may make of a case in this status that is assigned to `assigneeId`. */
export function allowedCaseTransitions(
  actor: CaseActor,
  { status, assigneeId }: { status: CaseStatus; assigneeId: string | null },
): readonly CaseTransition[] {
  const makers = new Set<Maker>();
  if (may(actor.role, 'cases.decide')) makers.add('manager');
  if (assigneeId === actor.userId) makers.add('assignee');
  return caseTransitions[status].filter(({ by }) => by.some((maker) => makers.has(maker)));
}

/**
 * Whether `actor` may give an open case to `to` (null: to nobody): those who decide on any case to anyone, others take what
 * nobody has, and give back what is theirs.
 */
export function mayAssignCase(
  actor: CaseActor,
  { status, assigneeId }: { status: CaseStatus; assigneeId: string | null },
  to: string | null,
): boolean {
  if (status === 'CLOSED') return false;
  if (may(actor.role, 'cases.decide')) return true;
  return to === null ? assigneeId === actor.userId : to === actor.userId && assigneeId === null;
}
