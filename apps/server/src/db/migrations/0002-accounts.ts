/** People and their sessions. */
export const accounts = `
create table app_user (
  id uuid primary key,
  name text not null,
  surname text not null,
  email text not null,
  email_key text not null unique,
  password_hash text not null,
  role text not null check (role in ('user', 'operator')),
  created_at timestamptz not null
);
create table app_session (
  id uuid primary key,
  user_id uuid not null references app_user (id) on delete cascade,
  refresh_hash bytea not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index app_session_user on app_session (user_id);
create index app_session_expiry on app_session (expires_at);
`;
