/** Events of the ledgers, in the order of their transactions; only the newest are stored (`ledger/shared/events.ts`). */
export const ledgerEvents = `
create table ledger_event (
  id int8 primary key,
  kind text not null,
  blockchain text not null,
  lo int4,
  hi int4,
  depth int4,
  keys bytea
);

create table ledger_event_counter (
  one boolean primary key default true check (one),
  last int8 not null
);
`;
