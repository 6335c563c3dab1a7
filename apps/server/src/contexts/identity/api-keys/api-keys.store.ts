import { type Kysely, type Selectable, sql } from 'kysely';
import { anyOf } from '../../../db/any-of.ts';
import type { ApiKeySecretTable, ApiKeyTable, Schema } from '../../../db/schema.ts';
import type { UserAccount } from '../auth/accounts.ts';

export type ApiKeyRow = Selectable<ApiKeyTable>;
export type SecretRow = Selectable<ApiKeySecretTable>;

/** A key as a request uses it, with the person as whom it acts. */
export interface UsableKey {
  key: ApiKeyRow;
  user: UserAccount;
}

/** Keys whose secrets are valid, by the hash of the secret as hex. */
export async function findUsableKey(
  db: Kysely<Schema>,
  hash: Buffer,
  now: Date,
): Promise<UsableKey | undefined> {
  const key = await db
    .selectFrom('api_key_secret')
    .innerJoin('api_key', 'api_key.id', 'api_key_secret.key_id')
    .selectAll('api_key')
    .where('api_key_secret.hash', '=', hash)
    .where((eb) => eb.or([eb('ends_at', 'is', null), eb('ends_at', '>', now)]))
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  if (!key) return undefined;
  const user = await db
    .selectFrom('app_user')
    .selectAll()
    .where('id', '=', key.created_by)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  return user && { key, user };
}

/** The newest first; an organization has few. */
export function readKeys(db: Kysely<Schema>, organizationId: string): Promise<ApiKeyRow[]> {
  return db
    .selectFrom('api_key')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1000)
    .execute();
}

/** Valid secrets of keys, the newest first. */
export async function readSecrets(
  db: Kysely<Schema>,
  keyIds: readonly string[],
  now: Date,
): Promise<SecretRow[]> {
  return db
    .selectFrom('api_key_secret')
    .selectAll()
    .where('key_id', '=', anyOf(keyIds, 'uuid'))
    .where((eb) => eb.or([eb('ends_at', 'is', null), eb('ends_at', '>', now)]))
    .orderBy('created_at', 'desc')
    .execute();
}

/** Counts keys that aren't revoked; others that add one to the organization wait until the transaction ends. */
export async function countKeysToAdd(trx: Kysely<Schema>, organizationId: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext('api_key'), hashtext(${organizationId}))`.execute(trx);
  const row = await trx
    .selectFrom('api_key')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('organization_id', '=', organizationId)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** Locked until the transaction ends. */
export function lockKey(
  trx: Kysely<Schema>,
  organizationId: string,
  id: string,
): Promise<ApiKeyRow | undefined> {
  return trx
    .selectFrom('api_key')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

export async function insertKey(trx: Kysely<Schema>, row: ApiKeyRow): Promise<void> {
  await trx.insertInto('api_key').values(row).execute();
}

export function updateKey(trx: Kysely<Schema>, id: string, change: Partial<ApiKeyRow>): Promise<ApiKeyRow> {
  return trx.updateTable('api_key').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}

export async function insertSecret(trx: Kysely<Schema>, row: SecretRow): Promise<void> {
  await trx.insertInto('api_key_secret').values(row).execute();
}

/** Ends the newest secret of a key at `endsAt`, and older ones at once. */
export async function endSecrets(trx: Kysely<Schema>, keyId: string, endsAt: Date, now: Date): Promise<void> {
  await trx
    .updateTable('api_key_secret')
    .set((eb) => ({
      ends_at: eb
        .case()
        .when('ends_at', 'is', null)
        .then(endsAt)
        .else(sql<Date>`least(ends_at, ${now}::timestamptz)`)
        .end(),
    }))
    .where('key_id', '=', keyId)
    .execute();
}

/** Keys of a person in an organization that aren't revoked. */
export function lockKeysOf(
  trx: Kysely<Schema>,
  organizationId: string,
  userId: string,
): Promise<ApiKeyRow[]> {
  return trx
    .selectFrom('api_key')
    .selectAll()
    .where('created_by', '=', userId)
    .where('organization_id', '=', organizationId)
    .where('revoked_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
}
