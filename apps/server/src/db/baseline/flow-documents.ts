/** FlowTrace documents: their steps in the order that the server assigned, states, notes, versions, shares, and links. */
export const flowDocuments = `
create table flow_document (
  id uuid primary key,
  organization_id uuid not null,
  title text not null,
  everybody text check (everybody in ('view', 'comment', 'edit')),
  created_by uuid not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Number of the last step.
  sequence int4 not null default 0,
  -- Records after it.
  records int4 not null default 0,
  -- Of all steps.
  bytes int8 not null default 0,
  deleted_at timestamptz
);
create index flow_document_organization on flow_document (organization_id, updated_at desc, id desc) where deleted_at is null;

create table flow_step (
  document_id uuid not null references flow_document (id) on delete cascade,
  -- From 1 without gaps.
  sequence int4 not null check (sequence > 0),
  step_id text not null,
  author uuid not null,
  at timestamptz not null,
  -- JSON.
  step text not null,
  primary key (document_id, sequence),
  unique (document_id, step_id)
);

create table flow_state (
  document_id uuid not null references flow_document (id) on delete cascade,
  sequence int4 not null,
  -- Canonical JSON of the records, gzip.
  records bytea not null,
  -- SHA-256 of the canonical JSON, hex digits.
  digest text not null,
  -- Bytes of all steps up to it.
  bytes int8 not null,
  primary key (document_id, sequence)
);

create table flow_snapshot (
  id uuid primary key,
  document_id uuid not null references flow_document (id) on delete cascade,
  sequence int4 not null,
  name text not null,
  made_by uuid not null,
  made_at timestamptz not null
);
create index flow_snapshot_document on flow_snapshot (document_id, made_at);

create table flow_share (
  document_id uuid not null references flow_document (id) on delete cascade,
  user_id uuid not null,
  role text not null check (role in ('view', 'comment', 'edit')),
  primary key (document_id, user_id)
);
create index flow_share_user on flow_share (user_id);

create table flow_link (
  id uuid primary key,
  document_id uuid not null references flow_document (id) on delete cascade,
  -- SHA-256 of the token.
  token bytea not null unique,
  made_by uuid not null,
  made_at timestamptz not null,
  expires_at timestamptz not null
);
create index flow_link_document on flow_link (document_id);

create table flow_note (
  document_id uuid not null references flow_document (id) on delete cascade,
  note_id text not null,
  author uuid not null,
  -- Author as the note names them
  name text not null,
  -- Seconds since 1970
  time int8 not null,
  text text not null,
  primary key (document_id, note_id)
);
`;
