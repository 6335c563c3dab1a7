import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import type { IndirectExposure } from '../transactions/screening-result.ts';

/** Replaces the stored indirect exposure of a transaction; null: unknown. */
export async function saveIndirectExposure(
  trx: Kysely<Schema>,
  transactionId: string,
  indirect: IndirectExposure | null,
): Promise<void> {
  if (!indirect) {
    await sql`delete from compliance_exposure where transaction_id = ${transactionId}::uuid`.execute(trx);
    return;
  }
  await sql`
    insert into compliance_exposure (transaction_id, parties) values (${transactionId}::uuid, ${JSON.stringify(indirect)})
    on conflict (transaction_id) do update set parties = excluded.parties`.execute(trx);
}
