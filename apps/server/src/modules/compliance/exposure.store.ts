import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import { type Behind, readBehind } from './kept-texts.ts';

/** Keeps who stands behind a transaction in place of what was kept of it; null: nothing is known any more. */
export async function keepBehind(
  trx: Kysely<Schema>,
  transactionId: string,
  behind: Behind | null,
): Promise<void> {
  if (!behind) {
    await sql`delete from compliance_exposure where transaction_id = ${transactionId}::uuid`.execute(trx);
    return;
  }
  await sql`
    insert into compliance_exposure (transaction_id, parties) values (${transactionId}::uuid, ${JSON.stringify(behind)})
    on conflict (transaction_id) do update set parties = excluded.parties`.execute(trx);
}

/** By transaction; of the others it is not known. */
export async function readKeptBehind(
  db: Kysely<Schema>,
  transactionIds: readonly string[],
): Promise<ReadonlyMap<string, Behind>> {
  if (transactionIds.length === 0) return new Map();
  const { rows } = await sql<{ transaction_id: string; parties: string }>`
    select transaction_id, parties from compliance_exposure where transaction_id = any(${`{${transactionIds.join(',')}}`}::text::uuid[])`.execute(
    db,
  );
  return new Map(rows.map(({ transaction_id: id, parties }) => [id, readBehind(parties)]));
}
