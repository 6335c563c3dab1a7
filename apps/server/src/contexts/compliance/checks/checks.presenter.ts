import {
  type ScreenedAddress,
  type ScreenedTransfer,
  type ScreeningCheck,
  screeningCheck,
  screeningLimits,
  type ScreeningRule,
} from '@hopscope/contract';
import { verdictOf } from '@hopscope/risk';
import { presentBasis, presentExposures } from '../../risk/risk.presenter.ts';
import type { Scored } from '../../risk/scores/score.service.ts';
import type { CheckRow } from './checks.store.ts';

/** The stored part of an answer. */
const storedAnswer = screeningCheck.pick({
  subject: true,
  score: true,
  cents: true,
  exposures: true,
  rules: true,
  basis: true,
});
export type StoredAnswer = Pick<
  ScreeningCheck,
  'subject' | 'score' | 'cents' | 'exposures' | 'rules' | 'basis'
>;
const evidenceShown = 3;

/** What is asked about a transfer: the completed transaction of a deposit, otherwise the counterparty. */
export function subjectOf({ direction, from, to, transaction }: ScreenedTransfer): ScreeningCheck['subject'] {
  if (direction === 'in' && transaction !== undefined)
    return { type: 'transaction', identifier: transaction };
  return { type: 'address', identifier: (direction === 'in' ? from : to) ?? '' };
}

export function presentVerdict({ record, hash }: Scored): NonNullable<ScreeningCheck['score']> {
  const { state, reason, overall100, level } = verdictOf(record.answer);
  return { state, reason, score: state === 'scored' ? overall100 : null, level, hash };
}

export const presentFired = (fired: readonly ScreeningRule[]): ScreenedAddress['rules'] =>
  fired.map(({ id, name, decision }) => ({ id, name, decision }));

/** Parts of an answer that follow from a score: the largest exposures, each with its path and most important evidence. */
export function answerOfScore(
  scored: Scored,
  canSeeRestricted: boolean,
): Pick<StoredAnswer, 'score' | 'exposures' | 'basis'> {
  const exposures = presentExposures(scored, canSeeRestricted)
    .toSorted((a, b) => b.share - a.share)
    .slice(0, screeningLimits.exposures)
    .map((exposure) => ({ ...exposure, evidence: exposure.evidence.slice(0, evidenceShown) }));
  return { score: presentVerdict(scored), exposures, basis: presentBasis(scored) };
}

export function presentCheck(row: CheckRow, transfer: ScreenedTransfer): ScreeningCheck {
  const answer: StoredAnswer =
    row.answer === null
      ? { subject: subjectOf(transfer), score: null, cents: null, exposures: [], rules: [], basis: null }
      : storedAnswer.parse(row.answer);
  return {
    _id: row.id,
    state: row.state,
    decision: row.decision,
    createdAt: row.created_at.toISOString(),
    decidedAt: row.decided_at?.toISOString() ?? null,
    transfer: {
      blockchain: transfer.blockchain,
      asset: transfer.asset ?? null,
      amount: transfer.amount,
      direction: transfer.direction,
      from: transfer.from ?? null,
      to: transfer.to ?? null,
      transaction: transfer.transaction ?? null,
      client: transfer.client ? { id: transfer.client.id, risk: transfer.client.risk ?? null } : null,
      country: transfer.country ?? null,
    },
    ...answer,
    rulesVersion: row.rules_number,
  };
}
