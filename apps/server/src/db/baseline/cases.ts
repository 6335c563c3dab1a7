/**
 * Cases: their contents, every change as one numbered row, and the bytes of evidence files in parts (docs/guide/cases.md).
 */
export const cases = `
create table compliance_case (
  id uuid primary key,
  organization_id uuid not null,
  -- Of the organization's cases, from 1.
  number int4 not null,
  title text not null,
  description text not null,
  -- 1: critical to 4: low.
  priority int2 not null check (priority between 1 and 4),
  status text not null check (status in ('UNDER_REVIEW', 'ESCALATED', 'PENDING_REVIEW', 'AWAITING_RESPONSE', 'INVESTIGATION', 'CLOSED')),
  -- Who set this status; null: unknown, or unchanged since it was opened.
  status_by uuid,
  assigned_to uuid,
  client_id text,
  -- JSON.
  tags text not null,
  due_at timestamptz,
  outcome text check (outcome in ('NO_SUSPICION', 'ENHANCED_MONITORING', 'RELATIONSHIP_ENDED', 'REPORTED')),
  decision_reason text,
  decided_by uuid,
  decided_at timestamptz,
  created_by uuid not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Number of its last event.
  version int4 not null default 1,
  -- Legal hold: who placed it, when, and why; null: none.
  hold_by uuid,
  hold_at timestamptz,
  hold_reason text,
  unique (organization_id, number),
  check ((status = 'CLOSED') = (outcome is not null)),
  check (num_nonnulls(hold_by, hold_at, hold_reason) in (0, 3))
);
create index compliance_case_list on compliance_case (organization_id, updated_at desc, id desc);
create index compliance_case_assignee on compliance_case (organization_id, assigned_to) where assigned_to is not null;

create table case_transaction (
  case_id uuid not null references compliance_case (id) on delete cascade,
  -- Of \`compliance_transaction\`.
  transaction_id uuid not null,
  added_by uuid not null,
  added_at timestamptz not null,
  primary key (case_id, transaction_id)
);
create index case_transaction_cases on case_transaction (transaction_id);

create table case_address (
  id uuid primary key,
  case_id uuid not null references compliance_case (id) on delete cascade,
  chain text not null check (chain in ('bitcoin', 'ethereum')),
  address text not null,
  added_by uuid not null,
  added_at timestamptz not null,
  unique (case_id, chain, address)
);

create table case_document (
  case_id uuid not null references compliance_case (id) on delete cascade,
  document_id uuid not null,
  added_by uuid not null,
  added_at timestamptz not null,
  primary key (case_id, document_id)
);

create table case_note (
  id uuid primary key,
  case_id uuid not null references compliance_case (id) on delete cascade,
  content text not null,
  written_by uuid not null,
  written_at timestamptz not null
);
create index case_note_case on case_note (case_id, written_at);

create table case_task (
  id uuid primary key,
  case_id uuid not null references compliance_case (id) on delete cascade,
  content text not null,
  assigned_to uuid,
  due_at timestamptz,
  done_by uuid,
  done_at timestamptz,
  added_at timestamptz not null
);
create index case_task_case on case_task (case_id, added_at);

create table case_evidence (
  id uuid primary key,
  case_id uuid not null references compliance_case (id) on delete cascade,
  name text not null,
  type text not null,
  size int4 not null,
  sha256 bytea not null,
  added_by uuid not null,
  added_at timestamptz not null,
  removed_by uuid,
  removed_at timestamptz,
  removed_because text,
  -- The key of its parts, encrypted with the server's secret; null once it is removed.
  key bytea
);
create unique index case_evidence_once on case_evidence (case_id, sha256) where removed_at is null;

create table case_evidence_part (
  evidence_id uuid not null references case_evidence (id) on delete cascade,
  part int4 not null,
  bytes bytea not null,
  primary key (evidence_id, part)
);

create table case_event (
  case_id uuid not null references compliance_case (id) on delete cascade,
  organization_id uuid not null,
  -- From 1 without gaps.
  number int4 not null check (number > 0),
  kind text not null,
  at timestamptz not null,
  actor_id uuid,
  -- JSON: what changed, and what was added or removed.
  data text not null,
  note text,
  primary key (case_id, number)
);
`;
