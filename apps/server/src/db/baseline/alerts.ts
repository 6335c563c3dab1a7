/** Alert rules, alerts, and their delivery to people and machines: events in the order of their commits, webhooks, mail. */
export const alerts = `
create table alert_rule (
  id uuid primary key,
  organization_id uuid not null,
  target_type text not null check (target_type in ('address', 'entity', 'transaction')),
  target text not null,
  chain text not null check (chain in ('bitcoin', 'ethereum')),
  -- The other conditions, as the contract declares them.
  conditions jsonb not null,
  severity text not null check (severity in ('high', 'medium', 'low')),
  summary text not null,
  -- False: paused.
  is_active boolean not null,
  -- From 1; every change adds one.
  version int4 not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz
);
create index alert_rule_list on alert_rule (organization_id, created_at desc, id desc) where deleted_at is null;

create table alert (
  id uuid primary key,
  organization_id uuid not null,
  -- Null: of no rule, but because the payment was reversed, or because of what the issuer of a token did.
  rule_id uuid,
  -- The compliance transaction, or what the issuer of a token did.
  transaction_id uuid,
  issuer_measure_id uuid check (num_nonnulls(transaction_id, issuer_measure_id) = 1),
  -- Of the rule when it was raised, as severity and summary.
  type text not null check (type in ('address', 'entity', 'transaction')),
  severity text not null check (severity in ('high', 'medium', 'low')),
  message text not null,
  summary text not null,
  raised_at timestamptz not null,
  status text not null check (status in ('new', 'acknowledged')),
  assignee_id uuid,
  acknowledged_by uuid,
  acknowledged_at timestamptz,
  version int4 not null,
  -- Of the first alert that it is shown with.
  group_id uuid not null
);
create unique index alert_once on alert (rule_id, transaction_id, issuer_measure_id) nulls not distinct;
create index alert_list on alert (organization_id, raised_at desc, id desc);
create index alert_new on alert (organization_id, raised_at desc, id desc) where status = 'new';
create index alert_group on alert (organization_id, group_id, raised_at desc, id desc);
create index alert_first on alert (rule_id, raised_at desc) where id = group_id;

create table alert_event_count (organization_id uuid primary key, last int8 not null);

create table alert_event (
  organization_id uuid not null,
  -- From 1 without gaps, in the order of commits.
  number int8 not null,
  id uuid not null unique,
  kind text not null check (kind in ('alert.raised', 'alert.acknowledged', 'screening.decided')),
  alert_id uuid,
  screening_check_id uuid check (num_nonnulls(alert_id, screening_check_id) = 1),
  at timestamptz not null,
  primary key (organization_id, number)
);
create unique index alert_event_once on alert_event (alert_id, kind);
create unique index alert_event_of_check on alert_event (screening_check_id, kind) where screening_check_id is not null;

create table webhook (
  id uuid primary key,
  organization_id uuid not null,
  url text not null,
  description text not null,
  state text not null check (state in ('active', 'paused', 'disabled')),
  -- Why it is paused.
  reason text,
  -- Attempts that have failed since the last success.
  failures int4 not null,
  -- The receiver is left alone until then.
  not_before timestamptz,
  last_success_at timestamptz,
  -- Sealed.
  secret bytea not null,
  previous_secret bytea,
  previous_until timestamptz,
  version int4 not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz
);
create index webhook_list on webhook (organization_id, created_at, id) where deleted_at is null;

create table webhook_delivery (
  id uuid primary key,
  organization_id uuid not null,
  webhook_id uuid not null,
  -- What the receiver sees as \`webhook-id\`.
  event_id uuid not null,
  kind text not null check (kind in ('alert.raised', 'alert.acknowledged', 'screening.decided', 'test')),
  sequence int8,
  state text not null check (state in ('queued', 'delivered', 'dead')),
  attempts int4 not null,
  first_tried_at timestamptz,
  next_attempt_at timestamptz,
  last_status int4,
  last_error text,
  created_at timestamptz not null,
  done_at timestamptz
);
create unique index webhook_delivery_once on webhook_delivery (webhook_id, event_id);
create index webhook_delivery_due on webhook_delivery (webhook_id, next_attempt_at) where next_attempt_at is not null;
create index webhook_delivery_list on webhook_delivery (webhook_id, created_at desc, id desc);
create index webhook_delivery_over on webhook_delivery (done_at) where done_at is not null;

create table alert_mail (
  organization_id uuid not null,
  user_id uuid not null,
  frequency text not null check (frequency in ('critical', 'hourly', 'daily')),
  -- Last event that was sent by mail.
  cursor_sequence int8 not null,
  due_at timestamptz not null,
  primary key (organization_id, user_id)
);
create index alert_mail_due on alert_mail (due_at);
create index alert_transaction on alert (transaction_id);
create index alert_issuer_measure on alert (issuer_measure_id) where issuer_measure_id is not null;
`;
