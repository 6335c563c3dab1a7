import { type Kysely, type Selectable, sql } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import type { IssuerMeasureTable } from '../../../db/schema.ts';

export type MeasureRow = Selectable<IssuerMeasureTable>;

/**
 * Returns the measures of issuers whose alerts are to be raised, of one organization, the oldest first, locked until the
 * transaction ends. Organizations that are deleted have none.
 */
export async function lockDueMeasures(trx: Kysely<Schema>, limit: number): Promise<MeasureRow[]> {
  const { rows } = await sql<MeasureRow>`
    select i.* from issuer_measure i
    where i.is_due and i.presence = 'confirmed' and i.organization_id = (
      select d.organization_id from issuer_measure d
      join organization o on o.id = d.organization_id and o.deleted_at is null
      where d.is_due and d.presence = 'confirmed' order by d.organization_id limit 1
    )
    order by i.happened_at, i.id limit ${limit} for update of i`.execute(trx);
  return rows;
}

/** Their alerts have been raised. */
export async function settleMeasures(trx: Kysely<Schema>, ids: readonly string[]): Promise<void> {
  await trx
    .updateTable('issuer_measure')
    .set({ is_due: false })
    .where('id', 'in', [...ids])
    .execute();
}
