import { webhookLimits } from '@hopscope/contract';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Schema } from '../../../db/schema.ts';
import { OutboundError } from '../../../outbound/outbound.ts';
import type { SendOutbound } from '../../../outbound/send-outbound.ts';
import { afterPauses, errorText, finished } from '../../../jobs/retry-queue.ts';
import { type SecretBox, unlessBroken } from '../../../lib/secret-box.ts';
import {
  claimDelivery,
  type DeliveryRow,
  findEvent,
  forgetDeliveries,
  readDueWebhooks,
  settleDelivery,
} from './deliveries.store.ts';
import { askedToWait } from './retry-after.ts';
import { signedHeaders } from './standard-webhooks.ts';
import { presentEvent } from './webhooks.presenter.ts';
import { secretOf } from './webhooks.service.ts';
import { lockWebhook, updateWebhook, type WebhookRow } from './webhooks.store.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
/** Delays before retries; each varies by up to a fifth. */
export const webhookPauses: readonly number[] = [
  5 * second,
  minute,
  5 * minute,
  30 * minute,
  2 * hour,
  8 * hour,
  24 * hour,
];
const pauseAfter = afterPauses(webhookPauses);
/** Maximum pause of a receiver after a failure; other queued deliveries then test whether it is back. */
const longestRest = 5 * minute;
const [connectMs, timeoutMs] = [5 * second, 10 * second];
const receiversAtOnce = 8;
/** Deliveries to one receiver before others get its place. */
const batchSize = 20;
const gone = 410;

interface Outcome {
  status: number | null;
  /** Retry delay requested by the response. */
  retryAfter: string | null;
  error: string | null;
}

const unsent = (error: string): Outcome => ({ status: null, retryAfter: null, error });

