/** Verified emails, preferences, removed accounts, families of refresh tokens, one-time tokens, second factors, identities. */
export const signIn = `
alter table app_user alter column password_hash drop not null;
alter table app_user
  add column email_verified_at timestamptz,
  add column removed_at timestamptz,
  add column currency text not null default 'USD',
  add column time_zone text not null default 'browser',
  add column number_format text not null default '1,234.56',
  add column theme text,
  add column notifications jsonb not null default '{}';
alter table app_session
  add column ip text not null default '',
  add column user_agent text not null default '',
  add column last_seen_at timestamptz,
  add column second_factor boolean not null default false,
  add column proven_at timestamptz;
create table used_refresh_token (
  hash bytea primary key,
  session_id uuid not null references app_session (id) on delete cascade,
  used_at timestamptz not null
);
create index used_refresh_token_session on used_refresh_token (session_id);
create table one_time_token (
  hash bytea primary key,
  kind text not null,
  user_id uuid references app_user (id) on delete cascade,
  data bytea,
  attempts integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index one_time_token_user on one_time_token (user_id, kind);
create index one_time_token_expiry on one_time_token (expires_at);
create table user_totp (
  user_id uuid primary key references app_user (id) on delete cascade,
  secret bytea not null,
  created_at timestamptz not null,
  confirmed_at timestamptz,
  last_step bigint
);
create table recovery_code (
  user_id uuid not null references app_user (id) on delete cascade,
  hash bytea not null,
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (user_id, hash)
);
create table passkey (
  id uuid primary key,
  user_id uuid not null references app_user (id) on delete cascade,
  credential_id text not null unique,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkey_user on passkey (user_id, created_at);
create table user_identity (
  issuer text not null,
  subject text not null,
  user_id uuid not null references app_user (id) on delete cascade,
  name text not null,
  linked_at timestamptz not null,
  primary key (issuer, subject)
);
create index user_identity_user on user_identity (user_id)
`;
