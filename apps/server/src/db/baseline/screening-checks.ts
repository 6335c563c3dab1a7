/** Checks of transfers, and the versioned rules that decide on them. */
export const screeningChecks = `
create table screening_rules (
  organization_id uuid not null,
  -- From 1; a draft has the number that it will be activated under.
  number int4 not null check (number > 0),
  state text not null check (state in ('draft', 'active', 'replaced')),
  -- As the contract declares them.
  rules jsonb not null,
  reason text not null,
  written_by uuid not null,
  written_at timestamptz not null,
  activated_by uuid,
  activated_at timestamptz,
  primary key (organization_id, number)
);
create unique index screening_rules_draft on screening_rules (organization_id) where state = 'draft';
create unique index screening_rules_active on screening_rules (organization_id) where state = 'active';

create table screening_check (
  id uuid primary key,
  organization_id uuid not null,
  state text not null check (state in ('pending', 'decided')),
  decision text check (decision in ('allow', 'review', 'block')),
  -- The transfer, as the contract declares it.
  transfer jsonb not null,
  client_id text,
  -- SHA-256 of the request, and the name by which it can be repeated; null: never, or not any more.
  digest bytea not null,
  idempotency_key text,
  created_by uuid not null,
  created_at timestamptz not null,
  decided_at timestamptz,
  -- It was answered as pending, so its decision is an event.
  awaited boolean not null,
  -- What the rules compared, and the answer; null while it is pending.
  facts jsonb,
  answer jsonb,
  -- Version of the rules; 0: the default.
  rules_number int4,
  -- State and profile of the score, to compute it again.
  basis jsonb,
  attempts int4 not null,
  next_attempt_at timestamptz,
  done_at timestamptz
);
create unique index screening_check_once on screening_check (organization_id, idempotency_key) where idempotency_key is not null;
create index screening_check_list on screening_check (organization_id, created_at desc, id desc);
create index screening_check_client on screening_check (organization_id, client_id, created_at desc, id desc);
create index screening_check_due on screening_check (next_attempt_at) where next_attempt_at is not null;

create table screening_batch (
  id uuid primary key,
  organization_id uuid not null,
  -- A batch is received until all of its lines are stored; only then it exists for others.
  state text not null check (state in ('received', 'running', 'finished')),
  name text not null,
  direction text not null check (direction in ('in', 'out')),
  created_by uuid not null,
  created_at timestamptz not null,
  -- SHA-256 of the body, and the name by which it can be repeated; null: never, or not any more.
  digest bytea,
  idempotency_key text,
  -- Version of the rules; 0: the default.
  rules_number int4 not null,
  lines int4 not null,
  -- Decided lines, by decision, and those with a problem.
  allowed int4 not null,
  reviewed int4 not null,
  blocked int4 not null,
  problems int4 not null,
  attempts int4 not null,
  next_attempt_at timestamptz,
  done_at timestamptz
);
create unique index screening_batch_once on screening_batch (organization_id, idempotency_key) where idempotency_key is not null;
create index screening_batch_list on screening_batch (organization_id, created_at desc, id desc);
create index screening_batch_due on screening_batch (next_attempt_at) where next_attempt_at is not null;
create index screening_batch_done on screening_batch (done_at) where done_at is not null;

create table screening_batch_part (
  batch_id uuid not null references screening_batch (id) on delete cascade,
  -- From 0, in the order of the file.
  number int4 not null,
  -- Number of the last line in the file.
  last_line int4 not null,
  -- JSON Lines, compressed: what was sent, and what was decided; null until then.
  sent bytea not null,
  decided bytea,
  primary key (batch_id, number)
);
create index screening_batch_part_open on screening_batch_part (batch_id, number) where decided is null;
`;
