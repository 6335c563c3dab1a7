import { z } from 'zod';
import { alertDirections, alertRelations, alertSeverities, alertTargetTypes } from './alerts-rule.ts';
import { blockchain } from '../explorer/chain-shapes.ts';
import { endpoint, inOrganization } from '../endpoint.ts';
import { pageInfo } from '../account/organizations.ts';
import { texts } from '../texts.ts';

const ok = z.literal(true);
const tag = 'alerts';
const reading = inOrganization('alerts.read', 'header');
const writing = inOrganization('alerts.write', 'header');
const handling = inOrganization('alerts.handle', 'header');
const idParams = z.object({ id: z.uuid() });
const version = z.int().min(1);
const person = z.object({ _id: z.string(), name: z.string(), email: z.string() });
const line = (most: number) =>
  z
    .string()
    .regex(/^\P{Cc}*$/u, texts.controlCharacters)
    .trim()
    .max(most);

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

/** and why some rules are not taken. */
export const alertTexts = {
  targetRequired: 'Please enter a target address or entity',
  indirect: {
    direction: 'Indirect is known of payments that come in: the target receives, or is an entity that sends.',
    cluster: 'Indirect is known of entities and categories, not of clusters.',
    category: 'Nobody of this category is looked for behind a payment.',
  },
  saved: 'Alert configuration saved successfully',
} as const;

const severity = z.enum(alertSeverities);
const alertType = z.enum(alertTargetTypes);

const ruleFields = {
  /**
   * What `target` is. `address`: a monitored address of the organization, compared with the address of the transaction.
   * `entity`: name or id of an entity, compared with those of the counterparties (upper and lower case are the same).
   * `transaction`: a transaction's hash.
   */
  targetType: alertType,
  target: line(300).min(1, alertTexts.targetRequired),
  /**
   * Of a Bitcoin address: all addresses of its cluster are the target too, as the cluster is when a transaction is compared. A
   * counterparty of the cluster is compared as an entity is: it sends what the monitored address receives, and the amount is
   * that of the counterparties of the cluster.
   */
  withCluster: z.boolean().optional(),
  blockchain,
  /**
   * Seen from the target: a monitored address or a transaction as the monitored address sees it; an entity sends what a
   * monitored address receives.
   */
  direction: z.enum(alertDirections),
  /**
   * This much or more, in coins of the chain as decimal text; null: any, also tokens. Compared with the net amount of the
   * transaction; where an entity or a category is named, with the sum of the counterparties that are meant, but of those who
   * stand behind it indirectly with the whole of it. An amount that is not known, and one of a token, reaches none.
   */
  amount: z
    .string()
    .regex(/^\d{1,40}(?:\.\d{1,18})?$/)
    .nullable(),
  severity,
  /**
   * How the monitored address is related to who is meant by `target`, `counterpartyEntity` or `category`. `direct`: on the other
   * side of the transaction itself. `indirect`: at two or more hops behind a payment that comes in, by the exposure that the
   * score of the transaction rests on, and not known on its other side; where nobody in particular is meant, anybody who is
   * known. It is known once the transaction is in a block. Only of payments that come in, without `withCluster` (400). Null:
   * either one.
   */
  counterpartyRelation: z.enum(alertRelations).nullable(),
  /**
   * Name or id of an entity among the counterparties, of whom the 50 largest are known; where the target is an entity, the
   * name that the organization gave to whom the monitored address belongs.
   */
  counterpartyEntity: line(300).min(1).nullable(),
  /**
   * A risk category that a counterparty has in the directory at that time; together with an entity, that entity has it.
   * Who is not in the directory has none.
   */
  category: z.string().min(1).max(60).nullable(),
  /** What members read; empty: nothing of their own. */
  summary: line(1_000),
};
const ruleInput = z.object(ruleFields);
export type AlertRuleInput = z.infer<typeof ruleInput>;

/**
 * A rule. It looks at the compliance transactions of its organization, listed
 * or below the threshold, each when it is screened; every condition must hold, and what cannot be decided raises nothing.
 */
const alertRule = z.object({
  _id: z.string(),
  ...ruleFields,
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
  body: ruleInput,
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
  body: ruleInput.partial().extend({ isActive: z.boolean().optional(), version }),
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
  body: ruleInput,
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
