import type { Kysely, Selectable } from 'kysely';
import type { Schema } from '../../../../db/schema.ts';
import type { PasskeyTable, UserIdentityTable, UserTotpTable } from '../../../../db/schema.ts';

export type TotpRow = Selectable<UserTotpTable>;
export type PasskeyRow = Selectable<PasskeyTable>;
export type IdentityRow = Selectable<UserIdentityTable>;

export async function findTotp(db: Kysely<Schema>, userId: string): Promise<TotpRow | undefined> {
  return db.selectFrom('user_totp').selectAll().where('user_id', '=', userId).executeTakeFirst();
}

/** Starts anew unless one is confirmed; false then. */
export async function putUnconfirmedTotp(
  trx: Kysely<Schema>,
  totp: { userId: string; secret: Uint8Array; now: Date },
): Promise<boolean> {
  const result = await trx
    .insertInto('user_totp')
    .values({
      user_id: totp.userId,
      secret: totp.secret,
      created_at: totp.now,
      confirmed_at: null,
      last_step: null,
    })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ secret: totp.secret, created_at: totp.now, last_step: null })
        .where('user_totp.confirmed_at', 'is', null),
    )
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) === 1n;
}

/** Consumes a time step later than the last one; false if it was used before (RFC 6238, section 5.2). */
export async function takeTotpStep(trx: Kysely<Schema>, userId: string, step: bigint): Promise<boolean> {
  const result = await trx
    .updateTable('user_totp')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where((row) => row.or([row('last_step', 'is', null), row('last_step', '<', step)]))
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** False if it was confirmed before. */
export async function confirmTotpRow(trx: Kysely<Schema>, userId: string, now: Date): Promise<boolean> {
  const result = await trx
    .updateTable('user_totp')
    .set({ confirmed_at: now })
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Replaces secrets for which `reseal` returns other bytes, unless they change meanwhile. */
export async function resealTotp(
  db: Kysely<Schema>,
  reseal: (row: Pick<TotpRow, 'user_id' | 'secret'>) => Uint8Array | undefined,
): Promise<void> {
  for (const row of await db.selectFrom('user_totp').select(['user_id', 'secret']).execute()) {
    const secret = reseal(row);
    if (!secret) continue;
    await db
      .updateTable('user_totp')
      .set({ secret })
      .where('user_id', '=', row.user_id)
      .where('secret', '=', row.secret)
      .execute();
  }
}

export async function deleteTotp(trx: Kysely<Schema>, userId: string): Promise<boolean> {
  const result = await trx.deleteFrom('user_totp').where('user_id', '=', userId).executeTakeFirst();
  return result.numDeletedRows > 0n;
}

export async function replaceRecoveryCodes(
  trx: Kysely<Schema>,
  codes: { userId: string; hashes: readonly Uint8Array[]; now: Date },
): Promise<void> {
  await trx.deleteFrom('recovery_code').where('user_id', '=', codes.userId).execute();
  if (codes.hashes.length === 0) return;
  const rows = codes.hashes.map((hash) => ({
    user_id: codes.userId,
    hash,
    created_at: codes.now,
    used_at: null,
  }));
  await trx.insertInto('recovery_code').values(rows).execute();
}

/** Consumes a recovery code; false if it is unknown or used. */
export async function takeRecoveryCode(
  trx: Kysely<Schema>,
  code: { userId: string; hash: Uint8Array; now: Date },
): Promise<boolean> {
  const result = await trx
    .updateTable('recovery_code')
    .set({ used_at: code.now })
    .where('user_id', '=', code.userId)
    .where('hash', '=', code.hash)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

export async function countRecoveryCodes(db: Kysely<Schema>, userId: string): Promise<number> {
  const row = await db
    .selectFrom('recovery_code')
    .select((code) => code.fn.countAll<bigint>().as('left'))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(row.left);
}

export async function listPasskeys(db: Kysely<Schema>, userId: string): Promise<PasskeyRow[]> {
  return db
    .selectFrom('passkey')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .limit(100)
    .execute();
}

export async function findPasskey(db: Kysely<Schema>, credentialId: string): Promise<PasskeyRow | undefined> {
  return db.selectFrom('passkey').selectAll().where('credential_id', '=', credentialId).executeTakeFirst();
}

/** False if this credential is known already. */
export async function insertPasskey(trx: Kysely<Schema>, passkey: PasskeyRow): Promise<boolean> {
  const result = await trx
    .insertInto('passkey')
    .values(passkey)
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) === 1n;
}

/** Notes a use; false if the counter has moved on meanwhile or the passkey is gone. */
export async function notePasskeyUse(
  trx: Kysely<Schema>,
  use: { id: string; from: bigint; to: bigint; now: Date },
): Promise<boolean> {
  const result = await trx
    .updateTable('passkey')
    .set({ counter: use.to, last_used_at: use.now })
    .where('id', '=', use.id)
    .where('counter', '=', use.from)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

export async function renamePasskeyRow(
  trx: Kysely<Schema>,
  passkey: { id: string; userId: string; name: string },
): Promise<PasskeyRow | undefined> {
  return trx
    .updateTable('passkey')
    .set({ name: passkey.name })
    .where('id', '=', passkey.id)
    .where('user_id', '=', passkey.userId)
    .returningAll()
    .executeTakeFirst();
}

export async function deletePasskey(
  trx: Kysely<Schema>,
  passkey: { id: string; userId: string },
): Promise<PasskeyRow | undefined> {
  return trx
    .deleteFrom('passkey')
    .where('id', '=', passkey.id)
    .where('user_id', '=', passkey.userId)
    .returningAll()
    .executeTakeFirst();
}

export async function listIdentities(db: Kysely<Schema>, userId: string): Promise<IdentityRow[]> {
  return db
    .selectFrom('user_identity')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('linked_at')
    .limit(100)
    .execute();
}

export async function findIdentity(
  db: Kysely<Schema>,
  who: { issuer: string; subject: string },
): Promise<IdentityRow | undefined> {
  return db
    .selectFrom('user_identity')
    .selectAll()
    .where('issuer', '=', who.issuer)
    .where('subject', '=', who.subject)
    .executeTakeFirst();
}

/** Does nothing if it is already linked. */
export async function insertIdentity(trx: Kysely<Schema>, identity: IdentityRow): Promise<void> {
  await trx
    .insertInto('user_identity')
    .values(identity)
    .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doNothing())
    .execute();
}

/** Removes every factor and identity of a person. */
export async function deleteFactors(trx: Kysely<Schema>, userId: string): Promise<void> {
  await trx.deleteFrom('user_totp').where('user_id', '=', userId).execute();
  await trx.deleteFrom('recovery_code').where('user_id', '=', userId).execute();
  await trx.deleteFrom('passkey').where('user_id', '=', userId).execute();
  await trx.deleteFrom('user_identity').where('user_id', '=', userId).execute();
}
