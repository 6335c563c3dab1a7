/** Lists from which the operator keeps the directory up to date, and the runs of these updates. */
export const directoryUpdate = `
create table directory_feed (
  id text primary key,
  name text not null,
  importer text not null,
  location text,
  license text,
  acknowledgment text,
  rank int2 not null,
  enabled boolean not null,
  updated_at timestamptz not null
);

create table directory_job (
  id uuid primary key,
  state text not null,
  actor uuid,
  started_at timestamptz not null,
  updated_at timestamptz not null,
  finished_at timestamptz,
  changes int8 not null default 0,
  -- What the running step does; JSON as text when written.
  progress jsonb,
  cancel_requested bool not null default false,
  error text
);
create unique index directory_job_one on directory_job ((true)) where state = 'running';
create index directory_job_newest on directory_job (started_at desc, id);

create table directory_job_step (
  job_id uuid not null references directory_job (id) on delete cascade,
  place int2 not null,
  feed_id text not null,
  state text not null,
  -- JSON as text when written.
  report jsonb,
  error text,
  started_at timestamptz,
  finished_at timestamptz,
  primary key (job_id, place)
);
`;
