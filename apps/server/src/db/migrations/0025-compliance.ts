/**
 * Transactions of monitored addresses. The ledger writes a row, and what concerns the chain of it, in the transaction of the block or of
 * the list of waiting transactions; screening and review write the rest.
 */
export const compliance = `
alter table monitored_address add column screen_from timestamptz;
update monitored_address set screen_from = created_at;
alter table monitored_address alter column screen_from set not null;
alter table monitored_address add column change_number int8 not null default 1;
create index monitored_address_changed on monitored_address (chain, change_number) where deleted_at is null and is_active;
alter table monitored_address add column past_from timestamptz;
alter table monitored_address add column past_left int4;
alter table monitored_address add column past_done_at timestamptz;
create index monitored_address_past on monitored_address (past_from) where past_from is not null and past_done_at is null;
create table monitored_change_counter (
  one boolean primary key default true check (one),
  last int8 not null
);
insert into monitored_change_counter (one, last) values (true, 1);
create table compliance_transaction (
  id uuid primary key,
  organization_id uuid not null,
  address_id uuid not null,
  chain text not null check (chain in ('bitcoin', 'ethereum')),
  txid bytea not null,
  address text not null,
  client_id text,
  direction text not null check (direction in ('in', 'out')),
  contract bytea,
  amount numeric(78, 0) not null,
  presence text not null check (presence in ('waiting', 'confirmed', 'withdrawn')),
  gone_because text check (gone_because in ('replaced', 'evicted', 'conflict', 'reorganised')),
  replaced_by bytea,
  height int4,
  happened_at timestamptz not null,
  seen_at timestamptz not null,
  screening text not null check (screening in ('waiting', 'scored', 'nothing_known', 'not_covered', 'failed')),
  screening_due timestamptz,
  attempts int2 not null default 0,
  screened_at timestamptz,
  risk_score int2 check (risk_score between 0 and 100),
  over_threshold boolean not null default false,
  usd_cents numeric(78, 0),
  below boolean not null default false,
  asset_symbol text,
  asset_decimals int4,
  counterparties text,
  basis text,
  status text not null default 'UNASSIGNED',
  reviewer_id uuid,
  reviewed_at timestamptz,
  approved_by uuid,
  approved_at timestamptz,
  notes text,
  sar_submitted boolean not null default false,
  sar_report text,
  due_at timestamptz,
  version int4 not null default 1
);
create unique index compliance_transaction_once on compliance_transaction (organization_id, chain, txid, address_id);
create index compliance_transaction_list on compliance_transaction (organization_id, status, happened_at desc, id desc) where not below;
create index compliance_transaction_risk on compliance_transaction (organization_id, status, risk_score desc nulls last, id desc) where not below;
create index compliance_transaction_amount on compliance_transaction (organization_id, status, amount desc, id desc) where not below;
create index compliance_transaction_below on compliance_transaction (organization_id, status) where below;
create index compliance_transaction_over on compliance_transaction (organization_id, status, happened_at desc, id desc) where over_threshold and not below;
create index compliance_transaction_queue on compliance_transaction (organization_id, over_threshold desc, risk_score desc nulls last, happened_at, id)
  where status = 'UNASSIGNED' and not below and presence <> 'withdrawn';
create index compliance_transaction_client on compliance_transaction (organization_id, client_id, happened_at desc, id desc) where not below and client_id is not null;
create index compliance_transaction_reviewer on compliance_transaction (organization_id, reviewer_id) where reviewer_id is not null;
create index compliance_transaction_address on compliance_transaction (organization_id, address);
create index compliance_transaction_new on compliance_transaction (seen_at desc, id) where screening_due is not null;
create index compliance_transaction_tx on compliance_transaction (chain, txid);
create index compliance_transaction_open on compliance_transaction (chain, txid) where presence <> 'confirmed';
create index compliance_transaction_block on compliance_transaction (chain, height) where presence = 'confirmed';
create table compliance_happening (
  transaction_id uuid not null,
  number int4 not null,
  organization_id uuid not null,
  kind text not null check (kind in ('seen', 'confirmed', 'withdrawn', 'screened', 'status', 'assignee')),
  at timestamptz not null,
  by_id uuid,
  before text,
  after text,
  note text,
  primary key (transaction_id, number)
)
`;