/** Sends due deliveries: receivers concurrently, deliveries of one receiver in sequence. Safe to run on several servers. */
export function createDeliverWebhooks(options: {
  kysely: Kysely<Schema>;
  box: SecretBox;
  outbound: Pick<SendOutbound, 'post'>;
  /** Told in the transaction that pauses a webhook. */
  onPaused: (trx: Kysely<Schema>, webhook: WebhookRow) => Promise<void>;
  logger: Pick<Logger, 'warn'>;
  now: () => number;
  /** From 0 up to 1. */
  random: () => number;
}) {
  const { kysely, box, outbound, onPaused, logger, now, random } = options;

  /** The newest secret first; empty where none can be read, as after a change of the server's secret. */
  function secretsOf(webhook: WebhookRow): string[] {
    const { id, secret, previous_secret: previous, previous_until: until } = webhook;
    const sealed = previous && until && until.getTime() > now() ? [secret, previous] : [secret];
    return sealed.flatMap((each) => unlessBroken(() => box.open(secretOf(id), each)) ?? []);
  }

  async function bodyOf({ kind, event_id: id, created_at: at }: DeliveryRow): Promise<string | undefined> {
    if (kind === 'test') return JSON.stringify({ id, type: 'test', timestamp: at.toISOString(), data: {} });
    const event = await findEvent(kysely, id);
    return event && JSON.stringify(presentEvent(event));
  }

  async function attempt(webhook: WebhookRow, row: DeliveryRow, signal: AbortSignal): Promise<Outcome> {
    const secrets = secretsOf(webhook);
    if (secrets.length === 0) return unsent('The secret can no longer be read. Create a new one.');
    const body = await bodyOf(row);
    if (body === undefined) return unsent('The alert no longer exists');
    try {
      const headers = signedHeaders({ id: row.event_id, at: now(), body, secrets });
      const answer = await outbound.post({ url: webhook.url, body, headers, connectMs, timeoutMs, signal });
      const { status } = answer;
      const good = status >= 200 && status < 300;
      return { ...answer, error: good ? null : `Responded with status ${String(status)}` };
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      return unsent(errorText(error));
    }
  }

  async function succeed(webhook: WebhookRow, row: DeliveryRow, status: number | null): Promise<void> {
    const at = new Date(now());
    await kysely.transaction().execute(async (trx) => {
      const over = { state: 'delivered', ...finished(at), last_error: null } as const;
      await settleDelivery(trx, row, { ...over, last_status: status });
      await updateWebhook(trx, webhook.id, { failures: 0, not_before: null, last_success_at: at });
    });
  }

  function isGivenUp(webhook: WebhookRow, row: DeliveryRow, status: number | null): string | undefined {
    if (status === gone) return 'The receiver responded with 410 (Gone)';
    const since = row.first_tried_at?.getTime() ?? 0;
    const { last_success_at: success } = webhook;
    return success === null || success.getTime() < since
      ? `A delivery failed ${String(webhookLimits.attempts)} times, and no other delivery succeeded in the meantime`
      : undefined;
  }

  async function fail(webhook: WebhookRow, row: DeliveryRow, outcome: Outcome): Promise<void> {
    const { status, error } = outcome;
    const pause = pauseAfter(row.attempts);
    const at = now();
    const asked = askedToWait(outcome, at);
    const wait =
      pause === undefined || status === gone ? undefined : Math.max(pause * (0.8 + 0.4 * random()), asked);
    logger.warn({ webhook: webhook.id, delivery: row.id, attempts: row.attempts, error }, 'webhook failed');
    await kysely.transaction().execute(async (trx) => {
      const current = await lockWebhook(trx, webhook.organization_id, webhook.id);
      if (!current) return;
      const next = wait === undefined ? null : new Date(at + wait);
      const settled = await settleDelivery(trx, row, {
        last_status: status,
        last_error: error,
        ...(next ? { next_attempt_at: next } : { state: 'dead', ...finished(new Date(at)) }),
      });
      if (!settled) return;
      const reason =
        next === null && current.state === 'active' ? isGivenUp(current, row, status) : undefined;
      const rest = webhookPauses[current.failures] ?? longestRest;
      const changed = await updateWebhook(trx, webhook.id, {
        failures: current.failures + 1,
        not_before: new Date(at + Math.max(Math.min(rest, longestRest), asked)),
        ...(reason !== undefined && { state: 'paused' as const, reason, version: current.version + 1 }),
      });
      if (reason !== undefined) await onPaused(trx, changed);
    });
  }

  /** Sends to one receiver until nothing is due, it fails, or others are to have their turn. */
  async function serve(id: string, signal: AbortSignal): Promise<void> {
    for (let count = 0; count < batchSize && !signal.aborted; count += 1) {
      const webhook = await findActive(id);
      const at = now();
      const rests = webhook?.not_before && webhook.not_before.getTime() > at;
      if (!webhook || rests) return;
      const row = await claimDelivery(kysely, id, at);
      if (!row) return;
      const outcome = await attempt(webhook, row, signal);
      if (outcome.error !== null) return fail(webhook, row, outcome);
      await succeed(webhook, row, outcome.status);
    }
  }

  const findActive = (id: string): Promise<WebhookRow | undefined> =>
    kysely
      .selectFrom('webhook')
      .selectAll()
      .where('id', '=', id)
      .where('state', '=', 'active')
      .where('deleted_at', 'is', null)
      .executeTakeFirst();

  return {
    async run(signal: AbortSignal): Promise<void> {
      const active = new Map<string, Promise<void>>();
      const failed: unknown[] = [];
      while (!signal.aborted && failed.length === 0) {
        const asked = { limit: receiversAtOnce - active.size, except: [...active.keys()] };
        const due = asked.limit > 0 ? await readDueWebhooks(kysely, new Date(now()), asked) : [];
        for (const id of due) {
          const served = serve(id, signal)
            .catch((error: unknown) => void failed.push(error))
            .finally(() => active.delete(id));
          active.set(id, served);
        }
        if (active.size === 0) break;
        await Promise.race(active.values());
      }
      await Promise.all(active.values());
      if (failed.length > 0 && !signal.aborted) throw failed[0];
    },

    /** Forgets deliveries that are long over. */
    async forgetOld(): Promise<void> {
      await forgetDeliveries(kysely, new Date(now() - webhookLimits.storedDays * 24 * hour));
    },
  };
}
