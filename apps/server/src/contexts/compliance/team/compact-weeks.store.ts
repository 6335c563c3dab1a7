import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import { type Figures, sumCells, type WeekRow } from './figures.ts';
import { addUpSeconds, packSeconds, type SecondsSum } from './seconds.ts';
import { weekColumns } from './team.store.ts';

/** Persons' weeks added up per batch. */
const weeksAtOnce = 200;
/** Combinations with rules added up per batch. */
const rulesAtOnce = 5_000;

function pack(sum: SecondsSum): { added: Buffer; removed: Buffer } {
  const { added, removed } = addUpSeconds(sum);
  return { added: packSeconds(added), removed: packSeconds(removed) };
}

function valuesOf({ firstReviewSeconds, decisionSeconds, ...counts }: Figures) {
  const [reviews, decisions] = [pack(firstReviewSeconds), pack(decisionSeconds)];
  const numbers = Object.entries(counts).map(([name, count]) => [name, BigInt(count)] as const);
  return {
    ...(Object.fromEntries(numbers) as Record<keyof typeof counts, bigint>),
    first_review_seconds: reviews.added,
    first_review_seconds_removed: reviews.removed,
    decision_seconds: decisions.added,
    decision_seconds_removed: decisions.removed,
  };
}

/** Replaces new rows of some persons' weeks and the rows that they change by one row each; false if none is left. */
async function compactWeeks(trx: Kysely<Schema>): Promise<boolean> {
  const { rows } = await sql<WeekRow & { organization_id: string }>`
    with changed as (
      select distinct organization_id, week, actor_id from review_week where fresh limit ${weeksAtOnce}
    )
    delete from review_week w using changed c
    where (w.organization_id, w.week, w.actor_id) = (c.organization_id, c.week, c.actor_id)
    returning w.organization_id, ${weekColumns(sql`w`)}`.execute(trx);
  const values = [...Map.groupBy(rows, (row) => row.organization_id)].flatMap(([organizationId, own]) =>
    sumCells(own).map(({ week, personId, figures }) => ({
      organization_id: organizationId,
      week: sql<Date>`${week}::date`,
      actor_id: personId,
      fresh: false,
      ...valuesOf(figures),
    })),
  );
  const changed = values.filter((row) =>
    Object.values(row).some((value) =>
      value instanceof Uint8Array ? value.length > 0 : typeof value === 'bigint' && value !== 0n,
    ),
  );
  if (changed.length > 0) await trx.insertInto('review_week').values(changed).execute();
  return rows.length > 0;
}

async function compactRules(trx: Kysely<Schema>): Promise<boolean> {
  const { rows } = await sql`
    with changed as (
      select distinct organization_id, week, actor_id, rule_id from review_rule_week where fresh limit ${rulesAtOnce}
    ), gone as (
      delete from review_rule_week w using changed c
      where (w.organization_id, w.week, w.actor_id, w.rule_id) = (c.organization_id, c.week, c.actor_id, c.rule_id)
      returning w.*
    ), kept as (
      insert into review_rule_week (organization_id, week, actor_id, rule_id, reviewed, false_positives, fresh)
      select organization_id, week, actor_id, rule_id, sum(reviewed), sum(false_positives), false from gone
      group by 1, 2, 3, 4 having sum(reviewed) <> 0 or sum(false_positives) <> 0
    )
    select 1 from changed limit 1`.execute(trx);
  return rows.length > 0;
}

/**
 * Adds up a batch of the figures that changes of steps, transactions, and alerts have added; false if none is left. The sums stay
 * the same.
 */
export async function compactTeamFigures(db: Kysely<Schema>): Promise<boolean> {
  return db.transaction().execute(async (trx) => (await compactWeeks(trx)) || (await compactRules(trx)));
}
