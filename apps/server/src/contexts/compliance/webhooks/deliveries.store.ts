import { type Kysely, type Selectable, sql } from 'kysely';
import { type NewestPage, readNewest } from '../../../db/newest-first.ts';
import type { Schema } from '../../../db/schema.ts';
import type { AlertEventTable, AlertTable, WebhookDeliveryTable } from '../../../db/schema.ts';
import type { ScreeningCheckTable } from '../../../db/schema.ts';
import { type AlertMeasure, type AlertRow, subjectColumns } from '../alerts/alerts.store.ts';
import { anyOf } from '../../../db/any-of.ts';
import { claimDue, queued, type RetryQueue } from '../../../jobs/retry-queue.ts';

export type DeliveryRow = Selectable<WebhookDeliveryTable>;
export type EventRow = Selectable<AlertEventTable>;
/** The alert of an event, with what it is about. */
export type AlertOfEvent = Pick<
  Selectable<AlertTable>,
  'id' | 'rule_id' | 'severity' | 'type' | 'message' | 'summary' | 'transaction_id' | 'raised_at'
> &
  Pick<AlertRow, 'txid' | 'chain' | 'happened_at' | keyof AlertMeasure>;
/** The decided check of an event. */
export type CheckOfEvent = Pick<
  Selectable<ScreeningCheckTable>,
  'id' | 'decision' | 'answer' | 'rules_number' | 'decided_at'
>;
export type StoredEvent = EventRow & { about: AlertOfEvent | CheckOfEvent };

/** Adds what events are about; leaves out events whose alert has been deleted. */
async function withSubjects(db: Kysely<Schema>, events: readonly EventRow[]): Promise<StoredEvent[]> {
  const ids = (all: readonly (string | null)[]): string[] => all.filter((id) => id !== null);
  const alerts = await db
    .selectFrom('alert')
    .leftJoin('compliance_transaction as t', 't.id', 'alert.transaction_id')
    .leftJoin('issuer_measure as i', 'i.id', 'alert.issuer_measure_id')
    .select([
      'alert.id',
      'alert.rule_id',
      'alert.severity',
      'alert.type',
      'alert.message',
      'alert.summary',
      'alert.transaction_id',
      'alert.raised_at',
    ])
    .select(subjectColumns)
    .where('alert.id', '=', anyOf(ids(events.map((event) => event.alert_id)), 'uuid'))
    .execute();
  const checks = await db
    .selectFrom('screening_check')
    .select(['id', 'decision', 'answer', 'rules_number', 'decided_at'])
    .where('id', '=', anyOf(ids(events.map((event) => event.screening_check_id)), 'uuid'))
    .execute();
  const subjects = new Map<string, AlertOfEvent | CheckOfEvent>(
    [...alerts, ...checks].map((each) => [each.id, each]),
  );
  return events.flatMap((event) => {
    const about = subjects.get(event.alert_id ?? event.screening_check_id ?? '');
    return about ? [{ ...event, about }] : [];
  });
}

export async function findEvent(db: Kysely<Schema>, id: string): Promise<StoredEvent | undefined> {
  const rows = await db.selectFrom('alert_event').selectAll().where('id', '=', id).execute();
  return (await withSubjects(db, rows))[0];
}

/** Those after a sequence number, the oldest first. */
export async function readEvents(
  db: Kysely<Schema>,
  asked: { organizationId: string; after: number; limit: number },
): Promise<StoredEvent[]> {
  const rows = await db
    .selectFrom('alert_event')
    .selectAll()
    .where('organization_id', '=', asked.organizationId)
    .where('number', '>', BigInt(asked.after))
    .orderBy('number')
    .limit(asked.limit)
    .execute();
  return withSubjects(db, rows);
}

/** Rows of the same webhook and event are passed over. */
export async function insertDeliveries(trx: Kysely<Schema>, rows: readonly DeliveryRow[]): Promise<void> {
  if (rows.length === 0) return;
  await trx
    .insertInto('webhook_delivery')
    .values([...rows])
    .onConflict((conflict) => conflict.columns(['webhook_id', 'event_id']).doNothing())
    .execute();
}

