/** Addresses that organizations monitor, and every change of them; `key` is the ledger's address key. */
export const monitoring = `
create table monitored_address (
  id uuid primary key,
  organization_id uuid not null,
  chain text not null check (chain in ('bitcoin', 'ethereum')),
  -- As the ledger keeps addresses.
  key bytea not null,
  -- Canonical spelling.
  address text not null,
  client_id text,
  notes text,
  -- JSON: a list of texts.
  tags text not null default '[]',
  entity_name text,
  risk_threshold int4 check (risk_threshold between 0 and 100),
  is_active boolean not null,
  outgoing boolean not null,
  -- From 1; every change adds one.
  version int4 not null,
  created_by uuid not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  -- Transactions of blocks from then on are screened.
  screen_from timestamptz not null,
  -- Of the newest change that concerns screening; counts over all organizations.
  change_number int8 not null default 1,
  -- History from this time on is screened too; null: not requested.
  past_from timestamptz,
  -- Entries of its history that are still to be looked at, the newest first; null: not begun.
  past_left int4,
  past_done_at timestamptz,
  -- The monitored wallet that it joined with.
  wallet_id uuid
);
create unique index monitored_address_once on monitored_address (organization_id, chain, key) where deleted_at is null;
create index monitored_address_list on monitored_address (organization_id, created_at desc, id desc) where deleted_at is null;
create index monitored_address_screened on monitored_address (chain, key);

create table monitored_address_event (
  id uuid primary key,
  organization_id uuid not null,
  address_id uuid not null references monitored_address (id),
  -- Version of the entry: a change of several fields has a row for each.
  number int4 not null,
  kind text not null check (kind in ('create', 'update', 'delete')),
  -- Null: the whole entry.
  field text,
  -- JSON; null: nothing.
  before text,
  after text,
  note text,
  actor_id uuid not null,
  at timestamptz not null
);
create index monitored_address_event_of on monitored_address_event (address_id, number desc, id);
create index monitored_address_eventd on monitored_address (chain, change_number) where deleted_at is null and is_active;
create index monitored_address_past on monitored_address (past_from) where past_from is not null and past_done_at is null;

create index monitored_address_wallet on monitored_address (wallet_id) where wallet_id is not null and deleted_at is null;

-- Wallets that organizations monitor by their descriptor (BIP-380).
create table monitored_wallet (
  id uuid primary key,
  organization_id uuid not null,
  name text not null,
  chain text not null check (chain in ('bitcoin', 'ethereum')),
  -- Canonical, with its checksum; or the address of an Ethereum account.
  descriptor text not null,
  gap_limit int4 check (gap_limit > 0),
  -- Movements of an Ethereum account in which deposit accounts have been looked for: from the first to before the last.
  searched_from int4,
  searched_to int4,
  is_searched boolean not null default true,
  client_id text,
  entity_name text,
  -- JSON: a list of texts.
  tags text not null,
  outgoing boolean not null,
  past_from timestamptz,
  -- The limit of monitored addresses left no room for more.
  is_limited boolean not null default false,
  created_by uuid not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz
);
create unique index monitored_wallet_once on monitored_wallet (organization_id, descriptor) where deleted_at is null;

-- The sequences of a wallet: receiving, and change; an Ethereum account and its deposit accounts are one.
create table monitored_wallet_branch (
  wallet_id uuid not null references monitored_wallet (id),
  branch int2 not null,
  -- Addresses up to the last used one, and those that were derived.
  used int4 not null default 0,
  derived int4 not null default 0,
  primary key (wallet_id, branch)
);

-- Every address of a wallet, also if it was monitored already.
create table monitored_wallet_address (
  wallet_id uuid not null references monitored_wallet (id),
  branch int2 not null,
  index int4 not null,
  key bytea not null,
  primary key (wallet_id, branch, index)
);
create index monitored_wallet_address_key on monitored_wallet_address (key);

create table monitored_change_counter (
  one boolean primary key default true check (one),
  last int8 not null
);
insert into monitored_change_counter (one, last) values (true, 1);
`;
