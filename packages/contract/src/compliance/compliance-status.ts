import type { EffectiveRole } from '../policies.ts';

/** Statuses of a compliance transaction. */
export const complianceStatuses = [
  'UNASSIGNED',
  'UNREVIEWED',
  'IN_REVIEW',
  'HOLD',
  'APPROVED',
  'CLOSED_WITH_NOTE',
  'CLOSED_WITH_SAR',
] as const;
export type ComplianceStatus = (typeof complianceStatuses)[number];

/** The tabs of the Screener by the statuses that they list. */
export const statusGroups = {
  unassigned: ['UNASSIGNED'],
  active: ['UNREVIEWED', 'IN_REVIEW', 'HOLD'],
  archived: ['APPROVED', 'CLOSED_WITH_NOTE', 'CLOSED_WITH_SAR'],
} as const satisfies Record<string, readonly ComplianceStatus[]>;
export type StatusGroup = keyof typeof statusGroups;
export const statusGroupNames = [
  'unassigned',
  'active',
  'archived',
] as const satisfies readonly StatusGroup[];

/** Who can make a change: the assigned reviewer, or anyone who can assign. */
type Maker = 'reviewer' | 'manager';

interface Transition {
  readonly to: ComplianceStatus;
  readonly by: readonly Maker[];
  /** Required text: a reason, or the reference of the report. */
  readonly needs?: 'note' | 'sar';
}

const closings: readonly Transition[] = [
  { to: 'APPROVED', by: ['reviewer', 'manager'] },
  { to: 'CLOSED_WITH_NOTE', by: ['reviewer', 'manager'], needs: 'note' },
  { to: 'CLOSED_WITH_SAR', by: ['reviewer', 'manager'], needs: 'sar' },
];
const back: Transition = { to: 'UNASSIGNED', by: ['reviewer', 'manager'], needs: 'note' };
/** Active, but the review hasn't started; keeps its reviewer. */
const unreviewed: Transition = { to: 'UNREVIEWED', by: ['reviewer', 'manager'] };
const reopening: readonly Transition[] = [{ to: 'IN_REVIEW', by: ['manager'], needs: 'note' }];

/**
 * State machine of transactions: every allowed change and who can make it. Assigning a reviewer changes UNASSIGNED and
 * UNREVIEWED to IN_REVIEW and is not in this table. Only a manager can reopen a decided transaction, with a reason.
 */
export const complianceTransitions: Readonly<Record<ComplianceStatus, readonly Transition[]>> = {
  UNASSIGNED: [{ to: 'APPROVED', by: ['manager'] }, unreviewed],
  UNREVIEWED: [{ to: 'IN_REVIEW', by: ['reviewer', 'manager'] }, back],
  IN_REVIEW: [{ to: 'HOLD', by: ['reviewer', 'manager'] }, unreviewed, ...closings, back],
  HOLD: [{ to: 'IN_REVIEW', by: ['reviewer', 'manager'] }, unreviewed, ...closings, back],
  APPROVED: reopening,
  CLOSED_WITH_NOTE: reopening,
  CLOSED_WITH_SAR: reopening,
};

/** Somebody as the state machine sees them. */
export interface StatusActor {
  readonly userId: string;
  readonly role: EffectiveRole;
}

/** Tests whether a role can assign others and decide on their transactions. */
export function isReviewManager({ role }: Pick<StatusActor, 'role'>): boolean {
  return role !== 'team_member';
}

/** Returns the changes that `actor` can make to a transaction in this status assigned to `reviewerId`. */
export function allowedTransitions(
  actor: StatusActor,
  transaction: { status: ComplianceStatus; reviewerId: string | null },
): readonly Transition[] {
  const makers = new Set<Maker>();
  if (isReviewManager(actor)) makers.add('manager');
  if (transaction.reviewerId === actor.userId) makers.add('reviewer');
  return complianceTransitions[transaction.status].filter(({ by }) => by.some((maker) => makers.has(maker)));
}

/**
 * Tests whether `actor` can assign a transaction to `assigneeId`: managers anyone, others only unassigned ones to themselves.
 */
export function mayAssign(
  actor: StatusActor,
  transaction: { status: ComplianceStatus; reviewerId: string | null },
  assigneeId: string,
): boolean {
  if ((statusGroups.archived as readonly ComplianceStatus[]).includes(transaction.status)) return false;
  if (isReviewManager(actor)) return true;
  return assigneeId === actor.userId && transaction.reviewerId === null;
}
