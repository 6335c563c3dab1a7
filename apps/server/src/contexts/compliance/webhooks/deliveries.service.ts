import { randomUUID } from 'node:crypto';
import type { CallInput, CallOutput, WebhookDelivery, webhookEndpoints } from '@hopscope/contract';
import type { Kysely } from 'kysely';
import type { z } from 'zod';
import { conflict, notFound } from '../../../lib/app-error.ts';
import type { Schema } from '../../../db/schema.ts';
import { queued } from '../../../jobs/retry-queue.ts';
import type { Audit } from '../../identity/audit/audit.service.ts';
import type { ByMember, Member } from '../../identity/organizations/membership.service.ts';
import {
  type DeliveryRow,
  type EventRow,
  findDelivery,
  insertDeliveries,
  readDeliveries,
  readEvents,
  requeueDeliveries,
} from './deliveries.store.ts';
import { presentDelivery, presentEvent } from './webhooks.presenter.ts';
import { webhookRecord } from './webhooks.service.ts';
import { findWebhook, lockWebhook, readWebhooks, type WebhookRow } from './webhooks.store.ts';

type Calls = typeof webhookEndpoints;
type ListQuery = z.output<NonNullable<Calls['listWebhookDeliveries']['query']>>;
type Resend = CallInput<Calls['resendWebhookDeliveries']>['body'];
/** Events that one call sends again. */
const mostReplayed = 1_000;

function deliveryOf(
  webhook: Pick<WebhookRow, 'id' | 'organization_id'>,
  event: Pick<DeliveryRow, 'event_id' | 'kind' | 'sequence'>,
  at: Date,
): DeliveryRow {
  return {
    id: randomUUID(),
    organization_id: webhook.organization_id,
    webhook_id: webhook.id,
    ...event,
    state: 'queued',
    ...queued(at),
    first_tried_at: null,
    last_status: null,
    last_error: null,
    created_at: at,
    done_at: null,
  };
}

const ofEvent = ({ id, kind, number }: EventRow) => ({ event_id: id, kind, sequence: number });

/** Queues, lists, and resends webhook deliveries. */
export function createDeliveries(options: {
  kysely: Kysely<Schema>;
  audit: Pick<Audit, 'record'>;
  now: () => number;
}) {
  const { kysely, audit, now } = options;

  async function lockActive(trx: Kysely<Schema>, { member }: ByMember, id: string): Promise<WebhookRow> {
    const row = await lockWebhook(trx, member.organizationId, id);
    if (!row) throw notFound('Webhook not found');
    if (row.state !== 'active') throw conflict('Please turn on the webhook first');
    return row;
  }

  /** Every event after a sequence number, those that were never sent too. */
  async function replay(trx: Kysely<Schema>, webhook: WebhookRow, after: number) {
    const at = new Date(now());
    const asked = { organizationId: webhook.organization_id, after, limit: mostReplayed };
    const events = await readEvents(trx, asked);
    const ids = events.map(({ id }) => id);
    if (ids.length > 0) await requeueDeliveries(trx, { webhookId: webhook.id, events: ids }, at);
    await insertDeliveries(
      trx,
      events.map((event) => deliveryOf(webhook, ofEvent(event), at)),
    );
    const last = events.at(-1)?.number;
    return { queued: ids.length, upTo: last === undefined ? null : Number(last) };
  }

  async function requeue(trx: Kysely<Schema>, webhook: WebhookRow, asked: Resend) {
    if ('after' in asked) return replay(trx, webhook, Number(asked.after));
    const at = new Date(now());
    if ('dead' in asked) {
      return { queued: await requeueDeliveries(trx, { webhookId: webhook.id, dead: true }, at), upTo: null };
    }
    if (!(await findDelivery(trx, webhook.id, asked.deliveryId))) throw notFound('Delivery not found');
    const which = { webhookId: webhook.id, id: asked.deliveryId };
    return { queued: await requeueDeliveries(trx, which, at), upTo: null };
  }

  return {
    /** In the transaction of the events: nothing is lost between them and their deliveries. What is switched off gets none. */
    async queue(trx: Kysely<Schema>, organizationId: string, events: readonly EventRow[]): Promise<void> {
      if (events.length === 0) return;
      const webhooks = (await readWebhooks(trx, organizationId)).filter(({ state }) => state !== 'disabled');
      const at = new Date(now());
      await insertDeliveries(
        trx,
        webhooks.flatMap((webhook) => events.map((event) => deliveryOf(webhook, ofEvent(event), at))),
      );
    },

    async list(
      { organizationId }: Member,
      id: string,
      { state, before, limit }: ListQuery,
    ): Promise<Omit<CallOutput<Calls['listWebhookDeliveries']>, 'success'>> {
      if (!(await findWebhook(kysely, organizationId, id))) throw notFound('Webhook not found');
      const { rows, next } = await readDeliveries(kysely, { webhookId: id, state, before, limit });
      return { data: rows.map(presentDelivery), next };
    },

    async test(by: ByMember, id: string): Promise<WebhookDelivery> {
      return kysely.transaction().execute(async (trx) => {
        const webhook = await lockActive(trx, by, id);
        const event = { event_id: randomUUID(), kind: 'test' as const, sequence: null };
        const delivery = deliveryOf(webhook, event, new Date(now()));
        await insertDeliveries(trx, [delivery]);
        await audit.record(trx, webhookRecord(by, 'webhook.tested', id));
        return presentDelivery(delivery);
      });
    },

    /** With the ids that they had before. */
    async resend(by: ByMember, id: string, asked: Resend) {
      return kysely.transaction().execute(async (trx) => {
        const webhook = await lockActive(trx, by, id);
        const outcome = await requeue(trx, webhook, asked);
        await audit.record(trx, {
          ...webhookRecord(by, 'webhook.resent', id),
          after: { ...asked, queued: outcome.queued },
        });
        return outcome;
      });
    },

    async events({ organizationId }: Member, { after, limit }: { after: number; limit: number }) {
      const rows = await readEvents(kysely, { organizationId, after, limit });
      return { data: rows.map(presentEvent), next: Number(rows.at(-1)?.number ?? after) };
    },
  };
}
