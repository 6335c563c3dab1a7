/** Unconfirmed Bitcoin transactions. */
export const bitcoinMempool = `
create table btc_mempool (
  one int2 primary key default 1 check (one = 1),
  waiting int4 not null,
  vsize int8 not null,
  left_out int4 not null,
  synced_at int8 not null,
  tip bytea
);

create table btc_waiting (
  id int8 primary key,
  txid bytea not null unique,
  first_seen int8 not null,
  vsize int4 not null,
  fee int8,
  rate int8,
  unknown_inputs int4 not null,
  signals int2 not null,
  raw bytea not null,
  prevouts bytea not null
);
alter table btc_waiting alter column raw set storage external;
create index btc_waiting_rate on btc_waiting (rate, id);
create index btc_waiting_unknown on btc_waiting (id) where unknown_inputs > 0;

create table btc_waiting_input (
  prev_txid bytea not null,
  vout int8 not null,
  id int8 not null,
  primary key (prev_txid, vout, id)
);
create index btc_waiting_input_id on btc_waiting_input (id);

create table btc_waiting_address (
  key bytea not null,
  id int8 not null,
  received int8 not null,
  spent int8 not null,
  primary key (key, id)
);
create index btc_waiting_address_id on btc_waiting_address (id);

create table btc_gone (
  seq int8 primary key,
  txid bytea not null unique,
  first_seen int8 not null,
  gone_at int8 not null,
  reason text not null check (reason in ('mined', 'replaced', 'evicted', 'conflict')),
  by_txid bytea
);
create index btc_gone_by on btc_gone (by_txid) where by_txid is not null;

-- What the transactions of remembered blocks that left the chain spend, unless they are in the chain again.
create table btc_gone_input (
  prev_txid bytea not null,
  vout int8 not null,
  txid bytea not null,
  block_hash bytea not null,
  mined_at int8 not null,
  primary key (prev_txid, vout, txid)
);
create index btc_gone_input_txid on btc_gone_input (txid);
create index btc_gone_input_block on btc_gone_input (block_hash);
create sequence btc_waiting_id;
create sequence btc_gone_seq;
`;
