import type { ComplianceStatus } from './compliance-status.ts';

/** Decisions that a second person may have to confirm. */
export const decidedStatuses = [
  'APPROVED',
  'CLOSED_WITH_NOTE',
  'CLOSED_WITH_SAR',
] as const satisfies readonly ComplianceStatus[];
export type DecidedStatus = (typeof decidedStatuses)[number];

/** From where on a second person confirms decisions; null: this does not ask for one. */
export interface ApprovalRule {
  /** Approving, or closing with a note, what is at or above the risk threshold of its address or organization. */
  readonly overThreshold: boolean;
  /** 0 to 100. */
  readonly fromScore: number | null;
  /** US cents. */
  readonly fromCents: bigint | null;
}

/**
 * Whether a decision on a transaction needs a second person. What is not known counts as above: a transaction is not harmless
 * because nobody could say how risky it is or what it was worth. A report has two signers of its own: the threshold alone asks for none.
 */
export function needsApproval(
  { overThreshold, fromScore, fromCents }: ApprovalRule,
  {
    status,
    score,
    cents,
    ...row
  }: { status: DecidedStatus; score: number | null; cents: bigint | null; overThreshold: boolean },
): boolean {
  if (overThreshold && row.overThreshold && status !== 'CLOSED_WITH_SAR') return true;
  if (fromScore !== null && (score === null || score >= fromScore)) return true;
  return fromCents !== null && (cents === null || cents >= fromCents);
}
