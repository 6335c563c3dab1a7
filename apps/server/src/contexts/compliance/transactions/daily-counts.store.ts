import type { Blockchain, ComplianceStatus } from '@hopscope/contract';
import type { RiskBand } from '@hopscope/domain';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../../db/schema.ts';

/** Combinations compacted per batch. */
const lookupsAtOnce = 5_000;

export interface DailyCountFilter {
  readonly organizationId: string;
  readonly statuses: readonly ComplianceStatus[];
  readonly belowThreshold: boolean;
  readonly blockchain?: Blockchain | undefined;
  readonly riskLevel?: RiskBand | undefined;
  readonly overThreshold?: boolean | undefined;
  /** Days (UTC), such as 2026-01-31: from the first, up to before the second. */
  readonly days?: { readonly from?: string | undefined; readonly before?: string | undefined } | undefined;
}

function matching({
  organizationId,
  statuses,
  belowThreshold,
  blockchain,
  riskLevel,
  overThreshold,
  days,
}: DailyCountFilter) {
  const only = [
    sql`organization_id = ${organizationId} and below_threshold = ${belowThreshold} and status = any(${statuses}::text[])`,
  ];
  if (blockchain !== undefined) only.push(sql`chain = ${blockchain}`);
  if (riskLevel !== undefined) only.push(sql`risk_level = ${riskLevel}`);
  if (overThreshold !== undefined) only.push(sql`over_threshold = ${overThreshold}`);
  if (days?.from !== undefined) only.push(sql`day >= ${days.from}::date`);
  if (days?.before !== undefined) only.push(sql`day < ${days.before}::date`);
  return sql.join(only, sql` and `);
}

/** Counts matching transactions from the daily counts. */
export async function readDailyCount(db: Kysely<Schema>, filter: DailyCountFilter): Promise<number> {
  const { rows } = await sql<{ total: bigint }>`
    select coalesce(sum(n), 0)::int8 as total from compliance_daily_count where ${matching(filter)}`.execute(
    db,
  );
  return Number(rows[0]?.total ?? 0n);
}

/** Counts matching transactions by status. */
export async function readDailyCountByStatus(
  db: Kysely<Schema>,
  filter: DailyCountFilter,
): Promise<Map<ComplianceStatus, number>> {
  const { rows } = await sql<{ status: ComplianceStatus; total: bigint }>`
    select status, sum(n)::int8 as total from compliance_daily_count where ${matching(filter)} group by status`.execute(
    db,
  );
  return new Map(rows.map(({ status, total }) => [status, Number(total)]));
}

/** Counts the listed transactions of an organization by day (UTC) and risk level, from the first day to before the second. */
export async function readCountsByDay(
  db: Kysely<Schema>,
  { organizationId, from, before }: { organizationId: string; from: string; before: string },
): Promise<{ day: string; level: RiskBand; count: number }[]> {
  const { rows } = await sql<{ day: string; level: RiskBand; total: bigint }>`
    select day::text as day, risk_level as level, sum(n)::int8 as total from compliance_daily_count
    where organization_id = ${organizationId} and not below_threshold and day >= ${from}::date and day < ${before}::date
    group by 1, 2 having sum(n) > 0 order by 1`.execute(db);
  return rows.map(({ day, level, total }) => ({ day, level, count: Number(total) }));
}

/** Compacts a batch of daily counts; false if none is left. */
export async function compactDailyCounts(db: Kysely<Schema>): Promise<boolean> {
  const { rows } = await sql`
    with looks as (
      select distinct organization_id, status, below_threshold, chain, risk_level, over_threshold, day
      from compliance_daily_count where fresh limit ${lookupsAtOnce}
    ), gone as (
      delete from compliance_daily_count t using looks l
      where (t.organization_id, t.status, t.below_threshold, t.day, t.chain, t.risk_level, t.over_threshold)
        = (l.organization_id, l.status, l.below_threshold, l.day, l.chain, l.risk_level, l.over_threshold)
      returning t.*
    ), kept as (
      insert into compliance_daily_count (organization_id, status, below_threshold, chain, risk_level, over_threshold, day, n, fresh)
      select organization_id, status, below_threshold, chain, risk_level, over_threshold, day, sum(n), false from gone
      group by organization_id, status, below_threshold, chain, risk_level, over_threshold, day having sum(n) <> 0
    )
    select 1 from looks limit 1`.execute(db);
  return rows.length > 0;
}
