import { type AgeBand, teamLimits } from '@hopscope/contract';
import type { RiskBand } from '@hopscope/domain';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../../db/schema.ts';

/** Whose steps, and when: from a moment up to before another. */
export interface TeamRange {
  readonly organizationId: string;
  /** Only of this person. */
  readonly userId: string | undefined;
  readonly from: Date;
  readonly before: Date;
}

/** Figures of a week, of a person, of both or of all; null: of all of them. */
export interface FigureRow {
  /** Its Monday. */
  week: string | null;
  actor_id: string | null;
  approved: bigint;
  closed_with_note: bigint;
  closed_with_sar: bigint;
  reopened: bigint;
  lookCount: bigint;
  look_median: bigint | null;
  look_p90: bigint | null;
  decisions: bigint;
  decision_median: bigint | null;
  decision_p90: bigint | null;
  reviewed: bigint;
  false_positives: bigint;
}

const inRange = ({ organizationId, userId, from, before }: TeamRange) => sql`
  s.organization_id = ${organizationId} and s.at >= ${from} and s.at < ${before}
  ${userId === undefined ? sql`` : sql`and s.actor_id = ${userId}`}`;

/** The last word on its transaction: it was neither opened again nor decided anew since. */
const stands = sql`s.kind = 'decision' and not exists (
  select from review_step l where l.transaction_id = s.transaction_id and l.number > s.number)`;

const quantile = (share: number, kind: 'look' | 'decision') => sql`
  percentile_disc(${sql.lit(share)}) within group (order by seconds) filter (where kind = ${sql.lit(kind)} and seconds is not null)`;

/** One row each for all, every week, every person, and every person's weeks. */
export async function readFigures(db: Kysely<Schema>, range: TeamRange): Promise<FigureRow[]> {
  const { rows } = await sql<FigureRow>`
    with steps as (
      select s.kind, s.outcome, s.actor_id, s.seconds, date_trunc('week', s.at at time zone 'UTC')::date as monday,
        t.over_threshold and ${stands} as reviewed, t.sar_submitted or s.outcome = 'CLOSED_WITH_SAR' as reported
      from review_step s join compliance_transaction t on t.id = s.transaction_id where ${inRange(range)}
    )
    select to_char(monday, 'YYYY-MM-DD') as week, actor_id,
      count(*) filter (where outcome = 'APPROVED') as approved,
      count(*) filter (where outcome = 'CLOSED_WITH_NOTE') as closed_with_note,
      count(*) filter (where outcome = 'CLOSED_WITH_SAR') as closed_with_sar,
      count(*) filter (where kind = 'reopening') as reopened,
      count(*) filter (where kind = 'look') as "lookCount",
      ${quantile(0.5, 'look')} as look_median, ${quantile(0.9, 'look')} as look_p90,
      count(seconds) filter (where kind = 'decision') as decisions,
      ${quantile(0.5, 'decision')} as decision_median, ${quantile(0.9, 'decision')} as decision_p90,
      count(*) filter (where reviewed) as reviewed,
      count(*) filter (where reviewed and not reported) as false_positives
    from steps group by grouping sets ((), (monday), (actor_id), (monday, actor_id))
    order by grouping(monday, actor_id) = 0, monday desc, actor_id limit ${teamLimits.cells + 2_000}`.execute(
    db,
  );
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

/** Counts valid decisions on transactions with alerts by rule; the rules with the most decisions. */
export async function readRules(db: Kysely<Schema>, range: TeamRange): Promise<RuleRow[]> {
  const { rows } = await sql<RuleRow>`
    select a.rule_id, max(r.summary) as name, coalesce(bool_or(r.deleted_at is not null), true) as deleted, count(*) as reviewed,
      count(*) filter (where not (t.sar_submitted or s.outcome = 'CLOSED_WITH_SAR')) as false_positives,
      count(*) over () as in_all
    from review_step s
    join alert a on a.transaction_id = s.transaction_id and a.organization_id = s.organization_id
    join compliance_transaction t on t.id = s.transaction_id
    left join alert_rule r on r.id = a.rule_id and r.organization_id = a.organization_id
    where ${inRange(range)} and ${stands} and a.rule_id is not null
    group by a.rule_id order by reviewed desc, a.rule_id limit ${teamLimits.rules}`.execute(db);
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
