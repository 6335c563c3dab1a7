import type { Insertable, Kysely, Selectable } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import type { AppSessionTable, AppUserTable } from '../../db/schema/people.ts';

export type UserRow = Selectable<AppUserTable>;

export async function findUserByEmail(db: Kysely<Schema>, emailKey: string): Promise<UserRow | undefined> {
  return db.selectFrom('app_user').selectAll().where('email_key', '=', emailKey).executeTakeFirst();
}

/** Undefined if the email is taken. */
export async function insertUser(
  db: Kysely<Schema>,
  user: Insertable<AppUserTable>,
): Promise<UserRow | undefined> {
  return db
    .insertInto('app_user')
    .values(user)
    .onConflict((conflict) => conflict.column('email_key').doNothing())
    .returningAll()
    .executeTakeFirst();
}

export async function insertSession(db: Kysely<Schema>, session: Insertable<AppSessionTable>): Promise<void> {
  await db.insertInto('app_session').values(session).execute();
}

/** The user of a session that has neither ended nor run out. */
export async function findSessionUser(
  db: Kysely<Schema>,
  ids: { sessionId: string; userId: string; now: Date },
): Promise<UserRow | undefined> {
  return db
    .selectFrom('app_session')
    .innerJoin('app_user', 'app_user.id', 'app_session.user_id')
    .selectAll('app_user')
    .where('app_session.id', '=', ids.sessionId)
    .where('app_session.user_id', '=', ids.userId)
    .where('app_session.ended_at', 'is', null)
    .where('app_session.expires_at', '>', ids.now)
    .executeTakeFirst();
}

/** Replaces a refresh token by the next one; undefined if it is unknown, used, ended or out of date. */
export async function rotateSession(
  db: Kysely<Schema>,
  change: { hash: Uint8Array; nextHash: Uint8Array; now: Date; expiresAt: Date },
): Promise<{ sessionId: string; user: UserRow } | undefined> {
  const session = await db
    .updateTable('app_session')
    .set({ refresh_hash: change.nextHash, expires_at: change.expiresAt })
    .where('refresh_hash', '=', change.hash)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', change.now)
    .returning(['id', 'user_id'])
    .executeTakeFirst();
  if (!session) return undefined;
  const user = await db
    .selectFrom('app_user')
    .selectAll()
    .where('id', '=', session.user_id)
    .executeTakeFirst();
  return user && { sessionId: session.id, user };
}

export async function endSession(db: Kysely<Schema>, sessionId: string, now: Date): Promise<void> {
  await db.updateTable('app_session').set({ ended_at: now }).where('id', '=', sessionId).execute();
}
