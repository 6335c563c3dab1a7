import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import type { IndirectExposure } from '../transactions/screening-result.ts';

/** Replaces the stored indirect exposure of transactions; null: unknown. */
export async function saveIndirectExposures(
  trx: Kysely<Schema>,
  exposures: readonly { readonly id: string; readonly indirect: IndirectExposure | null }[],
): Promise<void> {
  const unknown = exposures.flatMap(({ id, indirect }) => (indirect ? [] : [id]));
  if (unknown.length > 0) {
    await sql`delete from compliance_exposure where transaction_id = any(${unknown}::uuid[])`.execute(trx);
  }
  const known = exposures.filter(({ indirect }) => indirect !== null);
  if (known.length === 0) return;
  await sql`
    insert into compliance_exposure (transaction_id, parties)
    select * from unnest(${known.map(({ id }) => id)}::uuid[], ${known.map(({ indirect }) => JSON.stringify(indirect))}::text[])
    on conflict (transaction_id) do update set parties = excluded.parties`.execute(trx);
}
