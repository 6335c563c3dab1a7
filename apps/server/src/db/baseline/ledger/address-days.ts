/** Daily figures of addresses with long histories (`docs/concepts/ledger.md`). The index finds blocks by time. */
export const addressDays = `
create table btc_days (
  id int8 not null,
  part int4 not null,
  days bytea not null,
  primary key (id, part)
);
alter table btc_days alter column days set storage main;

create table eth_days (
  id int8 not null,
  part int4 not null,
  days bytea not null,
  primary key (id, part)
);
alter table eth_days alter column days set storage main;

create index eth_block_time on eth_block (time);
`;
