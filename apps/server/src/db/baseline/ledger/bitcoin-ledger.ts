/** Blocks, transactions and addresses of Bitcoin (`docs/concepts/ledger.md`). */
export const bitcoinLedger = `
create table btc_ledger (
  one int2 primary key default 1 check (one = 1),
  network text not null,
  transactions int8 not null default 0,
  addresses int8 not null default 0,
  utxos int8 not null default 0,
  address_balance int8 not null default 0,
  other_balance int8 not null default 0,
  destroyed int8 not null default 0,
  rewards int8 not null default 0,
  fees int8 not null default 0,
  unknown_inputs int8 not null default 0
);

create table btc_range (
  lo int4 primary key,
  hi int4 not null
);

create table btc_block (
  height int4 primary key,
  hash bytea not null unique,
  header bytea not null,
  tx_count int4 not null,
  size int4 not null,
  stripped_size int4 not null,
  input_count int4 not null,
  output_count int4 not null,
  unknown_inputs int4 not null,
  output_amt int8 not null,
  reward int8 not null,
  fees int8 not null,
  coinbase_script bytea not null
);

create table btc_tx (
  pos int8 primary key,
  txid bytea not null,
  body bytea not null
);
alter table btc_tx alter column body set storage external;

create table btc_tx_lookup (
  key int8 not null,
  pos int8 not null,
  primary key (key, pos)
);

create table btc_account (
  id int8 primary key,
  received int8 not null,
  spent int8 not null,
  tx_count int4 not null,
  block_count int4 not null,
  flags int2 not null,
  key bytea not null,
  tail bytea not null
);
alter table btc_account alter column tail set storage main;

create table btc_activity (
  id int8 not null,
  chunk int4 not null,
  entries bytea not null,
  primary key (id, chunk)
);

create table btc_spend (
  outpoint int8 primary key,
  inpoint int8 not null
);

create table btc_unresolved (
  key int8 not null,
  inpoint int8 not null,
  primary key (key, inpoint)
);

create table btc_fork_block (
  hash bytea primary key,
  prev_hash bytea not null,
  raw bytea not null
);
create index btc_fork_block_prev on btc_fork_block (prev_hash);
alter table btc_fork_block alter column raw set storage external;

-- How far a bulk load has come (JSON); no row: none has begun. Its tables have the names of the others with load_ in front.
create table btc_load (
  one int2 primary key default 1 check (one = 1),
  state text not null
);
`;
