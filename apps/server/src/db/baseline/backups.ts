/** Backups of this installation, which aren't part of a backup themselves. */
export const backups = `
create table backup_run (
  id int8 generated always as identity primary key,
  started_at timestamptz not null,
  -- Null while it runs, and after its process was killed.
  finished_at timestamptz,
  chain boolean not null,
  -- Size of the archive, and of its content before compression; null unless it succeeded.
  bytes int8,
  raw_bytes int8,
  -- Null unless it failed.
  failure text
);
create index backup_run_started on backup_run (started_at);
`;
