/** How alerts reach people and machines: events in the order of their commits, webhooks, digests by mail, groups. */
export const alertDelivery = `
alter table alert_rule add column with_cluster boolean not null default false;
alter table alert add column group_id uuid;
update alert set group_id = id;
alter table alert alter column group_id set not null;
create index alert_group on alert (organization_id, group_id, raised_at desc, id desc);
create index alert_first on alert (rule_id, raised_at desc) where id = group_id;
create table alert_event_count (organization_id uuid primary key, last int8 not null);
create table alert_event (
  organization_id uuid not null,
  sequence int8 not null,
  id uuid not null unique,
  kind text not null check (kind in ('alert.raised', 'alert.acknowledged')),
  alert_id uuid not null,
  happened_at timestamptz not null,
  primary key (organization_id, sequence)
);
create unique index alert_event_once on alert_event (alert_id, kind);
create table webhook (
  id uuid primary key,
  organization_id uuid not null,
  url text not null,
  description text not null,
  state text not null check (state in ('active', 'paused', 'disabled')),
  reason text,
  failures int4 not null,
  not_before timestamptz,
  last_success_at timestamptz,
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
  event_id uuid not null,
  kind text not null check (kind in ('alert.raised', 'alert.acknowledged', 'test')),
  sequence int8,
  state text not null check (state in ('waiting', 'delivered', 'dead')),
  attempts int4 not null,
  first_tried_at timestamptz,
  next_attempt_at timestamptz,
  last_status int4,
  last_error text,
  created_at timestamptz not null,
  done_at timestamptz
);
create unique index webhook_delivery_once on webhook_delivery (webhook_id, event_id);
create index webhook_delivery_due on webhook_delivery (webhook_id, next_attempt_at) where state = 'waiting';
create index webhook_delivery_list on webhook_delivery (webhook_id, created_at desc, id desc);
create index webhook_delivery_over on webhook_delivery (done_at) where done_at is not null;
create table alert_mail (
  organization_id uuid not null,
  user_id uuid not null,
  frequency text not null check (frequency in ('critical', 'hourly', 'daily')),
  cursor_sequence int8 not null,
  due_at timestamptz not null,
  primary key (organization_id, user_id)
);
create index alert_mail_due on alert_mail (due_at)
`;
