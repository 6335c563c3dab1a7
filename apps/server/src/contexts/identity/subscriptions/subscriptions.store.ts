import type { Kysely, Selectable } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import type { SubscriptionTable } from '../../../db/schema.ts';

export type SubscriptionRow = Selectable<SubscriptionTable>;
export type SubscriptionChange = Partial<Omit<SubscriptionRow, 'organization_id' | 'version' | 'created_at'>>;

export async function insertSubscription(trx: Kysely<Schema>, row: SubscriptionRow): Promise<void> {
  await trx.insertInto('subscription').values(row).execute();
}

export async function findSubscriptions(
  db: Kysely<Schema>,
  organizationIds: readonly string[],
): Promise<Map<string, SubscriptionRow>> {
  if (organizationIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('subscription')
    .selectAll()
    .where('organization_id', 'in', [...organizationIds])
    .execute();
  return new Map(rows.map((row) => [row.organization_id, row]));
}

/** The subscription, locked until the transaction ends. */
export async function lockSubscription(
  trx: Kysely<Schema>,
  organizationId: string,
): Promise<SubscriptionRow | undefined> {
  return trx
    .selectFrom('subscription')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .forUpdate()
    .executeTakeFirst();
}

export async function updateSubscription(
  trx: Kysely<Schema>,
  row: SubscriptionRow,
  change: SubscriptionChange,
  at: Date,
): Promise<SubscriptionRow> {
  return trx
    .updateTable('subscription')
    .set({ ...change, version: row.version + 1, updated_at: at })
    .where('organization_id', '=', row.organization_id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Organizations whose period is over; Stripe rolls its own subscriptions. */
export async function readDue(db: Kysely<Schema>, at: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('subscription')
    .select('organization_id')
    .where('period_end', '<=', at)
    .where('status', '!=', 'canceled')
    .where('stripe_subscription', 'is', null)
    .orderBy('period_end')
    .limit(limit)
    .execute();
  return rows.map((row) => row.organization_id);
}

/** Returns subscriptions whose end hasn't been sent to Stripe. */
export async function readToCancelAtStripe(db: Kysely<Schema>, limit: number): Promise<SubscriptionRow[]> {
  return db
    .selectFrom('subscription')
    .selectAll()
    .where('stripe_cancel', '=', true)
    .orderBy('organization_id')
    .limit(limit)
    .execute();
}

/** How many organizations each plan has. */
export async function countByPlan(db: Kysely<Schema>): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('subscription')
    .innerJoin('organization', 'organization.id', 'subscription.organization_id')
    .select(['plan_id', ({ fn }) => fn.countAll<bigint>().as('organizations')])
    .where('organization.deleted_at', 'is', null)
    .groupBy('plan_id')
    .execute();
  return new Map(rows.map((row) => [row.plan_id, Number(row.organizations)]));
}

/** Ids of organizations in order, from behind `after` on. */
export async function readOrganizationIds(
  db: Kysely<Schema>,
  after: string,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('subscription')
    .select('organization_id')
    .where('organization_id', '>', after)
    .orderBy('organization_id')
    .limit(limit)
    .execute();
  return rows.map((row) => row.organization_id);
}

/** Returns false if the Stripe event was processed before. */
export async function takeStripeEvent(
  trx: Kysely<Schema>,
  event: { id: string; type: string; receivedAt: Date },
): Promise<boolean> {
  const result = await trx
    .insertInto('stripe_event')
    .values({ id: event.id, type: event.type, received_at: event.receivedAt })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) === 1n;
}

export async function hasStripeEvent(db: Kysely<Schema>, id: string): Promise<boolean> {
  const row = await db.selectFrom('stripe_event').select('id').where('id', '=', id).executeTakeFirst();
  return row !== undefined;
}

/** Forgets events that Stripe does not repeat any more. */
export async function forgetStripeEvents(db: Kysely<Schema>, before: Date): Promise<void> {
  await db.deleteFrom('stripe_event').where('received_at', '<', before).execute();
}
