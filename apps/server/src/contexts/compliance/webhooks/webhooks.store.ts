import { type Kysely, type Selectable, sql } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import type { WebhookTable } from '../../../db/schema.ts';

export type WebhookRow = Selectable<WebhookTable>;

const ofOrganization = (db: Kysely<Schema>, organizationId: string) =>
  db
    .selectFrom('webhook')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('deleted_at', 'is', null);

/** The oldest first; an organization has few. */
export function readWebhooks(db: Kysely<Schema>, organizationId: string): Promise<WebhookRow[]> {
  return ofOrganization(db, organizationId).orderBy('created_at').orderBy('id').execute();
}

export function findWebhook(
  db: Kysely<Schema>,
  organizationId: string,
  id: string,
): Promise<WebhookRow | undefined> {
  return ofOrganization(db, organizationId).where('id', '=', id).executeTakeFirst();
}

/** Counts them; others that add one to the organization wait until the transaction ends. */
export async function countToAdd(trx: Kysely<Schema>, organizationId: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext('webhook'), hashtext(${organizationId}))`.execute(trx);
  return (await readWebhooks(trx, organizationId)).length;
}

/** Locked until the transaction ends. */
export function lockWebhook(
  trx: Kysely<Schema>,
  organizationId: string,
  id: string,
): Promise<WebhookRow | undefined> {
  return ofOrganization(trx, organizationId).where('id', '=', id).forUpdate().executeTakeFirst();
}

export async function insertWebhook(trx: Kysely<Schema>, row: WebhookRow): Promise<void> {
  await trx.insertInto('webhook').values(row).execute();
}

export function updateWebhook(
  trx: Kysely<Schema>,
  id: string,
  change: Partial<WebhookRow>,
): Promise<WebhookRow> {
  return trx.updateTable('webhook').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}

/** Replaces secrets for which `reseal` returns other bytes, unless they change meanwhile. */
export async function resealWebhooks(
  db: Kysely<Schema>,
  reseal: (id: string, secret: Uint8Array) => Uint8Array | undefined,
): Promise<void> {
  for (const { id, secret, previous_secret: previous } of await db
    .selectFrom('webhook')
    .select(['id', 'secret', 'previous_secret'])
    .execute()) {
    const change = { secret: reseal(id, secret), previous_secret: previous && reseal(id, previous) };
    if (!change.secret && !change.previous_secret) continue;
    await db
      .updateTable('webhook')
      .set({
        ...(change.secret && { secret: change.secret }),
        ...(change.previous_secret && { previous_secret: change.previous_secret }),
      })
      .where('id', '=', id)
      .where('secret', '=', secret)
      .execute();
  }
}

export interface Counts {
  queued: number;
  dead: number;
}

/** How many deliveries wait and are dead, by webhook. */
export async function countDeliveries(
  db: Kysely<Schema>,
  webhookIds: readonly string[],
): Promise<Map<string, Counts>> {
  if (webhookIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('webhook_delivery')
    .select(({ fn }) => [
      'webhook_id',
      fn.countAll<bigint>().filterWhere('state', '=', 'queued').as('queued'),
      fn.countAll<bigint>().filterWhere('state', '=', 'dead').as('dead'),
    ])
    .where('webhook_id', 'in', [...webhookIds])
    .groupBy('webhook_id')
    .execute();
  return new Map(
    rows.map(({ webhook_id: id, queued, dead }) => [id, { queued: Number(queued), dead: Number(dead) }]),
  );
}
