import type { Generated } from 'kysely';
import type { Currency, Notifications, NumberFormat, Theme } from '@hopscope/contract';

/** People, their sessions and their factors. */
export interface PeopleTables {
  app_user: AppUserTable;
  app_session: AppSessionTable;
  used_refresh_token: UsedRefreshTokenTable;
  one_time_token: OneTimeTokenTable;
  user_totp: UserTotpTable;
  recovery_code: RecoveryCodeTable;
  passkey: PasskeyTable;
  user_identity: UserIdentityTable;
}

export interface AppUserTable {
  id: string;
  name: string;
  surname: string;
  email: string;
  /** Lower-cased, NFKC: the unique form of the email. A removed person has one that no email can have. */
  email_key: string;
  /** Null: signs in by other means only. */
  password_hash: string | null;
  role: 'user' | 'operator';
  created_at: Date;
  email_verified_at: Date | null;
  removed_at: Date | null;
  currency: Generated<Currency>;
  time_zone: Generated<string>;
  number_format: Generated<NumberFormat>;
  theme: Theme | null;
  /** What differs from the defaults. */
  notifications: Generated<Partial<Notifications>>;
}

export interface AppSessionTable {
  id: string;
  user_id: string;
  /** SHA-256 of the current refresh token. */
  refresh_hash: Uint8Array;
  created_at: Date;
  expires_at: Date;
  ended_at: Date | null;
  ip: string;
  user_agent: string;
  /** Last sign-in or refresh; null for sessions from before this was kept. */
  last_seen_at: Date | null;
  second_factor: boolean;
  /** When a factor other than the password, or a provider, opened the session. */
  proven_at: Date | null;
}

/** Refresh tokens that were exchanged: one that comes again tells of a stolen token. */
export interface UsedRefreshTokenTable {
  /** SHA-256. */
  hash: Uint8Array;
  session_id: string;
  used_at: Date;
}

/** Everything that works once and for a time; the token itself is not kept. */
export interface OneTimeTokenTable {
  /** SHA-256. */
  hash: Uint8Array;
  kind: string;
  user_id: string | null;
  /** Sealed. */
  data: Uint8Array | null;
  attempts: Generated<number>;
  created_at: Date;
  expires_at: Date;
}

export interface UserTotpTable {
  user_id: string;
  /** Sealed. */
  secret: Uint8Array;
  created_at: Date;
  /** Null until the first code was given. */
  confirmed_at: Date | null;
  /** Time step of the last code that was taken: each works once (RFC 6238, section 5.2). */
  last_step: bigint | null;
}

export interface RecoveryCodeTable {
  user_id: string;
  /** SHA-256. */
  hash: Uint8Array;
  created_at: Date;
  used_at: Date | null;
}

export interface PasskeyTable {
  id: string;
  user_id: string;
  /** base64url. */
  credential_id: string;
  /** COSE. */
  public_key: Uint8Array;
  counter: bigint;
  transports: string[];
  name: string;
  created_at: Date;
  last_used_at: Date | null;
}

export interface UserIdentityTable {
  issuer: string;
  subject: string;
  user_id: string;
  /** What the provider is called. */
  name: string;
  linked_at: Date;
}
