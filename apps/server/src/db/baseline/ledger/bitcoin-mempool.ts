/** Unconfirmed Bitcoin transactions. */
export const bitcoinMempool = `
create table btc_mempool (
  one int2 primary key default 1 check (one = 1),
  transactions int4 not null,
  vsize int8 not null,
  left_out int4 not null,
  synced_at int8 not null,
  tip bytea
);

create table btc_mempool_tx (
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
alter table btc_mempool_tx alter column raw set storage external;
create index btc_mempool_rate on btc_mempool_tx (rate, id);
create index btc_mempool_unknown on btc_mempool_tx (id) where unknown_inputs > 0;

create table btc_mempool_input (
  prev_txid bytea not null,
  vout int8 not null,
  id int8 not null,
  primary key (prev_txid, vout, id)
);
create index btc_mempool_input_id on btc_mempool_input (id);

create table btc_mempool_address (
  key bytea not null,
  id int8 not null,
  received int8 not null,
  spent int8 not null,
  primary key (key, id)
);
create index btc_mempool_address_id on btc_mempool_address (id);

create table btc_dropped (
  seq int8 primary key,
  txid bytea not null unique,
  first_seen int8 not null,
  dropped_at int8 not null,
  reason text not null check (reason in ('mined', 'replaced', 'evicted', 'conflict')),
  by_txid bytea
);
create index btc_dropped_by on btc_dropped (by_txid) where by_txid is not null;

-- What the transactions of remembered blocks that left the chain spend, unless they are in the chain again.
create table btc_dropped_input (
  prev_txid bytea not null,
  vout int8 not null,
  txid bytea not null,
  block_hash bytea not null,
  mined_at int8 not null,
  primary key (prev_txid, vout, txid)
);
create index btc_dropped_input_txid on btc_dropped_input (txid);
create index btc_dropped_input_block on btc_dropped_input (block_hash);
create sequence btc_mempool_id;
create sequence btc_dropped_seq;
`;
