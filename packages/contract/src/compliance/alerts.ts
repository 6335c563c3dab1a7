import { z } from 'zod';
import { alertRuleFields, alertRuleInput, alertSeverities, alertTargetTypes } from './alerts-rule.ts';
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
  /** Of an organization. */
  rules: 200,
  pageSize: 10,
  /** Days that a dry run looks back. */
  dryRunDays: 90,
  /** Alerts of one rule and one monitored address stand together that came within this time of the first. */
  groupHours: 24,
  /** Alerts that are acknowledged with one call. */
  together: 100,
} as const;

const severity = z.enum(alertSeverities);
const alertType = z.enum(alertTargetTypes);

/**
 * A rule. It looks at the compliance transactions of its organization, listed
 * or below the threshold, each when it is screened; every condition must hold, and what cannot be decided raises nothing.
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
 * An alert: at most one for each rule and compliance transaction, and one of no rule where a payment that was in a block was
 * reversed by a double spend.
 */
const alert = z.object({
  _id: z.string(),
  type: alertType,
  severity,
  /** What happened. */
  message: z.string(),
  /** Of the rule, as it was then. */
  summary: z.string(),
  /** When it was raised. */
  timestamp: z.iso.datetime(),
  /** When the transaction happened: earlier where the past of an address was screened. */
  happenedAt: z.iso.datetime(),
  status: z.enum(['new', 'acknowledged']),
  /** null: of no rule, because the payment was reversed. */
  ruleId: z.string().nullable(),
  /** The compliance transaction. */
  transactionId: z.string(),
  txId: z.string(),
  blockchain,
  /** The monitored address. */
  address: z.string(),
  /** Same for alerts of one rule and monitored address that came within a day of the first. */
  groupId: z.string(),
  /** The transaction was withdrawn since; the alert stays. */
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
  tag,
  summary: 'Alert rules of the organization, the newest first',
  response: z.object({ success: ok, data: z.array(alertRule) }),
});

const createAlertRule = endpoint({
  id: 'createAlertRule',
  method: 'POST',
  path: '/alerts/rules',
  access: writing,
  tag,
  summary: 'Save an alert rule',
  description: `Transactions that are screened from then on are compared with it. At most ${String(alertLimits.rules)} (409 \`conflict\`).`,
  status: 201,
  body: alertRuleInput,
  response: oneRule,
});

const changeAlertRule = endpoint({
  id: 'changeAlertRule',
  method: 'PUT',
  path: '/alerts/rules/:id',
  access: writing,
  tag,
  summary: 'Change, pause, or resume an alert rule',
  description:
    '409 `changed_meanwhile` where someone else changed it since. Alerts that it raised stay as they are.',
  params: idParams,
  body: alertRuleInput.partial().extend({ isActive: z.boolean().optional(), version }),
  response: oneRule,
});

const deleteAlertRule = endpoint({
  id: 'deleteAlertRule',
  method: 'DELETE',
  path: '/alerts/rules/:id',
  access: writing,
  tag,
  summary: 'Delete an alert rule; its alerts stay',
  params: idParams,
  response: z.object({ success: ok, deleted: z.literal(true) }),
});

const dryRunAlertRule = endpoint({
  id: 'dryRunAlertRule',
  method: 'POST',
  path: '/alerts/rules/dry-run',
  access: reading,
  tag,
  atOnce: 2,
  summary: `What a rule would have raised in the last ${String(alertLimits.dryRunDays)} days, the newest first`,
  description:
    'Of transactions that happened since then and were screened, by what their screening found; categories are those of the directory now. `notKnown` says of how many it is not known whether the rule would have raised, because who stands behind them is not. No saved configurations.',
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
    /** From when on it looked. */
    from: z.iso.datetime(),
    /** Transactions that may be missing here: who stands behind them is not known. */
    notKnown: z.int(),
    ...pageInfo,
  }),
});

const listAlerts = endpoint({
  id: 'listAlerts',
  method: 'GET',
  path: '/alerts',
  access: reading,
  tag,
  summary: 'Alerts of the organization, with the exact number of all that match',
  query: z.object({
    /** Part of the message or summary; or a whole transaction id. */
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
    /** Of all alerts, whatever is asked for. */
    counts: z.object({ all: z.int(), new: z.int() }),
    ...pageInfo,
  }),
});

const alertGroup = z.object({
  _id: z.string(),
  /** null: of no rule. */
  ruleId: z.string().nullable(),
  address: z.string(),
  blockchain,
  /** The highest of what matches, which is what all figures here are of. */
  severity,
  count: z.int(),
  new: z.int(),
  firstAt: z.iso.datetime(),
  lastAt: z.iso.datetime(),
  /** The newest. */
  latest: alert,
});
export type AlertGroup = z.infer<typeof alertGroup>;

const listAlertGroups = endpoint({
  id: 'listAlertGroups',
  method: 'GET',
  path: '/alerts/groups',
  access: reading,
  tag,
  summary: 'Alerts in groups of one rule and monitored address, the one with the newest alert first',
  description: `A group takes what comes within ${String(alertLimits.groupHours)} hours of its first alert; \`listAlerts\` with \`group\` has its members.`,
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
  path: '/alerts/acknowledgements',
  access: handling,
  tag,
  summary: 'Acknowledge several alerts, each by the version that was looked at',
  description:
    'Those that somebody else has changed since stay as they are and come back in `changed`; those that are not there, or that one may not acknowledge, refuse the whole call.',
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
  path: '/alerts/:id/acknowledgement',
  access: handling,
  tag,
  summary: 'Acknowledge an alert',
  description:
    'Only once: 409 `changed_meanwhile` with the current alert where someone else was faster. Team members can acknowledge only their own.',
  params: idParams,
  body: z.object({ version }),
  response: oneAlert,
});

const assignAlert = endpoint({
  id: 'assignAlert',
  method: 'PUT',
  path: '/alerts/:id/assignee',
  access: handling,
  tag,
  summary: 'Assign an alert to an active member, or unassign it',
  description: 'Team members take what is nobody\u2019s and give back what is theirs.',
  params: idParams,
  body: z.object({ assigneeId: z.uuid().nullable(), version }),
  response: oneAlert,
});

/** `critical`: of high severity alone, within minutes; the others tell of all, once an hour or a day. */
export const alertMailChoices = ['off', 'critical', 'hourly', 'daily'] as const;
export type AlertMailChoice = (typeof alertMailChoices)[number];
const mailPreference = z.object({ frequency: z.enum(alertMailChoices) });

const getAlertMail = endpoint({
  id: 'getAlertMail',
  method: 'GET',
  path: '/alerts/mail',
  access: reading,
  tag,
  summary: 'How often one gets mails of the alerts of this organization; off to begin with',
  response: z.object({ success: ok, data: mailPreference }),
});

const setAlertMail = endpoint({
  id: 'setAlertMail',
  method: 'PUT',
  path: '/alerts/mail',
  access: reading,
  tag,
  summary: 'Choose how often one gets mails of the alerts of this organization',
  description:
    'Mails tell of alerts that come from then on, each in one mail. 403 `email_unverified` without a verified email.',
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
