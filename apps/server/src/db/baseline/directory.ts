/**
 * The directory of entities and attributions (`docs/concepts/directory.md`). Rows with `since` and `until` are valid from
 * one release to before another, so that a filter returns any earlier state. Releases ascend in the order of their
 * transactions: each locks the row of `directory_state`. Dates are texts such as 2026-01-31 (UTC).
 */
export const directory = `
create table directory_state (
  one boolean primary key default true check (one),
  version int8 not null
);

create table directory_source (
  id text primary key,
  name text not null,
  importer text not null,
  url text,
  license text,
  acknowledgment text,
  rank int4 not null,
  data_date text,
  retrieved_at timestamptz,
  content_hash text,
  entities int4,
  attributions int4,
  refused int4,
  other_chains int4,
  refused_sample jsonb not null default '[]'
);

create table directory_release (
  id int8 primary key,
  source_id text not null,
  kind text not null check (kind in ('sync', 'edit', 'merge')),
  at timestamptz not null,
  actor uuid,
  statements_added int4 not null,
  statements_removed int4 not null,
  attributions_added int4 not null,
  attributions_removed int4 not null,
  entities int4 not null,
  refused int4 not null,
  sample jsonb not null
);
create index directory_release_at on directory_release (at);

create table directory_subject (
  source_id text not null,
  local_id text not null,
  entity_id text not null,
  reason text not null,
  since int8 not null,
  until int8,
  primary key (source_id, local_id, since)
);
create unique index directory_subject_live on directory_subject (source_id, local_id) where until is null;
create index directory_subject_entity on directory_subject (entity_id);
create index directory_subject_since on directory_subject (since);
create index directory_subject_until on directory_subject (until) where until is not null;

create table directory_merged (
  entity_id text not null,
  into_id text not null,
  release int8 not null,
  -- Release that withdrew it; null: still valid.
  until int8,
  primary key (entity_id, release)
);
create unique index directory_merged_live on directory_merged (entity_id) where until is null;
create index directory_merged_into on directory_merged (into_id);

create table directory_statement (
  id int8 generated always as identity primary key,
  source_id text not null,
  rank int4 not null,
  local_id text not null,
  field text not null,
  place int2 not null,
  value text,
  ref text,
  confidence int2 not null,
  valid_from text,
  valid_to text,
  retrieved_at timestamptz not null,
  digest bytea not null,
  since int8 not null,
  until int8
);
create unique index directory_statement_live on directory_statement (source_id, digest) where until is null;
create index directory_statement_subject on directory_statement (source_id, local_id);
create index directory_statement_since on directory_statement (since);
create index directory_statement_until on directory_statement (until) where until is not null;

create table directory_attribution (
  id int8 generated always as identity primary key,
  chain int2 not null,
  key bytea not null,
  source_id text not null,
  rank int4 not null,
  local_id text not null,
  kind text not null check (kind in ('direct', 'derived', 'denied')),
  bo text,
  custodian text,
  label text,
  category text,
  confidence int2 not null,
  ref text,
  valid_from text,
  valid_to text,
  retrieved_at timestamptz not null,
  digest bytea not null,
  since int8 not null,
  until int8
);
create unique index directory_attribution_live on directory_attribution (source_id, digest) where until is null;
create index directory_attribution_key on directory_attribution (chain, key);
create index directory_attribution_subject on directory_attribution (source_id, local_id);
create index directory_attribution_since on directory_attribution (since);
create index directory_attribution_until on directory_attribution (until) where until is not null;

create table directory_entity (
  entity_id text primary key,
  record jsonb not null,
  version int8 not null,
  updated_at timestamptz not null,
  updated_by uuid,
  csam boolean not null,
  next_change text,
  domain text,
  name_key text,
  country text,
  parent_id text
);
create index directory_entity_domain on directory_entity (domain) where domain is not null;
create index directory_entity_name on directory_entity (name_key) where name_key is not null;
create index directory_entity_country on directory_entity (country) where country is not null;
create index directory_entity_parent on directory_entity (parent_id) where parent_id is not null;
create index directory_entity_due on directory_entity (next_change) where next_change is not null;

create table directory_change (
  id uuid primary key,
  kind text not null check (kind in ('edit', 'create', 'delete', 'attribution', 'merge', 'unmerge')),
  suggestion boolean not null,
  entity_id text not null,
  patch jsonb not null,
  base_version int8 not null,
  author uuid not null,
  at timestamptz not null,
  reason text,
  state text not null check (state in ('pending', 'approved', 'rejected', 'withdrawn')),
  decided_by uuid,
  decided_at timestamptz,
  decision_reason text,
  release int8
);
create index directory_change_at on directory_change (at, id);
create index directory_change_author on directory_change (author, at, id);
create index directory_change_entity on directory_change (entity_id, at, id);
create index directory_change_pending on directory_change (at, id) where state = 'pending';

create table directory_editor (
  user_id uuid primary key,
  granted_by uuid,
  at timestamptz not null
);
create unlogged table directory_staged_subject (
  local_id text not null,
  same_as text,
  by_name boolean not null
);
create unlogged table directory_staged_statement (
  local_id text not null,
  field text not null,
  place int2 not null,
  value text,
  ref text,
  confidence int2 not null,
  valid_from text,
  valid_to text,
  digest bytea not null
);
create index directory_staged_statement_subject on directory_staged_statement (local_id, field);
create unlogged table directory_staged_attribution (
  chain int2 not null,
  key bytea not null,
  local_id text not null,
  kind text not null,
  bo text,
  custodian text,
  label text,
  category text,
  confidence int2 not null,
  ref text,
  valid_from text,
  valid_to text,
  digest bytea not null
);
`;
