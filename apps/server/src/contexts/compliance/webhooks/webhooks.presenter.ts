import type { AlertEvent, Webhook, WebhookDelivery } from '@hopscope/contract';
import { txIdOf } from '../alerts/subjects.ts';
import type { DeliveryRow, StoredEvent } from './deliveries.store.ts';
import type { Counts, WebhookRow } from './webhooks.store.ts';

export function presentWebhook(row: WebhookRow, counts: Counts | undefined, now: number): Webhook {
  const overlap = row.previous_until && row.previous_until.getTime() > now ? row.previous_until : null;
  return {
    _id: row.id,
    url: row.url,
    description: row.description,
    state: row.state,
    reason: row.reason,
    failures: row.failures,
    lastSuccessAt: row.last_success_at?.toISOString() ?? null,
    previousSecretUntil: overlap?.toISOString() ?? null,
    queued: counts?.queued ?? 0,
    dead: counts?.dead ?? 0,
    version: row.version,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

export function presentDelivery(row: DeliveryRow): WebhookDelivery {
  return {
    _id: row.id,
    eventId: row.event_id,
    type: row.kind,
    sequence: row.sequence === null ? null : Number(row.sequence),
    state: row.state,
    attempts: row.attempts,
    lastStatus: row.last_status,
    lastError: row.last_error,
    createdAt: row.created_at.toISOString(),
    nextAttemptAt: row.state === 'queued' ? (row.next_attempt_at?.toISOString() ?? null) : null,
    doneAt: row.done_at?.toISOString() ?? null,
  };
}

/** Returns the payload, which is the same for every attempt: contains no mutable data. */
export function presentEvent(row: StoredEvent): AlertEvent {
  return {
    id: row.id,
    type: row.kind,
    sequence: Number(row.number),
    timestamp: row.at.toISOString(),
    data: {
      alertId: row.alert_id,
      ruleId: row.rule_id,
      severity: row.severity,
      targetType: row.type,
      message: row.message,
      summary: row.summary,
      transactionId: row.transaction_id,
      txId: txIdOf(row),
      blockchain: row.chain,
      raisedAt: row.raised_at.toISOString(),
      happenedAt: row.transaction_at.toISOString(),
    },
  };
}
