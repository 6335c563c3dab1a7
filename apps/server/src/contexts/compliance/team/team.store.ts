import { type AgeBand, teamLimits } from '@hopscope/contract';
import { type RiskBand, utcDay } from '@hopscope/domain';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import type { WeekRow } from './figures.ts';

/** Whose figures, and of which weeks: from a Monday (UTC) up to before another, in milliseconds. */
export interface TeamRange {
  readonly organizationId: string;
  /** Only of this person. */
  readonly userId: string | undefined;
  readonly from: number;
  readonly before: number;
}

const inRange = ({ organizationId, userId, from, before }: TeamRange) => sql`
  w.organization_id = ${organizationId} and w.week >= ${utcDay(from)}::date and w.week < ${utcDay(before)}::date
  ${userId === undefined ? sql`` : sql`and w.actor_id = ${userId}`}`;

/** Columns of a `WeekRow`. */
export const weekColumns = (w: RawBuilder<unknown>) => sql`
  to_char(${w}.week, 'YYYY-MM-DD') as week, ${w}.actor_id, ${w}.first_reviews, ${w}.approved, ${w}.closed_with_note, ${w}.closed_with_sar,
  ${w}.reopened, ${w}.reviewed, ${w}.false_positives, ${w}.first_review_seconds, ${w}.first_review_seconds_removed, ${w}.decision_seconds,
  ${w}.decision_seconds_removed`;

/** Returns the stored figures of the weeks that begin in a range. */
export async function readWeeks(db: Kysely<Schema>, range: TeamRange): Promise<WeekRow[]> {
  const { rows } = await sql<WeekRow>`
    select ${weekColumns(sql`w`)} from review_week w where ${inRange(range)}`.execute(db);
  return rows;
}

export interface RuleRow {
  rule_id: string;
  name: string | null;
  deleted: boolean;
  reviewed: bigint;
  false_positives: bigint;
  in_all: bigint;
}

/** Counts current decisions on transactions with alerts by rule; the rules with the most decisions. */
export async function readRules(db: Kysely<Schema>, range: TeamRange): Promise<RuleRow[]> {
  const { rows } = await sql<RuleRow>`
    select w.rule_id, max(r.summary) as name, coalesce(bool_or(r.deleted_at is not null), true) as deleted,
      sum(w.reviewed)::int8 as reviewed, sum(w.false_positives)::int8 as false_positives, count(*) over () as in_all
    from review_rule_week w
    left join alert_rule r on r.id = w.rule_id and r.organization_id = w.organization_id
    where ${inRange(range)}
    group by w.rule_id having sum(w.reviewed) > 0
    order by sum(w.reviewed) desc, w.rule_id limit ${teamLimits.rules}`.execute(db);
  return rows;
}

export interface BacklogRow {
  age: AgeBand;
  band: RiskBand;
  open: bigint;
  overdue: bigint;
}

/** What is listed and not decided, by how long it has been known and by risk. */
export async function readBacklog(
  db: Kysely<Schema>,
  { organizationId, userId, at }: { organizationId: string; userId: string | undefined; at: Date },
): Promise<BacklogRow[]> {
  const before = (hours: number) => sql`${new Date(at.getTime() - hours * 3_600_000)}`;
  const { rows } = await sql<BacklogRow>`
    select case when seen_at > ${before(4)} then 'under_4h' when seen_at > ${before(24)} then 'under_24h'
        when seen_at > ${before(72)} then 'under_3d' when seen_at > ${before(168)} then 'under_7d' else 'older' end as age,
      coalesce(risk_level, 'unknown') as band,
      count(*) as open, count(*) filter (where due_at < ${at}) as overdue
    from compliance_transaction
    where organization_id = ${organizationId} and status = any('{UNASSIGNED,UNREVIEWED,IN_REVIEW,HOLD}'::text[]) and not below_threshold
      ${userId === undefined ? sql`` : sql`and reviewer_id = ${userId}`}
    group by 1, 2`.execute(db);
  return rows;
}
