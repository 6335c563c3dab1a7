/**
 * Transactions of monitored addresses: ledger data, screening, review, findings of later lists, and the counts of lists. The
 * ledger writes a row and its chain data in the transaction of the block; screening and review write the rest.
 */
export const compliance = `
create table compliance_transaction (
  id uuid primary key,
  organization_id uuid not null,
  address_id uuid not null,
  chain text not null check (chain in ('bitcoin', 'ethereum')),
  -- As people write it: the other way round than in Bitcoin's messages.
  txid bytea not null,
  address text not null,
  -- As it was when the transaction was seen.
  client_id text,
  direction text not null check (direction in ('in', 'out')),
  -- Of Ethereum: the token; null is the chain's own coin.
  contract bytea,
  -- Net, in the smallest unit.
  amount numeric(78, 0) not null,
  presence text not null check (presence in ('unconfirmed', 'confirmed', 'withdrawn')),
  dropped_because text check (dropped_because in ('replaced', 'evicted', 'conflict', 'reorganized')),
  replaced_by bytea,
  height int4,
  -- Time of its block; before that when it was first seen.
  happened_at timestamptz not null,
  seen_at timestamptz not null,
  screening text not null check (screening in ('pending', 'scored', 'not_enough_seen', 'nothing_known', 'not_covered', 'failed')),
  -- When it is to be screened; null: it has been.
  next_attempt_at timestamptz,
  -- Of the screening that is due.
  attempts int4 not null default 0,
  screened_at timestamptz,
  risk_score int2 check (risk_score between 0 and 100),
  -- What the Screener calls the score: given by the screening that gave the score, and not worked out again.
  risk_level text check (risk_level in ('high', 'medium', 'low')),
  -- Version of the risk profile that it was screened by.
  risk_profile text,
  over_threshold boolean not null default false,
  usd_cents numeric(78, 0),
  -- Worth less than the organization's threshold: counted, not listed.
  below_threshold boolean not null default false,
  asset_symbol text,
  asset_decimals int4,
  -- JSON.
  counterparties text,
  -- JSON.
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
  version int4 not null default 1,
  -- A decision that waits for a second person.
  proposed_status text check (proposed_status in ('APPROVED', 'CLOSED_WITH_NOTE', 'CLOSED_WITH_SAR')),
  proposed_by uuid,
  proposed_at timestamptz,
  -- Note, or reference of the report.
  proposed_note text,
  -- The database ends it with any change of what the transaction is.
  snoozed_until timestamptz,
  snoozed_by uuid,
  snooze_reason text,
  -- The report of this organization that it was closed with, or that was handed in about it.
  sar_id uuid,
  proposed_sar_id uuid,
  -- JSON: all assets that it moved; null: not more than one.
  assets text,
  check ((risk_score is null) = (risk_level is null))
);
create unique index compliance_transaction_once on compliance_transaction (organization_id, chain, txid, address_id);
create index compliance_transaction_list on compliance_transaction (organization_id, status, happened_at desc, id desc) where not below_threshold;
create index compliance_transaction_risk on compliance_transaction (organization_id, status, risk_score desc nulls last, happened_at, id) where not below_threshold;
create index compliance_transaction_level on compliance_transaction (organization_id, status, risk_level, risk_score desc nulls last, happened_at, id)
  where not below_threshold and risk_level is not null;
create index compliance_transaction_amount on compliance_transaction (organization_id, status, amount desc, id desc) where not below_threshold;
create index compliance_transaction_worth on compliance_transaction (organization_id, status, usd_cents desc nulls last, id desc) where not below_threshold;
create index compliance_transaction_below_threshold on compliance_transaction (organization_id, status) where below_threshold;
create index compliance_transaction_over on compliance_transaction (organization_id, status, happened_at desc, id desc) where over_threshold and not below_threshold;
create index compliance_transaction_queue on compliance_transaction (organization_id, over_threshold desc, risk_score desc nulls last, happened_at, id)
  where status = 'UNASSIGNED' and not below_threshold and presence <> 'withdrawn';
create index compliance_transaction_client on compliance_transaction (organization_id, client_id, happened_at desc, id desc) where not below_threshold and client_id is not null;
create index compliance_transaction_reviewer on compliance_transaction (organization_id, reviewer_id) where reviewer_id is not null;
create index compliance_transaction_address on compliance_transaction (organization_id, address);
create index compliance_transaction_new on compliance_transaction (seen_at desc, id) where next_attempt_at is not null;
create index compliance_transaction_tx on compliance_transaction (chain, txid);
create index compliance_transaction_open on compliance_transaction (chain, txid) where presence <> 'confirmed';
create index compliance_transaction_block on compliance_transaction (chain, height) where presence = 'confirmed';

-- What issuers of tokens did to monitored accounts: a row per event, address, and organization, written with the block.
create table issuer_measure (
  id uuid primary key,
  organization_id uuid not null,
  address_id uuid not null,
  chain text not null check (chain in ('bitcoin', 'ethereum')),
  -- The transaction with the event.
  txid bytea not null,
  address text not null,
  kind text not null check (kind in ('frozen', 'seized')),
  -- The token.
  contract bytea not null,
  presence text not null check (presence in ('confirmed', 'withdrawn')),
  height int4,
  -- Time of its block.
  happened_at timestamptz not null,
  -- Its alert is still to be raised.
  is_due boolean not null
);
create unique index issuer_measure_once on issuer_measure (organization_id, chain, txid, address_id, kind, contract);
create index issuer_measure_due on issuer_measure (organization_id, id) where is_due and presence = 'confirmed';
create index issuer_measure_block on issuer_measure (chain, height) where presence = 'confirmed';
create index issuer_measure_withdrawn on issuer_measure (chain, txid) where presence = 'withdrawn';
create index issuer_measure_time on issuer_measure (organization_id, happened_at);

create table compliance_event (
  transaction_id uuid not null,
  -- From 1.
  number int4 not null,
  organization_id uuid not null,
  kind text not null check (kind in ('seen', 'confirmed', 'withdrawn', 'screened', 'status', 'assignee', 'proposed', 'rejected', 'snoozed', 'woken')),
  at timestamptz not null,
  actor_id uuid,
  before text,
  after text,
  note text,
  -- The report that it was closed with.
  sar_id uuid,
  primary key (transaction_id, number)
);
create index compliance_transaction_time on compliance_transaction (organization_id, happened_at desc, id desc);

create table compliance_dependency (
  transaction_id uuid primary key,
  directory_version int8 not null,
  dependencies int8[] not null,
  dependencies_complete boolean not null
);
create index compliance_dependency_names on compliance_dependency using gin (dependencies);
create index compliance_dependency_partial on compliance_dependency (transaction_id) where not dependencies_complete;
create index compliance_dependency_version on compliance_dependency (directory_version);

create table compliance_rescreen (
  transaction_id uuid primary key,
  release int8 not null,
  attempts int4 not null default 0,
  next_attempt_at timestamptz not null default 'epoch'
);
create index compliance_rescreen_due on compliance_rescreen (next_attempt_at, transaction_id);

create table compliance_rescreen_state (
  one boolean primary key default true check (one),
  announced int8 not null,
  done int8 not null
);

create table compliance_finding (
  id uuid primary key,
  organization_id uuid not null,
  transaction_id uuid not null,
  release int8 not null,
  found_at timestamptz not null,
  -- JSON.
  before text not null,
  after text not null,
  parties text not null,
  seen_by uuid,
  seen_at timestamptz,
  note text,
  -- When it was found; null: before it was kept.
  transaction_status text
);
create index compliance_finding_new on compliance_finding (organization_id, found_at desc, id desc) where seen_at is null;
create index compliance_finding_list on compliance_finding (organization_id, found_at desc, id desc);
create index compliance_finding_transaction on compliance_finding (transaction_id, found_at desc, id desc);
create index compliance_transaction_proposed on compliance_transaction (organization_id, proposed_at, id)
    where proposed_at is not null;
create index compliance_transaction_snoozed on compliance_transaction (organization_id, snoozed_until, id)
    where snoozed_until is not null;
create index compliance_transaction_wakes on compliance_transaction (snoozed_until) where snoozed_until is not null;
create index compliance_transaction_given on compliance_transaction (organization_id, seen_at, id)
    where status = 'UNASSIGNED' and not below_threshold and next_attempt_at is null;
-- With the columns that the backlog is counted by, so that counting doesn't read the rows.
create index compliance_transaction_due on compliance_transaction (organization_id, due_at) include (seen_at, risk_level, reviewer_id)
    where status in ('UNASSIGNED', 'UNREVIEWED', 'IN_REVIEW', 'HOLD') and not below_threshold;
create index compliance_transaction_load on compliance_transaction (organization_id, reviewer_id)
    where status in ('UNREVIEWED', 'IN_REVIEW', 'HOLD');

create function compliance_wake() returns trigger language plpgsql as $$
  begin
    new.snoozed_until := null;
    new.snoozed_by := null;
    new.snooze_reason := null;
    return new;
  end $$;
create trigger compliance_wake before update on compliance_transaction for each row
    when (old.snoozed_until is not null and (old.presence, old.dropped_because, old.height, old.screening, old.risk_score, old.over_threshold, old.counterparties, old.status, old.reviewer_id, old.proposed_at) is distinct from (new.presence, new.dropped_because, new.height, new.screening, new.risk_score, new.over_threshold, new.counterparties, new.status, new.reviewer_id, new.proposed_at))
    execute function compliance_wake();

create table compliance_filter (
  id uuid primary key,
  organization_id uuid not null references organization (id),
  owner_id uuid not null references app_user (id),
  -- With the whole organization.
  shared boolean not null,
  name text not null,
  -- Search parameters, as JSON.
  search text not null,
  created_at timestamptz not null,
  version int4 not null default 1
);
create index compliance_filter_list on compliance_filter (organization_id, name, id);

-- Who is given new transactions; members without a row are not.
create table reviewer_auto_assignment (
  organization_id uuid not null,
  user_id uuid not null,
  auto_assign boolean not null default false,
  last_given_at timestamptz,
  primary key (organization_id, user_id),
  foreign key (organization_id, user_id) references organization_member (organization_id, user_id) on delete cascade
);

create table compliance_daily_count (
  organization_id uuid not null,
  status text not null,
  below_threshold boolean not null,
  chain text not null,
  risk_level text not null check (risk_level in ('high', 'medium', 'low', 'unknown')),
  over_threshold boolean not null,
  day date not null,
  n int8 not null,
  fresh boolean not null default true
);
create index compliance_daily_count_day on compliance_daily_count (organization_id, status, below_threshold, day);
create index compliance_daily_count_fresh on compliance_daily_count (organization_id) where fresh;

create function compliance_daily_count_insert() returns trigger language plpgsql as $$
  begin
    insert into compliance_daily_count (organization_id, status, below_threshold, chain, risk_level, over_threshold, day, n)
    select organization_id, status, below_threshold, chain, risk_level, over_threshold, day, sum(n) from (select organization_id, status, below_threshold, chain,
  coalesce(risk_level, 'unknown') as risk_level,
  over_threshold, (happened_at at time zone 'UTC')::date as day, 1 as n from after_rows) rows group by 1, 2, 3, 4, 5, 6, 7 having sum(n) <> 0;
    return null;
  end $$;
create trigger compliance_daily_count_insert after insert on compliance_transaction
    referencing new table as after_rows for each statement execute function compliance_daily_count_insert();

create function compliance_daily_count_update() returns trigger language plpgsql as $$
  begin
    insert into compliance_daily_count (organization_id, status, below_threshold, chain, risk_level, over_threshold, day, n)
    select organization_id, status, below_threshold, chain, risk_level, over_threshold, day, sum(n) from (select organization_id, status, below_threshold, chain,
  coalesce(risk_level, 'unknown') as risk_level,
  over_threshold, (happened_at at time zone 'UTC')::date as day, 1 as n from after_rows union all select organization_id, status, below_threshold, chain,
  coalesce(risk_level, 'unknown') as risk_level,
  over_threshold, (happened_at at time zone 'UTC')::date as day, -1 as n from before_rows) rows group by 1, 2, 3, 4, 5, 6, 7 having sum(n) <> 0;
    return null;
  end $$;
create trigger compliance_daily_count_update after update on compliance_transaction
    referencing old table as before_rows new table as after_rows for each statement execute function compliance_daily_count_update();

create function compliance_daily_count_delete() returns trigger language plpgsql as $$
  begin
    insert into compliance_daily_count (organization_id, status, below_threshold, chain, risk_level, over_threshold, day, n)
    select organization_id, status, below_threshold, chain, risk_level, over_threshold, day, sum(n) from (select organization_id, status, below_threshold, chain,
  coalesce(risk_level, 'unknown') as risk_level,
  over_threshold, (happened_at at time zone 'UTC')::date as day, -1 as n from before_rows) rows group by 1, 2, 3, 4, 5, 6, 7 having sum(n) <> 0;
    return null;
  end $$;
create trigger compliance_daily_count_delete after delete on compliance_transaction
    referencing old table as before_rows for each statement execute function compliance_daily_count_delete();

create table compliance_exposure (
  transaction_id uuid primary key,
  parties text not null
);
create index compliance_transaction_sar on compliance_transaction (sar_id) where sar_id is not null;
create index compliance_transaction_proposed_sar on compliance_transaction (proposed_sar_id)
  where proposed_sar_id is not null;
`;
