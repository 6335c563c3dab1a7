import { ageBands, type FalsePositives, type TeamFigures, type TeamReport } from '@hopscope/contract';
import { riskBands } from '@hopscope/domain';
import type { Figures } from './figures.ts';
import { countSeconds, percentileOf, type SecondsSum } from './seconds.ts';
import type { BacklogRow, RuleRow } from './team.store.ts';

/** Returns a ratio with four decimals; null without cases. */
function rateOf(reviewed: bigint, falsePositives: bigint): FalsePositives {
  const rate =
    reviewed === 0n ? null : Number((falsePositives * 20_000n + reviewed) / (reviewed * 2n)) / 10_000;
  return { reviewed: Number(reviewed), falsePositives: Number(falsePositives), rate };
}

/** Undefined: nothing was done. */
export function presentFigures(figures: Figures | undefined): TeamFigures {
  const times = (seconds: SecondsSum = { added: [], removed: [] }) => ({
    median: percentileOf(seconds, 0.5),
    p90: percentileOf(seconds, 0.9),
  });
  const decisions = figures ? countSeconds(figures.decisionSeconds) : 0;
  return {
    decided: {
      APPROVED: figures?.approved ?? 0,
      CLOSED_WITH_NOTE: figures?.closed_with_note ?? 0,
      CLOSED_WITH_SAR: figures?.closed_with_sar ?? 0,
    },
    reopened: figures?.reopened ?? 0,
    firstReview: { count: figures?.first_reviews ?? 0, ...times(figures?.firstReviewSeconds) },
    decision: { count: decisions, ...times(figures?.decisionSeconds) },
    overThreshold: rateOf(BigInt(figures?.reviewed ?? 0), BigInt(figures?.false_positives ?? 0)),
  };
}

export function presentRule({ rule_id, name, deleted, reviewed, false_positives }: RuleRow) {
  return { ruleId: rule_id, name, deleted, ...rateOf(reviewed, false_positives) };
}

export function presentBacklog(rows: readonly BacklogRow[]): TeamReport['backlog'] {
  const sum = (stored: readonly BacklogRow[], of: 'open' | 'overdue' = 'open'): number =>
    Number(stored.reduce((all, row) => all + row[of], 0n));
  const agesOf = ageBands.map((age) => [age, sum(rows.filter((row) => row.age === age))] as const);
  return {
    total: sum(rows),
    ages: Object.fromEntries(agesOf) as TeamReport['backlog']['ages'],
    risks: riskBands.map((band) => {
      const ofBand = rows.filter((row) => row.band === band);
      const clocked = band === 'high' || band === 'medium';
      return { band, open: sum(ofBand), overdue: clocked ? sum(ofBand, 'overdue') : null };
    }),
  };
}

export const decidedInAll = ({ decided }: TeamFigures): number =>
  Object.values(decided).reduce((sum, each) => sum + each, 0);
