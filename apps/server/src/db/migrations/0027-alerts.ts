/** Alert rules of organisations, and what they raised: once for each rule and compliance transaction. */
export const alerts = `
create table alert_rule (
  id uuid primary key,
  organization_id uuid not null,
  target_type text not null check (target_type in ('address', 'entity', 'transaction')),
  target text not null,
  chain text not null check (chain in ('bitcoin', 'ethereum')),
  direction text not null check (direction in ('in', 'out', 'both')),
  amount text,
  severity text not null check (severity in ('high', 'medium', 'low')),
  counterparty_relation text check (counterparty_relation in ('direct', 'indirect')),
  counterparty_entity text,
  category text,
  summary text not null,
  is_active boolean not null,
  version int4 not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz
);
create index alert_rule_list on alert_rule (organization_id, created_at desc, id desc) where deleted_at is null;
create table alert (
  id uuid primary key,
  organization_id uuid not null,
  rule_id uuid not null,
  transaction_id uuid not null,
  type text not null check (type in ('address', 'entity', 'transaction')),
  severity text not null check (severity in ('high', 'medium', 'low')),
  message text not null,
  summary text not null,
  raised_at timestamptz not null,
  status text not null check (status in ('new', 'acknowledged')),
  assignee_id uuid,
  acknowledged_by uuid,
  acknowledged_at timestamptz,
  version int4 not null
);
create unique index alert_once on alert (rule_id, transaction_id);
create index alert_list on alert (organization_id, raised_at desc, id desc);
create index alert_new on alert (organization_id, raised_at desc, id desc) where status = 'new';
create index compliance_transaction_time on compliance_transaction (organization_id, happened_at desc, id desc)
`;
