/** API keys of organizations, and how often they are used. */
export const apiKeys = `
create table api_key (
  id uuid primary key,
  organization_id uuid not null references organization (id),
  name text not null,
  scopes text[] not null,
  -- Networks in CIDR notation that may use it; empty: all.
  networks text[] not null,
  -- Null: no end.
  expires_at timestamptz,
  -- The key acts as this person, with their role at the time of the call.
  created_by uuid not null references app_user (id),
  -- The session that created it had a second factor.
  second_factor boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  revoked_at timestamptz,
  version int4 not null
);
create index api_key_list on api_key (organization_id, created_at desc, id desc);
create index api_key_creator on api_key (created_by, organization_id) where revoked_at is null;

create table api_key_secret (
  -- SHA-256.
  hash bytea primary key,
  key_id uuid not null references api_key (id),
  -- First characters, by which people recognize it.
  hint text not null,
  created_at timestamptz not null,
  -- Set when a newer one was made.
  ends_at timestamptz
);
create index api_key_secret_of on api_key_secret (key_id, created_at desc);

create table api_key_use (
  organization_id uuid not null references organization (id),
  -- Day in UTC, \`2026-03-04\`.
  day text not null,
  key_id uuid not null references api_key (id),
  -- ID of the call in the contract.
  call text not null,
  calls int8 not null check (calls >= 0),
  -- Missing scope, foreign network, or over the limit of the plan.
  refused int8 not null check (refused >= 0),
  last_at timestamptz not null,
  -- The sum of the day is in the audit log.
  recorded boolean not null,
  primary key (organization_id, day, key_id, call)
);
create index api_key_use_of on api_key_use (key_id, day);
create index api_key_use_open on api_key_use (day) where not recorded;
`;