/** Webhooks that something is due for, those that wait longest first. */
export async function readDueWebhooks(
  db: Kysely<Schema>,
  at: Date,
  { limit, except }: { limit: number; except: readonly string[] },
): Promise<string[]> {
  let query = db
    .selectFrom('webhook')
    .innerJoin('webhook_delivery', 'webhook_delivery.webhook_id', 'webhook.id')
    .select('webhook.id')
    .where('webhook.state', '=', 'active')
    .where('webhook.deleted_at', 'is', null)
    .where((eb) => eb.or([eb('webhook.not_before', 'is', null), eb('webhook.not_before', '<=', at)]))
    .where('webhook_delivery.next_attempt_at', '<=', at);
  if (except.length > 0) query = query.where('webhook.id', 'not in', [...except]);
  const rows = await query
    .groupBy('webhook.id')
    .orderBy(({ fn }) => fn.min('webhook_delivery.next_attempt_at'))
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Longer than one attempt takes. */
const queue: RetryQueue<'webhook_delivery'> = {
  table: 'webhook_delivery',
  key: 'id',
  order: 'sequence',
  claimMs: 60_000,
};

/** Claims the delivery of a webhook that is due longest. */
export async function claimDelivery(
  db: Kysely<Schema>,
  webhookId: string,
  at: number,
): Promise<DeliveryRow | undefined> {
  const [row] = await claimDue(db, queue, { at, limit: 1, where: sql`q.webhook_id = ${webhookId}` });
  if (!row || row.first_tried_at) return row;
  const first = new Date(at);
  await db.updateTable('webhook_delivery').set({ first_tried_at: first }).where('id', '=', row.id).execute();
  return { ...row, first_tried_at: first };
}

/** Returns false if another server claimed it meanwhile, or it has ended. */
export async function settleDelivery(
  db: Kysely<Schema>,
  { id, attempts }: DeliveryRow,
  change: Partial<DeliveryRow>,
): Promise<boolean> {
  let query = db
    .updateTable('webhook_delivery')
    .set(change)
    .where('id', '=', id)
    .where('state', '=', 'queued');
  // A success is final; a failure doesn't override the attempt of another server.
  if (change.state !== 'delivered') query = query.where('attempts', '=', attempts);
  return ((await query.executeTakeFirst()).numUpdatedRows ?? 0n) > 0n;
}

export function readDeliveries(
  db: Kysely<Schema>,
  asked: {
    webhookId: string;
    state?: DeliveryRow['state'] | undefined;
    before: string | undefined;
    limit: number;
  },
): Promise<NewestPage<DeliveryRow>> {
  const { webhookId, state } = asked;
  let query = db.selectFrom('webhook_delivery').selectAll().where('webhook_id', '=', webhookId);
  if (state) query = query.where('state', '=', state);
  return readNewest(query, asked);
}

/** Requeues finished deliveries; returns how many. */
export async function requeueDeliveries(
  trx: Kysely<Schema>,
  which: { webhookId: string; id?: string; dead?: boolean; events?: readonly string[] },
  at: Date,
): Promise<number> {
  let query = trx
    .updateTable('webhook_delivery')
    .set({ state: 'queued', ...queued(at), first_tried_at: null, done_at: null })
    .where('webhook_id', '=', which.webhookId)
    .where('state', '<>', 'queued');
  if (which.id !== undefined) query = query.where('id', '=', which.id);
  if (which.dead === true) query = query.where('state', '=', 'dead');
  if (which.events) query = query.where('event_id', 'in', [...which.events]);
  return Number((await query.executeTakeFirst()).numUpdatedRows);
}

export function findDelivery(
  db: Kysely<Schema>,
  webhookId: string,
  id: string,
): Promise<DeliveryRow | undefined> {
  return db
    .selectFrom('webhook_delivery')
    .selectAll()
    .where('webhook_id', '=', webhookId)
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function deleteDeliveriesOf(trx: Kysely<Schema>, webhookId: string): Promise<void> {
  await trx.deleteFrom('webhook_delivery').where('webhook_id', '=', webhookId).execute();
}

export async function forgetDeliveries(db: Kysely<Schema>, before: Date): Promise<void> {
  await db.deleteFrom('webhook_delivery').where('done_at', '<', before).execute();
}
