import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../../db/schema.ts';

/** Transactions of a client with the same known counterparties. */
export interface ClientCount {
  /** Null: without client. */
  readonly client: string | null;
  /** IDs of entities. */
  readonly entities: readonly string[];
  readonly count: number;
}

/** Counts the newest `most` listed transactions of days (`before` excluded) by client and entities of their counterparties. */
export async function readClientCounts(
  db: Kysely<Schema>,
  {
    organizationId,
    from,
    before,
    most,
  }: { organizationId: string; from: string; before: string; most: number },
): Promise<ClientCount[]> {
  const { rows } = await sql<{ client: string | null; entities: string[]; total: bigint }>`
    with newest as (
      select client_id, counterparties::jsonb -> 'items' as items from compliance_transaction
      where organization_id = ${organizationId} and not below_threshold
        and happened_at >= ${from}::date::timestamp at time zone 'UTC'
        and happened_at < ${before}::date::timestamp at time zone 'UTC'
      order by happened_at desc, id desc limit ${most}
    )
    select client_id as client,
      array(
        select distinct item -> 'entity' ->> 'id' from jsonb_array_elements(items) item
        where item -> 'entity' ->> 'id' is not null order by 1
      ) as entities,
      count(*)::int8 as total
    from newest group by 1, 2`.execute(db);
  return rows.map(({ client, entities, total }) => ({ client, entities, count: Number(total) }));
}
