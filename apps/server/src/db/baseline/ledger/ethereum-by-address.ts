/** Ethereum addresses that are read individually from a remote provider. */
export const ethereumByAddress = `
create table eth_remote (
  one int2 primary key default 1 check (one = 1),
  chain_id int8 not null,
  height int4 not null,
  hash bytea not null,
  time int8 not null
);

create table eth_remote_address (
  key bytea primary key,
  stored int4 not null,
  complete boolean not null,
  balance numeric,
  balance_height int4,
  fits boolean,
  created_by bytea,
  created_height int4,
  asked_at int8 not null,
  checked_at int8 not null,
  checked_tip bytea not null,
  checked_height int4 not null,
  problem text
);
create index eth_remote_address_asked on eth_remote_address (asked_at);

create table eth_remote_list (
  key bytea not null,
  list int2 not null,
  loaded int4 not null,
  settled int4 not null,
  primary key (key, list)
);

create table eth_remote_movement (
  key bytea not null,
  list int2 not null,
  height int4 not null,
  ord int4 not null,
  number int4,
  time int8 not null,
  hash bytea not null,
  tx_index int4,
  kind int2 not null,
  sender bytea,
  receiver bytea,
  token bytea,
  token_id numeric,
  amount numeric not null,
  attempted numeric,
  log_index int4,
  path text,
  selector bytea,
  creates boolean not null,
  spam int2 not null,
  primary key (key, list, height, ord)
);
create index eth_remote_movement_number on eth_remote_movement (key, number);
create index eth_remote_movement_height on eth_remote_movement (key, height);
create index eth_remote_movement_hash on eth_remote_movement (key, hash);
create index eth_remote_movement_unplaced on eth_remote_movement (key, height) where tx_index is null;
create index eth_remote_movement_tx on eth_remote_movement (hash);

create table eth_remote_token (
  contract bytea primary key,
  id int4 generated always as identity,
  standard text not null,
  name text,
  symbol text,
  decimals int4,
  fake boolean not null
);
`;
