/**
 * Scores that people asked for, what was answered when it differed, and what a release of the directory makes to be scored
 * again (`docs/risk-history.md`). `met`: hashed names of owners, entities and countries that the newest score looked at.
 */
export const riskHistory = `
create table risk_watch (
  id int8 generated always as identity primary key,
  organization_id uuid,
  chain text not null,
  kind text not null,
  subject text not null,
  method text not null,
  profile_version text not null,
  directory_version int8 not null,
  met int8[] not null,
  met_whole boolean not null
);
create unique index risk_watch_subject on risk_watch
  (chain, kind, subject, profile_version, coalesce(organization_id, '00000000-0000-0000-0000-000000000000'::uuid));
create index risk_watch_met on risk_watch using gin (met);
create index risk_watch_partial on risk_watch (id) where not met_whole;
create table risk_history (
  id int8 generated always as identity primary key,
  watch_id int8 not null references risk_watch (id) on delete cascade,
  height int4,
  block_hash text,
  directory_version int8 not null,
  state text not null,
  overall int4,
  score int4,
  level text not null,
  hash text not null,
  factors jsonb not null,
  release int8,
  at timestamptz not null
);
create index risk_history_watch on risk_history (watch_id, id);
create table risk_rescore (
  watch_id int8 primary key references risk_watch (id) on delete cascade,
  release int8 not null,
  attempts int4 not null default 0
);
create table risk_rescore_state (
  one boolean primary key default true check (one),
  release int8 not null,
  began_at timestamptz,
  ended_at timestamptz,
  done int4 not null default 0,
  differed int4 not null default 0,
  failed int4 not null default 0
)
`;
