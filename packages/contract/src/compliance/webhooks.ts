import { z } from 'zod';
import { alertMeasure, alertSeverities, alertTargetTypes } from './alerts-rule.ts';
import { blockchain } from '../explorer/chain-shapes.ts';
import { screeningDecisions } from './screening-rules.ts';
import { endpoint, inOrganization } from '../endpoint.ts';

const ok = z.literal(true);
const tag = 'webhooks';
const managing = inOrganization('webhooks.manage', 'header');
const idParams = z.object({ id: z.uuid() });
const version = z.int().min(1);
const sequence = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER);

export const webhookLimits = {
  /** Per organization. */
  endpoints: 10,
  /** Times that a delivery is tried. */
  attempts: 8,
  /** How long the secret before the newest one still signs. */
  overlapHours: 24,
  /** Days that a delivery stays in the list once it is over. */
  storedDays: 30,
} as const;

/** What happens to alerts and to checks of transfers, in the order in which it was committed. */
export const alertEventTypes = ['alert.raised', 'alert.acknowledged'] as const;
export const screeningEventTypes = ['screening.decided'] as const;

const eventBase = z.object({
  /** Also the `webhook-id` of its deliveries, however often it is sent. */
  id: z.uuid(),
  /** Ascends within the organization without gaps. */
  sequence: z.int().positive(),
  timestamp: z.iso.datetime(),
});

/** A check that was answered as pending has been decided. */
const screeningEvent = eventBase.extend({
  type: z.enum(screeningEventTypes),
  data: z.object({
    checkId: z.uuid(),
    decision: z.enum(screeningDecisions),
    /** 0 to 100; null: there is no score. */
    score: z.int().nullable(),
    /** IDs of the rules that hold, and the number of their version. */
    rules: z.array(z.string()),
    rulesVersion: z.int(),
    decidedAt: z.iso.datetime(),
  }),
});

const raisedEvent = eventBase.extend({
  type: z.enum(alertEventTypes),
  data: z.object({
    alertId: z.uuid(),
    /** null: of no rule, because the payment was reversed, or because of what the issuer of a token did. */
    ruleId: z.uuid().nullable(),
    severity: z.enum(alertSeverities),
    targetType: z.enum(alertTargetTypes),
    message: z.string(),
    summary: z.string(),
    /** null: the alert is about what the issuer of a token did. */
    transactionId: z.uuid().nullable(),
    /** null: the alert is about a compliance transaction. */
    measure: alertMeasure.nullable(),
    txId: z.string(),
    blockchain,
    raisedAt: z.iso.datetime(),
    happenedAt: z.iso.datetime(),
  }),
});
/** Payload of a webhook and entry of the event list; contains no personal data. */
export const alertEvent = z.discriminatedUnion('type', [raisedEvent, screeningEvent]);
export type AlertEvent = z.infer<typeof alertEvent>;

const url = z.string().trim().min(1, 'Please enter an address').max(2_000);
const description = z
  .string()
  .regex(/^\P{Cc}*$/u)
  .trim()
  .max(200);

