/** Tables that modules query through Kysely. The ledger's tables are written in SQL by `ledger/` alone. */
export interface Schema {
  app_user: AppUserTable;
  app_session: AppSessionTable;
}

export interface AppUserTable {
  id: string;
  name: string;
  surname: string;
  email: string;
  /** Lower-cased, NFKC: the unique form of the email. */
  email_key: string;
  password_hash: string;
  role: 'user' | 'operator';
  created_at: Date;
}

export interface AppSessionTable {
  id: string;
  user_id: string;
  /** SHA-256 of the current refresh token. */
  refresh_hash: Uint8Array;
  created_at: Date;
  expires_at: Date;
  ended_at: Date | null;
}
