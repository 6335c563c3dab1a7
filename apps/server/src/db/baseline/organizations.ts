/** Organizations, members, invitations. */
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
  -- 0 to 100.
  risk_score_threshold integer not null check (risk_score_threshold between 0 and 100),
  -- US cents.
  transaction_threshold bigint not null check (transaction_threshold >= 0),
  require_second_factor boolean not null,
  -- Characters.
  min_password_length int2 not null default 8,
  -- Hours after a sign-in; null: as long as the session lasts.
  max_session_hours int4 check (max_session_hours > 0),
  -- Start of the day in which \`invitations_sent\` mails went out.
  invitations_since timestamptz,
  invitations_sent integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  -- From this risk score on a second person confirms decisions; null: from none.
  approval_score int2 check (approval_score between 0 and 100),
  -- From this worth on, in US cents.
  approval_cents int8 check (approval_cents >= 0),
  -- A second person confirms approvals at or above the risk threshold.
  approval_over_threshold boolean not null default true,
  auto_assign text not null default 'off' check (auto_assign in ('off', 'over_threshold', 'all')),
  -- Those seen earlier are not given by themselves.
  auto_assign_since timestamptz
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
  -- Lower-cased, NFKC.
  email_key text not null,
  role text not null check (role in ('admin', 'manager', 'team_member')),
  status text not null check (status in ('pending', 'accepted', 'rejected')),
  -- SHA-256 of the token in the mail.
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
