import { z } from 'zod';
import {
  alertMeasure,
  alertRuleFields,
  alertRuleInput,
  alertSeverities,
  alertTargetTypes,
} from './alerts-rule.ts';
import { blockchain } from '../explorer/chain-shapes.ts';
import { endpoint, inOrganization } from '../endpoint.ts';
import { pageInfo } from '../account/organizations.ts';

const ok = z.literal(true);
const tag = 'alerts';
const reading = inOrganization('alerts.read', 'header');
const writing = inOrganization('alerts.write', 'header');
const handling = inOrganization('alerts.handle', 'header');
const idParams = z.object({ id: z.uuid() });
const version = z.int().min(1);
const person = z.object({ _id: z.string(), name: z.string(), email: z.string() });

export const alertLimits = {
  /** Per organization. */
  rules: 200,
  pageSize: 10,
  /** Days covered by a dry run. */
  dryRunDays: 90,
  /** Alerts of one rule and monitored address form a group if raised within this many hours of its first alert. */
  groupHours: 24,
  /** Alerts per acknowledgment call. */
  together: 100,
} as const;

const severity = z.enum(alertSeverities);
const alertType = z.enum(alertTargetTypes);

/**
 * A rule. Applied to each compliance transaction of its organization when it is screened, including those below the
 * threshold. Raises an alert if every condition is true; a condition that cannot be decided counts as false.
 */
