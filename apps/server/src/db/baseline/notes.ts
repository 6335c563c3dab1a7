/** Notes of organizations; earlier versions of their texts are kept. */
export const notes = `
create table note (
  id uuid primary key,
  organization_id uuid not null references organization (id),
  type text not null check (type in ('general', 'transaction', 'address')),
  -- As the chain writes it, in small letters.
  transaction_id text,
  -- Canonical spelling of the address.
  address text,
  content text not null,
  -- From 1.
  version integer not null check (version > 0),
  created_by uuid not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  check ((type = 'transaction') = (transaction_id is not null)),
  check ((type = 'address') = (address is not null))
);
create index note_list on note (organization_id, created_at, id) where deleted_at is null;
create index note_transaction on note (organization_id, transaction_id, created_at, id) where deleted_at is null;
create index note_address on note (organization_id, address, created_at, id) where deleted_at is null;
create index note_deleted on note (organization_id, deleted_at) where deleted_at is not null;

create table note_version (
  note_id uuid not null references note (id) on delete cascade,
  version integer not null,
  organization_id uuid not null,
  content text not null,
  written_at timestamptz not null,
  replaced_at timestamptz not null,
  primary key (note_id, version)
);
create index note_version_replaced on note_version (organization_id, replaced_at);
`;
