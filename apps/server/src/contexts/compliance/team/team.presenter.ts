import { ageBands, type FalsePositives, type TeamFigures, type TeamReport } from '@hopscope/contract';
import { riskBands } from '@hopscope/domain';
import type { BacklogRow, FigureRow, RuleRow } from './team.store.ts';

/** Returns a ratio with four decimals; null without cases. */
function rateOf(reviewed: bigint, falsePositives: bigint): FalsePositives {
  const rate =
    reviewed === 0n ? null : Number((falsePositives * 20_000n + reviewed) / (reviewed * 2n)) / 10_000;
  return { reviewed: Number(reviewed), falsePositives: Number(falsePositives), rate };
}

const secondsOf = (seconds: bigint | null): number | null => (seconds === null ? null : Number(seconds));

/** Undefined: nothing was done. */
export function presentFigures(row: FigureRow | undefined): TeamFigures {
  return {
    decided: {
      APPROVED: Number(row?.approved ?? 0n),
      CLOSED_WITH_NOTE: Number(row?.closed_with_note ?? 0n),
      CLOSED_WITH_SAR: Number(row?.closed_with_sar ?? 0n),
    },
    reopened: Number(row?.reopened ?? 0n),
    firstReview: {
      count: Number(row?.lookCount ?? 0n),
      median: secondsOf(row?.look_median ?? null),
      p90: secondsOf(row?.look_p90 ?? null),
    },
    decision: {
      count: Number(row?.decisions ?? 0n),
      median: secondsOf(row?.decision_median ?? null),
      p90: secondsOf(row?.decision_p90 ?? null),
    },
    overThreshold: rateOf(row?.reviewed ?? 0n, row?.false_positives ?? 0n),
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
