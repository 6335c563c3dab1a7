import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import type { Behind } from '../transactions/kept-texts.ts';

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
