/** Accounts, memberships, and groups that an identity provider manages for an organization (SCIM 2.0, OpenID groups). */
export const provisioning = `
create table organization_provisioning (
  organization_id uuid primary key references organization (id),
  -- Email domains whose people the identity provider manages; never empty.
  domains text[] not null check (cardinality(domains) > 0),
  -- JSON: \`[{group, role}]\`.
  group_roles text not null,
  -- Role of people without a group that has one; null: they are no members.
  default_role text check (default_role in ('admin', 'manager', 'team_member')),
  updated_at timestamptz not null
);

create table provisioned_user (
  id uuid primary key,
  organization_id uuid not null references organization (id),
  user_id uuid not null references app_user (id),
  external_id text,
  -- As sent; unique without case.
  user_name text not null,
  active boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (organization_id, user_id)
);
create unique index provisioned_user_name on provisioned_user (organization_id, lower(user_name));
create index provisioned_user_external on provisioned_user (organization_id, external_id);
create index provisioned_user_list on provisioned_user (organization_id, created_at, id);

create table provisioned_group (
  id uuid primary key,
  organization_id uuid not null references organization (id),
  external_id text,
  -- As sent; unique without case.
  name text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index provisioned_group_name on provisioned_group (organization_id, lower(name));
create index provisioned_group_list on provisioned_group (organization_id, created_at, id);

create table provisioned_group_member (
  group_id uuid not null references provisioned_group (id) on delete cascade,
  provisioned_user_id uuid not null references provisioned_user (id) on delete cascade,
  primary key (group_id, provisioned_user_id)
);
create index provisioned_group_member_user on provisioned_group_member (provisioned_user_id);
`;
