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
  /** Approving, or closing with a note, a transaction at or above the risk threshold of its address or organization. */
  readonly overThreshold: boolean;
  /** 0 to 100. */
  readonly fromScore: number | null;
  /** US cents. */
  readonly fromCents: bigint | null;
}

/**
 * Tests whether a decision needs a second person. Unknown scores and values count as above the minimum: unknown doesn't mean
 * harmless. Reports have two signers of their own, so the threshold alone doesn't apply to them.
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