const webhook = z.object({
  _id: z.string(),
  url: z.string(),
  description: z.string(),
  /** `paused`: by the server, because deliveries failed; `disabled`: by a user. */
  state: z.enum(['active', 'paused', 'disabled']),
  /** Why it is paused. */
  reason: z.string().nullable(),
  /** Attempts that have failed since the last success. */
  failures: z.int(),
  lastSuccessAt: z.iso.datetime().nullable(),
  /** The secret before the newest one signs as well until then; null: it does not. */
  previousSecretUntil: z.iso.datetime().nullable(),
  queued: z.int(),
  dead: z.int(),
  version,
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type Webhook = z.infer<typeof webhook>;

export const webhookDeliveryStates = ['queued', 'delivered', 'dead'] as const;
const delivery = z.object({
  _id: z.string(),
  /** What the receiver gets as `webhook-id`. */
  eventId: z.string(),
  type: z.enum([...alertEventTypes, ...screeningEventTypes, 'test']),
  /** Null for a test. */
  sequence: z.int().nullable(),
  state: z.enum(webhookDeliveryStates),
  attempts: z.int(),
  /** HTTP status of the last response; null without a response. */
  lastStatus: z.int().nullable(),
  lastError: z.string().nullable(),
  createdAt: z.iso.datetime(),
  nextAttemptAt: z.iso.datetime().nullable(),
  doneAt: z.iso.datetime().nullable(),
});
export type WebhookDelivery = z.infer<typeof delivery>;

const one = z.object({ success: ok, data: webhook });
/** The secret is returned only once. */
const withSecret = z.object({ success: ok, data: webhook, secret: z.string() });

const listWebhooks = endpoint({
  id: 'listWebhooks',
  method: 'GET',
  path: '/webhooks',
  access: managing,
  tag,
  summary: 'Webhooks of the organization, oldest first',
  response: z.object({ success: ok, data: z.array(webhook) }),
});

const createWebhook = endpoint({
  id: 'createWebhook',
  method: 'POST',
  path: '/webhooks',
  access: managing,
  tag,
  summary: 'Add a webhook; returns its secret once',
  description: `Receives future alerts. At most ${String(webhookLimits.endpoints)} (409 \`conflict\`). 400 for a URL that is not allowed.`,
  status: 201,
  body: z.object({ url, description: description.default('') }),
  response: withSecret,
});

const changeWebhook = endpoint({
  id: 'changeWebhook',
  method: 'PUT',
  path: '/webhooks/:id',
  access: managing,
  tag,
  summary: 'Change a webhook, turn it off, or resume a paused one',
  description:
    'Events that occur while a webhook is off are never sent. Deliveries queued while it was paused are sent when it resumes.',
  params: idParams,
  body: z.object({
    url: url.optional(),
    description: description.optional(),
    isActive: z.boolean().optional(),
    version,
  }),
  response: one,
});

const deleteWebhook = endpoint({
  id: 'deleteWebhook',
  method: 'DELETE',
  path: '/webhooks/:id',
  access: managing,
  tag,
  summary: 'Delete a webhook and its queued deliveries',
  params: idParams,
  response: z.object({ success: ok, deleted: z.literal(true) }),
});

const rotateWebhookSecret = endpoint({
  id: 'rotateWebhookSecret',
  method: 'POST',
  path: '/webhooks/:id/secret',
  access: managing,
  tag,
  summary: 'Create a new secret; returned once',
  description: `For ${String(webhookLimits.overlapHours)} hours, messages are signed with the previous secret too.`,
  params: idParams,
  response: withSecret,
});

const testWebhook = endpoint({
  id: 'testWebhook',
  method: 'POST',
  path: '/webhooks/:id/test',
  access: managing,
  tag,
  summary: 'Send a test message to a webhook',
  params: idParams,
  response: z.object({ success: ok, data: delivery }),
});

const listWebhookDeliveries = endpoint({
  id: 'listWebhookDeliveries',
  method: 'GET',
  path: '/webhooks/:id/deliveries',
  access: managing,
  tag,
  summary: 'Deliveries of a webhook, newest first',
  params: idParams,
  query: z.object({
    state: z.enum(webhookDeliveryStates).optional(),
    /** `next` of the answer before. */
    before: z.string().max(100).optional(),
    limit: z.coerce.number().int().min(1).max(100).default(20),
  }),
  response: z.object({ success: ok, data: z.array(delivery), next: z.string().nullable() }),
});

const resendWebhookDeliveries = endpoint({
  id: 'resendWebhookDeliveries',
  method: 'POST',
  path: '/webhooks/:id/resend',
  access: managing,
  tag,
  summary: 'Resend one delivery, all failed deliveries, or all events after a sequence number',
  description:
    'Each keeps its `webhook-id`. After a sequence number, a call queues at most 1,000 events; `upTo` is the last one.',
  params: idParams,
  body: z.union([
    z.object({ deliveryId: z.uuid() }),
    z.object({ dead: z.literal(true) }),
    z.object({ after: sequence }),
  ]),
  response: z.object({ success: ok, queued: z.int(), upTo: z.int().nullable() }),
});

const listAlertEvents = endpoint({
  id: 'listAlertEvents',
  method: 'GET',
  path: '/alerts/events',
  access: inOrganization('alerts.read', 'header'),
  scope: 'read',
  tag: 'alerts',
  summary: 'Alert events after a sequence number, oldest first',
  description: 'For receivers that missed events: repeat with `after` = `next` until `data` is empty.',
  query: z.object({
    after: sequence.default(0),
    limit: z.coerce.number().int().min(1).max(200).default(100),
  }),
  response: z.object({ success: ok, data: z.array(alertEvent), next: z.int() }),
});

export const webhookEndpoints = {
  listWebhooks,
  createWebhook,
  changeWebhook,
  deleteWebhook,
  rotateWebhookSecret,
  testWebhook,
  listWebhookDeliveries,
  resendWebhookDeliveries,
  listAlertEvents,
} as const;
