/**
 * What each day brought to addresses with long histories (`docs/ledger.md`). Where there are accounts already, the
 * figures are made in the background: while that lasts there is a row in `…_days_to_make`, and `after` is how far
 * it has come. The index finds blocks of a time.
 */
export const addressDays = `
create table btc_days (
  id int8 not null,
  part int4 not null,
  days bytea not null,
  primary key (id, part)
);
alter table btc_days alter column days set storage main;

create table btc_days_to_make (
  one int2 primary key default 1 check (one = 1),
  after int8
);

create table eth_days (
  id int8 not null,
  part int4 not null,
  days bytea not null,
  primary key (id, part)
);
alter table eth_days alter column days set storage main;

create table eth_days_to_make (
  one int2 primary key default 1 check (one = 1),
  after int8
);
create index eth_block_time on eth_block (time);
`;
