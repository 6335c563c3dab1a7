import type { ComplianceStatus, ComplianceTransaction } from '@hopscope/contract';
import { complianceTexts as texts } from './texts.ts';

/** A decision on a transaction, and the input that it needs. */
export type Decision = 'approve' | 'note' | 'sar' | 'back' | 'reopen';

interface DecisionWords {
  readonly to: ComplianceStatus;
  readonly title: string;
  readonly button: string;
  readonly about: string;
  /** The required text. */
  readonly asks?: { readonly label: string; readonly missing: string; readonly as: 'note' | 'sarReport' };
  readonly done: string;
  readonly failed: string;
}

const decided = 'Transaction status updated successfully';

export const decisions: Readonly<Record<Decision, DecisionWords>> = {
  approve: {
    to: 'APPROVED',
    title: 'Approve transaction',
    button: 'Approve',
    about: texts.approveText,
    done: texts.approved,
    failed: texts.approveFailed,
  },
  note: {
    to: 'CLOSED_WITH_NOTE',
    title: 'Close with note',
    button: 'Close with note',
    about: 'The case is closed and kept in the archive with your note.',
    asks: { label: 'Note', missing: 'Please write a note', as: 'note' },
    done: decided,
    failed: texts.statusFailed,
  },
  sar: {
    to: 'CLOSED_WITH_SAR',
    title: 'Close with SAR',
    button: 'Close with SAR',
    about: 'The case is closed and kept in the archive with its report.',
    asks: {
      label: 'Number or reference of the report',
      missing: 'Please enter the reference',
      as: 'sarReport',
    },
    done: decided,
    failed: texts.statusFailed,
  },
  back: {
    to: 'UNASSIGNED',
    title: 'Unassign',
    button: 'Unassign',
    about: 'The transaction becomes unassigned again.',
    asks: { label: 'Reason', missing: 'Please enter a reason', as: 'note' },
    done: decided,
    failed: texts.statusFailed,
  },
  reopen: {
    to: 'IN_REVIEW',
    title: 'Reopen',
    button: 'Reopen',
    about: 'The case is in review again.',
    asks: { label: 'Reason', missing: 'Please enter a reason', as: 'note' },
    done: decided,
    failed: texts.statusFailed,
  },
};

/** Returns the text that a decision needs: an approval at or above the risk threshold requires a reason. */
export function askedOf(
  decision: Decision,
  { overThreshold }: Pick<ComplianceTransaction, 'overThreshold'>,
): DecisionWords['asks'] {
  const { asks } = decisions[decision];
  if (decision !== 'approve' || !overThreshold) return asks;
  return { label: 'Reason', missing: 'Please enter a reason', as: 'note' };
}

/** Reasons to begin with, by decision; they can be completed. */
export const reasonTemplates: Readonly<Partial<Record<Decision, readonly string[]>>> = {
  approve: [
    'Known counterparty of this client; source of funds documented.',
    'Usual amount and counterparty for this client.',
    'Exposure is indirect and below our tolerance.',
  ],
  note: [
    'False positive: the label does not apply to this counterparty.',
    'Source of funds explained and documented.',
    'Client contacted; no suspicion remains.',
  ],
};
