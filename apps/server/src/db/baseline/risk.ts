/** Risk profiles, and the requested score histories of organizations (`docs/concepts/risk-history.md`). */
export const risk = `
create table risk_profile (
  organization_id uuid not null,
  -- From 1; a draft has the number that it will be activated under.
  number int4 not null check (number > 0),
  state text not null check (state in ('draft', 'active', 'replaced')),
  -- \`profileVersion\` of the settings.
  version text not null,
  -- JSON of the whole profile.
  settings text not null,
  reason text not null,
  written_by uuid not null,
  written_at timestamptz not null,
  activated_by uuid,
  activated_at timestamptz,
  primary key (organization_id, number)
);
create unique index risk_profile_draft on risk_profile (organization_id) where state = 'draft';
create unique index risk_profile_active on risk_profile (organization_id) where state = 'active';

create table risk_watch (
  id int8 generated always as identity primary key,
  organization_id uuid,
  chain text not null,
  kind text not null,
  subject text not null,
  method text not null,
  profile_version text not null,
  directory_version int8 not null,
  dependencies int8[] not null,
  dependencies_complete boolean not null
);
create unique index risk_watch_subject on risk_watch
  (chain, kind, subject, profile_version, coalesce(organization_id, '00000000-0000-0000-0000-000000000000'::uuid));
create index risk_watch_dependencies on risk_watch using gin (dependencies);
create index risk_watch_partial on risk_watch (id) where not dependencies_complete;

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
  attempts int4 not null default 0,
  next_attempt_at timestamptz not null default 'epoch'
);
create index risk_rescore_due on risk_rescore (next_attempt_at, watch_id);

create table risk_rescore_state (
  one boolean primary key default true check (one),
  release int8 not null,
  began_at timestamptz,
  ended_at timestamptz,
  done int4 not null default 0,
  differed int4 not null default 0,
  failed int4 not null default 0
);
`;
