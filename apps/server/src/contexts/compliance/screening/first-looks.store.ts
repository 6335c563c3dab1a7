import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../../db/schema.ts';

/** Somebody opened a transaction: their look is its first one, where nobody has looked at it before. */
export async function keepFirstLook(
  trx: Kysely<Schema>,
  { id, by, at }: { id: string; by: string; at: Date },
): Promise<void> {
  await sql`
    insert into review_step (transaction_id, number, organization_id, kind, at, by_id, seconds)
    select id, 0, organization_id, 'look', ${at}::timestamptz, ${by}::uuid,
      greatest(0, floor(extract(epoch from ${at}::timestamptz - seen_at)))::int8
    from compliance_transaction where id = ${id}
    on conflict do nothing`.execute(trx);
}
