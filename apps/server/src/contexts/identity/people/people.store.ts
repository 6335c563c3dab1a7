import type { Insertable, Kysely, Selectable, Updateable } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import type { AppUserTable } from '../../../db/schema.ts';

export type UserRow = Selectable<AppUserTable>;

export async function findUser(db: Kysely<Schema>, id: string): Promise<UserRow | undefined> {
  return db
    .selectFrom('app_user')
    .selectAll()
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
}

/** Locks the row until the transaction ends; rows that only refer to it can still be written. */
export async function lockUser(trx: Kysely<Schema>, id: string): Promise<UserRow | undefined> {
  return trx
    .selectFrom('app_user')
    .selectAll()
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

export async function findUserByEmail(db: Kysely<Schema>, emailKey: string): Promise<UserRow | undefined> {
  return db
    .selectFrom('app_user')
    .selectAll()
    .where('email_key', '=', emailKey)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
}

/** Removed people too: what they wrote still names them. */
export async function findUsers(db: Kysely<Schema>, ids: readonly string[]): Promise<UserRow[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom('app_user')
    .selectAll()
    .where('id', 'in', [...ids])
    .execute();
}

export async function findOperators(db: Kysely<Schema>): Promise<UserRow[]> {
  return db
    .selectFrom('app_user')
    .selectAll()
    .where('role', '=', 'operator')
    .where('removed_at', 'is', null)
    .orderBy('created_at')
    .limit(100)
    .execute();
}

/** Returns the new row; undefined if the email is taken. */
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

/** The changed row; undefined if there is no such person (any more). */
export async function updateUser(
  db: Kysely<Schema>,
  id: string,
  change: Updateable<AppUserTable>,
): Promise<UserRow | undefined> {
  return db
    .updateTable('app_user')
    .set(change)
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
}
