/** Co-spent addresses (`docs/concepts/clusters.md`): a forest whose nodes are addresses, and its progress. */
export const clusters = `
create table btc_cluster_state (
  one int2 primary key default 1 check (one = 1),
  rule int4 not null,
  done int4 not null
);

create table btc_cluster (
  id int8 primary key,
  home int8 not null,
  key bytea not null,
  size int8 not null,
  parent int8,
  place int8,
  linked int8
);
create index btc_cluster_home on btc_cluster (home);
create index btc_cluster_children on btc_cluster (parent, place) where parent is not null;

create table btc_label (
  key bytea not null,
  entity text not null,
  n int4 not null check (n > 0),
  primary key (key, entity)
);

create table btc_cluster_entity (
  id int8 not null,
  entity text not null,
  n int8 not null check (n > 0),
  primary key (id, entity)
);
`;
