/** Bitcoin addresses that are read individually from a remote provider. */
export const bitcoinByAddress = `
create table btc_remote (
  one int2 primary key default 1 check (one = 1),
  network text not null,
  height int4 not null,
  hash bytea not null,
  time int8 not null
);

create table btc_remote_block (
  hash bytea primary key,
  height int4 not null,
  header bytea not null
);

create table btc_remote_tx (
  txid bytea primary key,
  block bytea not null,
  height int4 not null,
  time int8 not null,
  place int4,
  raw bytea not null,
  prevouts bytea not null
);
alter table btc_remote_tx alter column raw set storage external;
create index btc_remote_tx_height on btc_remote_tx (height);
create index btc_remote_tx_unproven on btc_remote_tx (height) where place is null;

create table btc_remote_address (
  key bytea primary key,
  address text not null,
  total int4 not null,
  stored int4 not null,
  received int8 not null,
  spent int8 not null,
  asked_at int8 not null,
  checked_at int8 not null,
  checked_tip bytea not null,
  problem text
);
create index btc_remote_address_asked on btc_remote_address (asked_at);

create table btc_remote_entry (
  key bytea not null,
  number int4 not null,
  txid bytea not null,
  received int8 not null,
  spent int8 not null,
  primary key (key, number)
);
create index btc_remote_entry_txid on btc_remote_entry (txid);
`;
