/**
 * Suspicious activity reports: their content as it is signed, signatures with what they sign, every change as one numbered
 * row, and the filing institution of an organization's reports (docs/guide/sars.md).
 */
export const sars = `
create table sar_institution (
  organization_id uuid primary key,
  -- JSON.
  content text not null,
  version int4 not null,
  updated_by uuid not null,
  updated_at timestamptz not null
);

create table sar_report (
  id uuid primary key,
  organization_id uuid not null,
  -- Of the organization's reports, from 1.
  number int4 not null,
  title text not null,
  status text not null check (status in ('DRAFT', 'READY', 'SIGNED_ONCE', 'SIGNED', 'SUBMITTED', 'WITHDRAWN')),
  case_id uuid,
  -- The report that this one corrects or continues.
  amends_id uuid,
  -- canonical JSON: the bytes that are signed
  -- Canonical JSON.
  content text not null,
  -- SHA-256 of what is signed.
  hash bytea not null,
  -- names of subjects, for lists and their search
  -- JSON: names of subjects.
  subjects text not null,
  authority text,
  reference text,
  -- \`YYYY-MM-DD\`.
  submitted_on text,
  submission_note text,
  submitted_by uuid,
  submitted_at timestamptz,
  withdrawn_because text,
  withdrawn_by uuid,
  withdrawn_at timestamptz,
  created_by uuid not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Number of its last event.
  version int4 not null default 1,
  unique (organization_id, number),
  check ((status = 'SUBMITTED') = (submitted_at is not null)),
  check ((status = 'WITHDRAWN') = (withdrawn_at is not null))
);
create index sar_report_list on sar_report (organization_id, updated_at desc, id desc);
create index sar_report_case on sar_report (organization_id, case_id) where case_id is not null;

create table sar_transaction (
  report_id uuid not null references sar_report (id) on delete cascade,
  transaction_id uuid not null,
  primary key (report_id, transaction_id)
);

create table sar_signature (
  id uuid primary key,
  report_id uuid not null references sar_report (id) on delete cascade,
  signed_by uuid not null,
  role text not null,
  signed_at timestamptz not null,
  -- of the content that was signed
  hash bytea not null,
  voided_at timestamptz,
  voided_by uuid,
  voided_because text
);
create unique index sar_signature_once on sar_signature (report_id, signed_by) where voided_at is null;
create index sar_signature_report on sar_signature (report_id, signed_at);

create table sar_event (
  report_id uuid not null references sar_report (id) on delete cascade,
  organization_id uuid not null,
  -- From 1 without gaps.
  number int4 not null check (number > 0),
  kind text not null,
  at timestamptz not null,
  actor_id uuid,
  -- JSON: parts that changed, and how many signatures that voided.
  data text not null,
  hash bytea not null,
  note text,
  primary key (report_id, number)
);
create index sar_transaction_of on sar_transaction (transaction_id);
`;