const alertRule = z.object({
  _id: z.string(),
  ...alertRuleFields,
  /** False: paused. */
  isActive: z.boolean(),
  version,
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type AlertRule = z.infer<typeof alertRule>;

/**
 * An alert: at most one per rule and compliance transaction, and one without a rule if a double spend reversed a confirmed
 * payment, and for each time that the issuer of a token freezes a monitored address or destroys its tokens.
 */
const alert = z.object({
  _id: z.string(),
  type: alertType,
  severity,
  /** What happened. */
  message: z.string(),
  /** Summary of the rule when the alert was raised. */
  summary: z.string(),
  /** Time at which it was raised. */
  timestamp: z.iso.datetime(),
  /** Time of the transaction; much earlier if past transactions were screened. */
  happenedAt: z.iso.datetime(),
  status: z.enum(['new', 'acknowledged']),
  /** Null: without a rule, because the payment was reversed, or because of what the issuer of a token did. */
  ruleId: z.string().nullable(),
  /** The compliance transaction; null: the alert is about what the issuer of a token did. */
  transactionId: z.string().nullable(),
  /** What the issuer of a token did, in the transaction `txId`; null: the alert is about a compliance transaction. */
  measure: alertMeasure.nullable(),
  txId: z.string(),
  blockchain,
  /** The monitored address. */
  address: z.string(),
  /** Shared by alerts of one rule and monitored address raised within a day of the first. */
  groupId: z.string(),
  /** True if the transaction was withdrawn afterwards. */
  withdrawn: z.boolean(),
  assignee: person.nullable(),
  acknowledgedBy: person.nullable(),
  acknowledgedAt: z.iso.datetime().nullable(),
  version,
});
export type Alert = z.infer<typeof alert>;

const oneRule = z.object({ success: ok, data: alertRule });
const oneAlert = z.object({ success: ok, data: alert });
const page = z.coerce.number().int().min(1).max(1_000_000).default(1);
const limit = z.coerce.number().int().min(1).max(100).default(alertLimits.pageSize);

const listAlertRules = endpoint({
  id: 'listAlertRules',
  method: 'GET',
  path: '/alerts/rules',
  access: reading,
  scope: 'read',
  tag,
  summary: 'Alert rules of the organization, newest first',
  response: z.object({ success: ok, data: z.array(alertRule) }),
});

const createAlertRule = endpoint({
  id: 'createAlertRule',
  method: 'POST',
  path: '/alerts/rules',
  access: writing,
  scope: 'monitor',
  tag,
  summary: 'Save an alert rule',
  description: `Applies to transactions screened from now on. At most ${String(alertLimits.rules)} (409 \`conflict\`).`,
  status: 201,
  body: alertRuleInput,
  response: oneRule,
});

const changeAlertRule = endpoint({
  id: 'changeAlertRule',
  method: 'PUT',
  path: '/alerts/rules/:id',
  access: writing,
  scope: 'monitor',
  tag,
  summary: 'Change, pause, or resume an alert rule',
  description: '409 `changed_meanwhile` if the rule has changed since. Existing alerts do not change.',
  params: idParams,
  body: alertRuleInput.partial().extend({ isActive: z.boolean().optional(), version }),
  response: oneRule,
});

const deleteAlertRule = endpoint({
  id: 'deleteAlertRule',
  method: 'DELETE',
  path: '/alerts/rules/:id',
  access: writing,
  scope: 'monitor',
  tag,
  summary: 'Delete an alert rule; its alerts are kept',
  params: idParams,
  response: z.object({ success: ok, deleted: z.literal(true) }),
});

const dryRunAlertRule = endpoint({
  id: 'dryRunAlertRule',
  method: 'POST',
  path: '/alerts/rules/dry-run',
  access: reading,
  scope: 'monitor',
  tag,
  atOnce: 2,
  summary: `Alerts that a rule would have raised in the last ${String(alertLimits.dryRunDays)} days, newest first`,
  description:
    'Based on the screening results of transactions in this period and on current categories of the directory. `notKnown` counts transactions for which the rule cannot be decided because their indirect counterparties are unknown. Does not save the rule.',
  query: z.object({ page, limit }),
  body: alertRuleInput,
  response: z.object({
    success: ok,
    data: z.array(
      z.object({
        transactionId: z.string(),
        txId: z.string(),
        blockchain,
        message: z.string(),
        timestamp: z.iso.datetime(),
        withdrawn: z.boolean(),
      }),
    ),
    /** Start of the period. */
    from: z.iso.datetime(),
    /** Transactions that can be missing because their indirect counterparties are unknown. */
    notKnown: z.int(),
    ...pageInfo,
  }),
});

const listAlerts = endpoint({
  id: 'listAlerts',
  method: 'GET',
  path: '/alerts',
  access: reading,
  scope: 'read',
  tag,
  summary: 'Alerts of the organization that match all filters, with their exact total',
  query: z.object({
    /** Part of the message or summary, or a complete transaction ID. */
    search: z.string().max(200).optional(),
    severity: severity.optional(),
    status: z.enum(['new', 'acknowledged']).optional(),
    group: z.uuid().optional(),
    sortBy: z.enum(['severity', 'type', 'message', 'timestamp', 'status']).default('timestamp'),
    sortOrder: z.enum(['asc', 'desc']).default('desc'),
    page,
    limit,
  }),
  response: z.object({
    success: ok,
    data: z.array(alert),
    /** Of all alerts, regardless of the filters. */
    counts: z.object({ all: z.int(), new: z.int() }),
    ...pageInfo,
  }),
});

const alertGroup = z.object({
  _id: z.string(),
  /** Null: without a rule. */
  ruleId: z.string().nullable(),
  address: z.string(),
  blockchain,
  /** The highest severity. Like all fields of a group, covers only alerts that match the filters. */
  severity,
  count: z.int(),
  new: z.int(),
  firstAt: z.iso.datetime(),
  lastAt: z.iso.datetime(),
  /** Newest alert. */
  latest: alert,
});
export type AlertGroup = z.infer<typeof alertGroup>;

const listAlertGroups = endpoint({
  id: 'listAlertGroups',
  method: 'GET',
  path: '/alerts/groups',
  access: reading,
  scope: 'read',
  tag,
  summary: 'Alerts grouped by rule and monitored address; the group with the newest alert first',
  description: `A group contains alerts raised within ${String(alertLimits.groupHours)} hours of its first alert. To list them, call \`listAlerts\` with \`group\`.`,
  query: z.object({
    search: z.string().max(200).optional(),
    severity: severity.optional(),
    status: z.enum(['new', 'acknowledged']).optional(),
    page,
    limit,
  }),
  response: z.object({ success: ok, data: z.array(alertGroup), ...pageInfo }),
});

const acknowledgeAlerts = endpoint({
  id: 'acknowledgeAlerts',
  method: 'POST',
  path: '/alerts/acknowledgments',
  access: handling,
  scope: 'review',
  tag,
  summary: 'Acknowledge several alerts, each at a given version',
  description:
    'Alerts that have changed since that version are returned in `changed` and not acknowledged. If an alert does not exist or the caller cannot acknowledge it, the whole call is rejected.',
  body: z.object({
    alerts: z
      .array(z.object({ id: z.uuid(), version }))
      .min(1)
      .max(alertLimits.together),
  }),
  response: z.object({ success: ok, acknowledged: z.array(alert), changed: z.array(alert) }),
});

const acknowledgeAlert = endpoint({
  id: 'acknowledgeAlert',
  method: 'PUT',
  path: '/alerts/:id/acknowledgment',
  access: handling,
  scope: 'review',
  tag,
  summary: 'Acknowledge an alert',
  description:
    '409 `changed_meanwhile` with the current alert if it has changed since. Team members can acknowledge only alerts that are assigned to them.',
  params: idParams,
  body: z.object({ version }),
  response: oneAlert,
});

const assignAlert = endpoint({
  id: 'assignAlert',
  method: 'PUT',
  path: '/alerts/:id/assignee',
  access: handling,
  scope: 'review',
  tag,
  summary: 'Assign an alert to an active member, or unassign it',
  description: 'Team members can take unassigned alerts and unassign their own.',
  params: idParams,
  body: z.object({ assigneeId: z.uuid().nullable(), version }),
  response: oneAlert,
});

/** `critical`: only alerts of high severity, within minutes. `hourly` and `daily`: a summary of all alerts. */
export const alertMailChoices = ['off', 'critical', 'hourly', 'daily'] as const;
export type AlertMailChoice = (typeof alertMailChoices)[number];
const mailPreference = z.object({ frequency: z.enum(alertMailChoices) });

const getAlertMail = endpoint({
  id: 'getAlertMail',
  method: 'GET',
  path: '/alerts/mail',
  access: reading,
  tag,
  summary: 'Alert email frequency of the caller in this organization; off by default',
  response: z.object({ success: ok, data: mailPreference }),
});

const setAlertMail = endpoint({
  id: 'setAlertMail',
  method: 'PUT',
  path: '/alerts/mail',
  access: reading,
  tag,
  summary: 'Set the alert email frequency of the caller in this organization',
  description:
    'Emails cover alerts raised from now on, each alert once. 403 `email_unverified` without a verified email.',
  body: mailPreference,
  response: z.object({ success: ok, data: mailPreference }),
});

export const alertEndpoints = {
  listAlertRules,
  createAlertRule,
  changeAlertRule,
  deleteAlertRule,
  dryRunAlertRule,
  listAlerts,
  listAlertGroups,
  acknowledgeAlert,
  acknowledgeAlerts,
  assignAlert,
  getAlertMail,
  setAlertMail,
} as const;
