import type { FalsePositives, TeamFigures, TeamReport } from '@hopscope/contract';
import { textCell } from '../../explorer/addresses/export-text.ts';

/** Byte order mark, so that spreadsheets read UTF-8. */
const byteOrderMark = '\uFEFF';
const lineEnd = '\r\n';

type Value = string | number | null;

function rated(of: FalsePositives): Record<string, Value> {
  return {
    reviewed: of.reviewed,
    false_positives: of.falsePositives,
    false_positive_rate: of.rate,
  };
}

function figures({
  decided,
  reopened,
  firstReview,
  decision,
  overThreshold,
}: TeamFigures): Record<string, Value> {
  return {
    approved: decided.APPROVED,
    closed_with_note: decided.CLOSED_WITH_NOTE,
    closed_with_sar: decided.CLOSED_WITH_SAR,
    reopened,
    first_reviews: firstReview.count,
    first_review_median_seconds: firstReview.median,
    first_review_p90_seconds: firstReview.p90,
    first_decisions: decision.count,
    decision_median_seconds: decision.median,
    decision_p90_seconds: decision.p90,
    ...rated(overThreshold),
  };
}

const columns = [
  'part',
  'week',
  'week_from_utc',
  'person',
  'email',
  'rule',
  'approved',
  'closed_with_note',
  'closed_with_sar',
  'reopened',
  'first_reviews',
  'first_review_median_seconds',
  'first_review_p90_seconds',
  'first_decisions',
  'decision_median_seconds',
  'decision_p90_seconds',
  'reviewed',
  'false_positives',
  'false_positive_rate',
  'age',
  'risk',
  'open',
  'overdue',
  'from_utc',
  'to_utc',
  'generated_at_utc',
] as const;

/** Returns one table; `part` is the type of each line. Unknown or inapplicable cells are empty. */
export function teamCsv(report: TeamReport): string {
  const names = new Map(report.people.map(({ person }) => [person._id, person]));
  const personOf = (id: string): Record<string, Value> => {
    const person = names.get(id);
    return { person: person?.name ?? null, email: person?.email ?? null };
  };
  const lines: Record<string, Value>[] = [
    { part: 'all', ...figures(report.total) },
    ...report.weeks.map((each) => ({
      part: 'week',
      week: each.week,
      week_from_utc: each.from,
      ...figures(each),
    })),
    ...report.people.map((each) => ({ part: 'person', ...personOf(each.person._id), ...figures(each) })),
    ...report.cells.map((each) => ({
      part: 'person and week',
      week: each.week,
      ...personOf(each.personId),
      ...figures(each),
    })),
    ...report.rules.map((each) => ({ part: 'alert rule', rule: each.name, ...rated(each) })),
    ...Object.entries(report.backlog.ages).map(([age, open]) => ({ part: 'backlog by age', age, open })),
    ...report.backlog.risks.map(({ band, open, overdue }) => ({
      part: 'backlog by risk',
      risk: band,
      open,
      overdue,
    })),
  ];
  const around = { from_utc: report.from, to_utc: report.to, generated_at_utc: report.at };
  const cell = (value: Value | undefined): string =>
    typeof value === 'string' ? textCell(value) : String(value ?? '');
  const text = lines.map((line) => {
    const row: Record<string, Value> = { ...line, ...around };
    return columns.map((name) => cell(row[name])).join(',');
  });
  return `${byteOrderMark}${[columns.join(','), ...text].join(lineEnd)}${lineEnd}`;
}
