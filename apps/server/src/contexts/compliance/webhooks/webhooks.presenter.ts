import { type AlertEvent, screeningCheck, type Webhook, type WebhookDelivery } from '@hopscope/contract';
import { presentMeasure } from '../alerts/alerts.presenter.ts';
import { txIdOf } from '../alerts/subjects.ts';
import type { DeliveryRow, StoredEvent } from './deliveries.store.ts';
import type { Counts, WebhookRow } from './webhooks.store.ts';

/** What an event says of a stored answer. */
const decidedPart = screeningCheck.pick({ score: true, rules: true });

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
export function presentEvent({ id, number, at, kind, about }: StoredEvent): AlertEvent {
  const base = { id, sequence: Number(number), timestamp: at.toISOString() };
  if (kind === 'screening.decided') {
    if (!('answer' in about)) throw new Error('An event of a check has no check');
    const { decision, rules_number: rulesVersion, decided_at: decidedAt } = about;
    if (decision === null || rulesVersion === null || decidedAt === null) {
      throw new Error('A published check is not decided');
    }
    const { score, rules } = decidedPart.parse(about.answer);
    return {
      ...base,
      type: kind,
      data: {
        checkId: about.id,
        decision,
        score: score?.score ?? null,
        rules: rules.map((rule) => rule.id),
        rulesVersion,
        decidedAt: decidedAt.toISOString(),
      },
    };
  }
  if ('answer' in about) throw new Error('An event of an alert has no alert');
  return {
    ...base,
    type: kind,
    data: {
      alertId: about.id,
      ruleId: about.rule_id,
      severity: about.severity,
      targetType: about.type,
      message: about.message,
      summary: about.summary,
      transactionId: about.transaction_id,
      measure: presentMeasure(about),
      txId: txIdOf(about),
      blockchain: about.chain,
      raisedAt: about.raised_at.toISOString(),
      happenedAt: about.happened_at.toISOString(),
    },
  };
}
