/** Alert rules and alerts (migration 0027), and how they reach people (0029). */
export interface AlertTables {
  alert_rule: AlertRuleTable;
  alert: AlertTable;
  alert_event_count: { organization_id: string; last: bigint };
  alert_event: AlertEventTable;
  webhook: WebhookTable;
  webhook_delivery: WebhookDeliveryTable;
  alert_mail: AlertMailTable;
}

export interface AlertRuleTable {
  id: string;
  organization_id: string;
  target_type: 'address' | 'entity' | 'transaction';
  target: string;
  /** The whole cluster of the address. */
  with_cluster: boolean;
  chain: 'bitcoin' | 'ethereum';
  direction: 'in' | 'out' | 'both';
  /** In coins, as decimal text; null: any. */
  amount: string | null;
  severity: 'high' | 'medium' | 'low';
  counterparty_relation: 'direct' | 'indirect' | null;
  counterparty_entity: string | null;
  category: string | null;
  summary: string;
  /** False: paused. */
  is_active: boolean;
  /** From 1; every change adds one. */
  version: number;
  created_at: Date;
  updated_at: Date;
  deleted_at: Date | null;
}

export interface AlertTable {
  id: string;
  organization_id: string;
  rule_id: string;
  /** The compliance transaction. */
  transaction_id: string;
  /** Of the rule when it was raised, as severity and summary. */
  type: 'address' | 'entity' | 'transaction';
  severity: 'high' | 'medium' | 'low';
  message: string;
  summary: string;
  raised_at: Date;
  status: 'new' | 'acknowledged';
  assignee_id: string | null;
  acknowledged_by: string | null;
  acknowledged_at: Date | null;
  version: number;
  /** Of the first alert that it is shown with. */
  group_id: string;
}

/** What happened to alerts; `sequence` ascends without gaps in the order of commits. */
export interface AlertEventTable {
  organization_id: string;
  sequence: bigint;
  id: string;
  kind: 'alert.raised' | 'alert.acknowledged';
  alert_id: string;
  happened_at: Date;
}

export interface WebhookTable {
  id: string;
  organization_id: string;
  url: string;
  description: string;
  state: 'active' | 'paused' | 'disabled';
  /** Why it is paused. */
  reason: string | null;
  /** Attempts that have failed since the last success. */
  failures: number;
  /** The receiver is left alone until then. */
  not_before: Date | null;
  last_success_at: Date | null;
  /** Sealed. */
  secret: Uint8Array;
  previous_secret: Uint8Array | null;
  previous_until: Date | null;
  version: number;
  created_at: Date;
  updated_at: Date;
  deleted_at: Date | null;
}

/** One for each webhook and event. */
export interface WebhookDeliveryTable {
  id: string;
  organization_id: string;
  webhook_id: string;
  /** What the receiver sees as `webhook-id`. */
  event_id: string;
  kind: AlertEventTable['kind'] | 'test';
  sequence: bigint | null;
  state: 'waiting' | 'delivered' | 'dead';
  attempts: number;
  first_tried_at: Date | null;
  next_attempt_at: Date | null;
  last_status: number | null;
  last_error: string | null;
  created_at: Date;
  done_at: Date | null;
}

/** Who wants mails of alerts; nobody's row means off. */
export interface AlertMailTable {
  organization_id: string;
  user_id: string;
  frequency: 'critical' | 'hourly' | 'daily';
  /** The last event that a mail told of. */
  cursor_sequence: bigint;
  due_at: Date;
}
