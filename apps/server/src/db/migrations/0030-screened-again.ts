/**
 * Past compliance transactions that a release of the directory touches are screened again (`docs/compliance.md`). `met`: hashed names
 * of everything that the newest screening looked at. Those that were screened before this migration have none: the first release
 * after it takes them all.
 */
export const screenedAgain = `
create table compliance_met (
  transaction_id uuid primary key,
  directory_version int8 not null,
  met int8[] not null,
  met_whole boolean not null
);
insert into compliance_met
  select id, coalesce((basis::json->>'directoryVersion')::int8, 0), '{}', false from compliance_transaction where basis is not null;
create index compliance_met_names on compliance_met using gin (met);
create index compliance_met_partial on compliance_met (transaction_id) where not met_whole;
create index compliance_met_version on compliance_met (directory_version);
create table compliance_again (
  transaction_id uuid primary key,
  release int8 not null,
  attempts int4 not null default 0
);
create index compliance_again_next on compliance_again (attempts, transaction_id);
create table compliance_again_state (
  one boolean primary key default true check (one),
  announced int8 not null,
  done int8 not null
);
create table compliance_finding (
  id uuid primary key,
  organization_id uuid not null,
  transaction_id uuid not null,
  release int8 not null,
  found_at timestamptz not null,
  before text not null,
  after text not null,
  parties text not null,
  seen_by uuid,
  seen_at timestamptz,
  note text
);
create index compliance_finding_new on compliance_finding (organization_id, found_at desc, id desc) where seen_at is null;
create index compliance_finding_list on compliance_finding (organization_id, found_at desc, id desc);
create index compliance_finding_transaction on compliance_finding (transaction_id, found_at desc, id desc)
`;
