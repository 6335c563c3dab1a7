import type { BillingPeriod, PlanFeatures } from '@hopscope/contract';
import type { Kysely, Selectable } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import type { PlanPriceTable, PlanTable } from '../../../db/schema.ts';

export interface Price {
  /** Minor units. */
  amount: bigint;
  currency: string;
}

/** A plan with its prices. */
export interface Plan {
  id: string;
  name: string;
  description: string;
  sortOrder: number;
  features: PlanFeatures;
  prices: ReadonlyMap<BillingPeriod, Price>;
  updatedAt: Date;
}

function toPlan(row: Selectable<PlanTable>, prices: readonly Selectable<PlanPriceTable>[]): Plan {
  const access: unknown = JSON.parse(row.api_access);
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    sortOrder: row.sort_order,
    features: {
      maxMembers: row.max_members,
      maxTransactionsPerMonth: row.max_transactions,
      dataRetentionMonths: row.retention_months,
      support: row.support,
      apiAccess: typeof access === 'string' ? access : access === true,
      maxApiCallsPerDay: row.max_api_calls,
    },
    prices: new Map(
      prices
        .filter((price) => price.plan_id === row.id)
        .map(({ billing_period, amount, currency }) => [billing_period, { amount, currency }]),
    ),
    updatedAt: row.updated_at,
  };
}

/** All plans in their order. */
export async function readPlans(db: Kysely<Schema>): Promise<Plan[]> {
  const rows = await db.selectFrom('plan').selectAll().orderBy('sort_order').orderBy('id').execute();
  const prices = await db.selectFrom('plan_price').selectAll().orderBy('billing_period').execute();
  return rows.map((row) => toPlan(row, prices));
}

/** The plan, locked until the transaction ends. */
export async function lockPlan(trx: Kysely<Schema>, id: string): Promise<Plan | undefined> {
  const row = await trx.selectFrom('plan').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  const prices = await trx.selectFrom('plan_price').selectAll().where('plan_id', '=', id).execute();
  return row && toPlan(row, prices);
}

/** Writes a plan that is there; its id and number of prices stay. */
export async function writePlan(trx: Kysely<Schema>, plan: Plan): Promise<void> {
  const { features } = plan;
  await trx
    .updateTable('plan')
    .set({
      name: plan.name,
      description: plan.description,
      sort_order: plan.sortOrder,
      max_members: features.maxMembers,
      max_transactions: features.maxTransactionsPerMonth,
      retention_months: features.dataRetentionMonths,
      support: features.support,
      api_access: JSON.stringify(features.apiAccess),
      max_api_calls: features.maxApiCallsPerDay,
      updated_at: plan.updatedAt,
    })
    .where('id', '=', plan.id)
    .execute();
  for (const [billingPeriod, price] of plan.prices) {
    await trx
      .updateTable('plan_price')
      .set(price)
      .where('plan_id', '=', plan.id)
      .where('billing_period', '=', billingPeriod)
      .execute();
  }
}
