/** Blocks, transactions and accounts of Ethereum (`docs/concepts/ledger.md`). */
export const ethereumLedger = `
create table eth_ledger (
  one int2 primary key default 1 check (one = 1),
  chain_id numeric not null,
  network text not null,
  transactions int8 not null default 0,
  accounts int8 not null default 0,
  assets int8 not null default 0,
  unopened int8 not null default 0,
  untraced int8 not null default 0,
  received numeric not null default 0,
  spent numeric not null default 0,
  rewards numeric not null default 0,
  withdrawals numeric not null default 0,
  fees numeric not null default 0,
  burnt numeric not null default 0,
  tips numeric not null default 0,
  destroyed numeric not null default 0,
  opened numeric not null default 0
);

create table eth_range (
  lo int4 primary key,
  hi int4 not null
);

create table eth_block (
  height int4 primary key,
  hash bytea not null unique,
  parent_hash bytea not null,
  time int8 not null,
  tx_count int4 not null,
  body bytea not null
);
alter table eth_block alter column body set storage external;

create table eth_tx (
  pos int8 primary key,
  hash bytea not null,
  body bytea not null
);
alter table eth_tx alter column body set storage external;

create table eth_tx_lookup (
  key int8 not null,
  pos int8 not null,
  primary key (key, pos)
);

create table eth_account (
  id int8 primary key,
  received numeric not null,
  spent numeric not null,
  opening numeric,
  key bytea not null,
  lists bytea not null
);
alter table eth_account alter column lists set storage main;

create table eth_holding (
  id int8 not null,
  asset int4 not null,
  received numeric not null,
  spent numeric not null,
  lists bytea not null,
  primary key (id, asset)
);
alter table eth_holding alter column lists set storage main;

create table eth_list (
  id int8 not null,
  list int4 not null,
  chunk int4 not null,
  entries bytea not null,
  primary key (id, list, chunk)
);

create table eth_asset (
  id int4 primary key,
  contract bytea not null unique,
  standard int2 not null,
  decimals int2,
  fake boolean not null,
  movements int8 not null,
  name text,
  symbol text
);

-- What contracts stated with their events, about accounts, themselves, and transactions of other chains (factKinds). The index
-- is for pools of mixers.
create table eth_fact (
  key bytea not null,
  pos int8 not null,
  log int4 not null,
  kind int2 not null,
  contract bytea not null,
  primary key (key, pos, log)
);
create index eth_fact_mixer on eth_fact (contract, kind, pos) where kind in (5, 6);

-- Transactions of remembered blocks that left the chain, unless they are in the chain again.
create table eth_dropped_tx (
  hash bytea primary key,
  sender bytea not null,
  nonce numeric not null,
  block_hash bytea not null,
  -- The transaction with the same sender and nonce that a block contains since; null: none.
  replaced_by bytea
);
create index eth_dropped_tx_nonce on eth_dropped_tx (sender, nonce);
create index eth_dropped_tx_block on eth_dropped_tx (block_hash);

-- How far a bulk load has come; its tables have the names of the ledger's with load_ in front.
create table eth_load (
  one int2 primary key default 1 check (one = 1),
  state text not null
);
`;
