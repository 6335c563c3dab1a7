/** Organisations, members, invitations. */
export const organizations = `
create table organization (
  id uuid primary key,
  name text not null,
  description text not null,
  email text not null,
  owner_id uuid not null references app_user (id),
  allowed_domains text[] not null,
  allow_csam boolean not null,
  invite_code text not null unique,
  risk_score_threshold integer not null check (risk_score_threshold between 0 and 100),
  transaction_threshold bigint not null check (transaction_threshold >= 0),
  require_second_factor boolean not null,
  invitations_since timestamptz,
  invitations_sent integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz
);
create index organization_owner on organization (owner_id);
create index organization_list on organization (created_at, id) where deleted_at is null;
create table organization_member (
  id uuid primary key,
  organization_id uuid not null references organization (id),
  user_id uuid not null references app_user (id),
  role text not null check (role in ('admin', 'manager', 'team_member')),
  invited_by uuid,
  joined_at timestamptz not null,
  unique (organization_id, user_id)
);
create index organization_member_user on organization_member (user_id, joined_at);
create table organization_invitation (
  id uuid primary key,
  organization_id uuid not null references organization (id),
  email text not null,
  email_key text not null,
  role text not null check (role in ('admin', 'manager', 'team_member')),
  status text not null check (status in ('pending', 'accepted', 'rejected')),
  token_hash bytea not null unique,
  invited_by uuid not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  answered_at timestamptz
);
create unique index organization_invitation_open on organization_invitation (organization_id, email_key) where status = 'pending';
create index organization_invitation_email on organization_invitation (email_key);
create index organization_invitation_list on organization_invitation (organization_id, created_at);
`;
