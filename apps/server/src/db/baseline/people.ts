/** People, their sessions, one-time tokens, second factors and identities. */
export const people = `
create table app_user (
  id uuid primary key,
  name text not null,
  surname text not null,
  email text not null,
  -- Lower-cased, NFKC: the unique form of the email. A removed person has one that no email can have.
  email_key text not null unique,
  -- Null: signs in by other means only.
  password_hash text,
  -- The longest of the lengths that organizations can require which the password has; null without a password.
  password_length int2,
  role text not null check (role in ('user', 'operator')),
  created_at timestamptz not null,
  email_verified_at timestamptz,
  removed_at timestamptz,
  currency text not null default 'USD',
  time_zone text not null default 'UTC',
  number_format text not null default '1,234.56',
  theme text,
  -- What differs from the defaults.
  notifications jsonb not null default '{}'
);

create table app_session (
  id uuid primary key,
  user_id uuid not null references app_user (id) on delete cascade,
  -- SHA-256 of the current refresh token.
  refresh_hash bytea not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  ip text not null default '',
  user_agent text not null default '',
  -- Last sign-in or refresh; null for sessions from before this was kept.
  last_seen_at timestamptz,
  second_factor boolean not null default false,
  -- When a factor other than the password, or a provider, opened the session.
  proven_at timestamptz
);
create index app_session_user on app_session (user_id);
create index app_session_expiry on app_session (expires_at);

create table used_refresh_token (
  -- SHA-256.
  hash bytea primary key,
  session_id uuid not null references app_session (id) on delete cascade,
  used_at timestamptz not null
);
create index used_refresh_token_session on used_refresh_token (session_id);

create table one_time_token (
  -- SHA-256.
  hash bytea primary key,
  kind text not null,
  user_id uuid references app_user (id) on delete cascade,
  -- Sealed.
  data bytea,
  attempts integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index one_time_token_user on one_time_token (user_id, kind);
create index one_time_token_expiry on one_time_token (expires_at);

create table user_totp (
  user_id uuid primary key references app_user (id) on delete cascade,
  -- Sealed.
  secret bytea not null,
  created_at timestamptz not null,
  -- Null until the first code was given.
  confirmed_at timestamptz,
  -- Time step of the last code that was taken: each works once (RFC 6238, section 5.2).
  last_step bigint
);

create table recovery_code (
  user_id uuid not null references app_user (id) on delete cascade,
  -- SHA-256.
  hash bytea not null,
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (user_id, hash)
);

create table passkey (
  id uuid primary key,
  user_id uuid not null references app_user (id) on delete cascade,
  -- base64url.
  credential_id text not null unique,
  -- COSE.
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
  -- What the provider is called.
  name text not null,
  linked_at timestamptz not null,
  primary key (issuer, subject)
);
create index user_identity_user on user_identity (user_id);
`;
