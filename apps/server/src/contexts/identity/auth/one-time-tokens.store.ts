import type { Kysely, Selectable } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import type { OneTimeTokenTable } from '../../../db/schema.ts';

export type TokenRow = Selectable<OneTimeTokenTable>;
interface TokenKey {
  kind: string;
  hash: Uint8Array;
  now: Date;
}

export async function insertToken(trx: Kysely<Schema>, token: Omit<TokenRow, 'attempts'>): Promise<void> {
  await trx.insertInto('one_time_token').values(token).execute();
}

/** Deletes and returns the token; of concurrent calls, one gets it. */
export async function takeToken(db: Kysely<Schema>, tokenKey: TokenKey): Promise<TokenRow | undefined> {
  return db
    .deleteFrom('one_time_token')
    .where('hash', '=', tokenKey.hash)
    .where('kind', '=', tokenKey.kind)
    .where('expires_at', '>', tokenKey.now)
    .returningAll()
    .executeTakeFirst();
}

export async function findToken(db: Kysely<Schema>, tokenKey: TokenKey): Promise<TokenRow | undefined> {
  return db
    .selectFrom('one_time_token')
    .selectAll()
    .where('hash', '=', tokenKey.hash)
    .where('kind', '=', tokenKey.kind)
    .where('expires_at', '>', tokenKey.now)
    .executeTakeFirst();
}

/** Counts an attempt unless `limit` are counted already; undefined then. */
export async function countAttempt(
  db: Kysely<Schema>,
  tokenKey: TokenKey & { limit: number },
): Promise<TokenRow | undefined> {
  return db
    .updateTable('one_time_token')
    .set((row) => ({ attempts: row('attempts', '+', 1) }))
    .where('hash', '=', tokenKey.hash)
    .where('kind', '=', tokenKey.kind)
    .where('expires_at', '>', tokenKey.now)
    .where('attempts', '<', tokenKey.limit)
    .returningAll()
    .executeTakeFirst();
}

/** Claims the oldest unclaimed tokens of a kind. */
export async function takeOldest(trx: Kysely<Schema>, kind: string, limit: number): Promise<TokenRow[]> {
  return trx
    .deleteFrom('one_time_token')
    .where('hash', 'in', (tokens) =>
      tokens
        .selectFrom('one_time_token')
        .select('hash')
        .where('kind', '=', kind)
        .orderBy('created_at')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .execute();
}

export async function deleteTokens(
  trx: Kysely<Schema>,
  which: { kind?: string; userId?: string | null },
): Promise<void> {
  let tokens = trx.deleteFrom('one_time_token');
  if (which.kind !== undefined) tokens = tokens.where('kind', '=', which.kind);
  if (which.userId === null) tokens = tokens.where('user_id', 'is', null);
  else if (which.userId !== undefined) tokens = tokens.where('user_id', '=', which.userId);
  await tokens.execute();
}

export async function deleteExpired(db: Kysely<Schema>, now: Date): Promise<void> {
  await db.deleteFrom('one_time_token').where('expires_at', '<=', now).execute();
}
