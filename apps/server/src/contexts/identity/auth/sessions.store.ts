import { type Insertable, type Kysely, type Selectable, sql } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import type { AppSessionTable, AppUserTable } from '../../../db/schema.ts';

export type SessionRow = Selectable<AppSessionTable>;
export interface SessionUser {
  /** Without the password: what a session knows is remembered. */
  user: Omit<Selectable<AppUserTable>, 'password_hash'>;
  secondFactor: boolean;
  provenAt: Date | null;
  signedInAt: Date;
  expiresAt: Date;
}

export async function insertSession(
  trx: Kysely<Schema>,
  session: Insertable<AppSessionTable>,
): Promise<void> {
  await trx.insertInto('app_session').values(session).execute();
}

/** Returns the person of a session, if it is valid. */
export async function findSessionUser(
  db: Kysely<Schema>,
  sessionId: string,
  now: Date,
): Promise<SessionUser | undefined> {
  const row = await db
    .selectFrom('app_session')
    .innerJoin('app_user', 'app_user.id', 'app_session.user_id')
    .selectAll('app_user')
    .select([
      'app_session.second_factor',
      'app_session.proven_at',
      'app_session.created_at as signed_in_at',
      'app_session.expires_at',
    ])
    .where('app_session.id', '=', sessionId)
    .where('app_session.ended_at', 'is', null)
    .where('app_session.expires_at', '>', now)
    .where('app_user.removed_at', 'is', null)
    .executeTakeFirst();
  if (!row) return undefined;
  const {
    second_factor: secondFactor,
    proven_at: provenAt,
    signed_in_at: signedInAt,
    expires_at: expiresAt,
    ...account
  } = row;
  const { password_hash: _none, ...user } = account;
  return { user, secondFactor, provenAt, signedInAt, expiresAt };
}

/** Those of the sessions that are open, of people who are still there. */
export async function findOpenSessions(
  db: Kysely<Schema>,
  sessionIds: readonly string[],
  now: Date,
): Promise<string[]> {
  if (sessionIds.length === 0) return [];
  const rows = await db
    .selectFrom('app_session')
    .innerJoin('app_user', 'app_user.id', 'app_session.user_id')
    .select('app_session.id')
    .where('app_session.id', 'in', [...sessionIds])
    .where('app_session.ended_at', 'is', null)
    .where('app_session.expires_at', '>', now)
    .where('app_user.removed_at', 'is', null)
    .execute();
  return rows.map(({ id }) => id);
}

/** Replaces a refresh token by the next one; undefined if it is unknown, used, ended or out of date. */
export async function rotateSession(
  trx: Kysely<Schema>,
  change: {
    hash: Uint8Array;
    nextHash: Uint8Array;
    now: Date;
    expiresAt: Date;
    /** Milliseconds after which a session ends even if it is used. */
    longest: number;
    ip: string;
    userAgent: string;
  },
): Promise<SessionRow | undefined> {
  const session = await trx
    .updateTable('app_session')
    .set({
      refresh_hash: change.nextHash,
      expires_at: sql`least(${change.expiresAt}, created_at + ${change.longest} * interval '1 millisecond')`,
      last_seen_at: change.now,
      ip: change.ip,
      user_agent: change.userAgent,
    })
    .where('refresh_hash', '=', change.hash)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', change.now)
    .returningAll()
    .executeTakeFirst();
  if (session) {
    await trx
      .insertInto('used_refresh_token')
      .values({ hash: change.hash, session_id: session.id, used_at: change.now })
      .execute();
  }
  return session;
}

/** The open session that a used refresh token belonged to. */
export async function findUsedRefresh(
  trx: Kysely<Schema>,
  hash: Uint8Array,
): Promise<{ session: SessionRow; usedAt: Date } | undefined> {
  const row = await trx
    .selectFrom('used_refresh_token')
    .innerJoin('app_session', 'app_session.id', 'used_refresh_token.session_id')
    .selectAll('app_session')
    .select('used_refresh_token.used_at')
    .where('used_refresh_token.hash', '=', hash)
    .where('app_session.ended_at', 'is', null)
    .executeTakeFirst();
  if (!row) return undefined;
  const { used_at, ...session } = row;
  return { session, usedAt: used_at };
}

/** Ends open sessions of a person, or of everyone: one, all but one, or all. Returns their IDs. */
export async function endSessions(
  trx: Kysely<Schema>,
  which: { userId?: string; only?: string; except?: string; now: Date },
): Promise<string[]> {
  let sessions = trx
    .updateTable('app_session')
    .set({ ended_at: which.now })
    .where('expires_at', '>', which.now)
    .where('ended_at', 'is', null);
  if (which.userId !== undefined) sessions = sessions.where('user_id', '=', which.userId);
  if (which.only !== undefined) sessions = sessions.where('id', '=', which.only);
  if (which.except !== undefined) sessions = sessions.where('id', '<>', which.except);
  const ended = await sessions.returning('id').execute();
  return ended.map((row) => row.id);
}

/** Open sessions, the latest first. */
export async function listOpenSessions(db: Kysely<Schema>, userId: string, now: Date): Promise<SessionRow[]> {
  return db
    .selectFrom('app_session')
    .selectAll()
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy((row) => row.fn.coalesce('last_seen_at', 'created_at'), 'desc')
    .orderBy('id')
    .limit(200)
    .execute();
}

/** Records the use of a factor in a session. */
export async function markProven(trx: Kysely<Schema>, sessionId: string, now: Date): Promise<void> {
  await trx
    .updateTable('app_session')
    .set({ second_factor: true, proven_at: now })
    .where('id', '=', sessionId)
    .execute();
}

export async function deleteSessionsOf(trx: Kysely<Schema>, userId: string): Promise<void> {
  await trx.deleteFrom('app_session').where('user_id', '=', userId).execute();
}

/** Forgets sessions that ended or ran out before `before`, with their used refresh tokens. */
export async function deleteOldSessions(db: Kysely<Schema>, before: Date): Promise<void> {
  await db
    .deleteFrom('app_session')
    .where((row) => row.or([row('ended_at', '<', before), row('expires_at', '<', before)]))
    .execute();
}
