/**
 * Server processes on one database (`processes/`), and what they tell each other. Not part of backups: it describes processes
 * that run now.
 */
export const serverProcesses = `
create table server_process (
  id uuid primary key,
  mode text not null,
  version text not null,
  host text not null,
  -- First bytes of a hash that differs between any two token secrets.
  secret_check bytea not null,
  started_at timestamptz not null default clock_timestamp(),
  -- Since then, another process has its work, and its connections are refused.
  fenced_at timestamptz
);
-- Which process takes blocks and runs jobs: one row, as soon as there was one.
create table work_lease (
  singleton bool primary key default true check (singleton),
  -- How often it was taken; it grows with each holder.
  token int8 not null,
  -- Null: it was released.
  holder uuid,
  renewed_at timestamptz not null
);

-- States of the sources as the process that runs them last reported them: at most one row.
create unlogged table source_state (
  singleton bool primary key default true check (singleton),
  -- JSON as text when written.
  state jsonb not null,
  written_at timestamptz not null
);
-- Requests of other processes to the sources, in the structured clone format.
create unlogged table source_request (
  id uuid primary key,
  request bytea not null,
  answer bytea,
  created_at timestamptz not null default clock_timestamp()
);

-- Attempts within limited time (lib/rate-limits.ts).
create unlogged table rate_window (
  -- Hash of the limit and of who is limited.
  key bytea primary key,
  used int4 not null,
  ends_at timestamptz not null
);
create index rate_window_ends on rate_window (ends_at);
`;
