/**
 * Data that packed transactions lack to rebuild their exact bytes, and the newest blocks that left the chain with the IDs of
 * their transactions, so that pages can report their state (`docs/concepts/ledger.md`).
 */
export const storedScripts = `
create table btc_tx_rest (
  pos int8 primary key,
  rest bytea not null
);
alter table btc_tx_rest alter column rest set storage external;

create table stale_block (
  id int8 generated always as identity primary key,
  blockchain text not null check (blockchain in ('bitcoin', 'ethereum')),
  hash bytea not null,
  height int4 not null,
  txids bytea not null
);
create index stale_block_hash on stale_block (hash);
alter table stale_block alter column txids set storage external;
`;
