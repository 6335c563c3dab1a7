/** Addresses that organisations monitor, and every change of them. `key` as the ledger keeps addresses. */
export const monitoredAddresses = `
create table monitored_address (
  id uuid primary key,
  organization_id uuid not null,
  chain text not null check (chain in ('bitcoin', 'ethereum')),
  key bytea not null,
  address text not null,
  client_id text,
  notes text,
  tags text not null default '[]',
  entity_name text,
  risk_threshold int4 check (risk_threshold between 0 and 100),
  is_active boolean not null,
  outgoing boolean not null,
  version int4 not null,
  created_by uuid not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz
);
create unique index monitored_address_once on monitored_address (organization_id, chain, key) where deleted_at is null;
create index monitored_address_list on monitored_address (organization_id, created_at desc, id desc) where deleted_at is null;
create index monitored_address_screened on monitored_address (chain, key) where deleted_at is null and is_active;
create table monitored_address_change (
  id uuid primary key,
  organization_id uuid not null,
  address_id uuid not null references monitored_address (id),
  version int4 not null,
  type text not null check (type in ('create', 'update', 'delete')),
  field text,
  before text,
  after text,
  reason text,
  changed_by uuid not null,
  changed_at timestamptz not null
);
create index monitored_address_change_of on monitored_address_change (address_id, version desc, id)
`;
