import { sql } from 'kysely';
import { kyselyOver } from '../../../db/dialect.ts';
import type { SqlSession } from '../../../db/session.ts';

/** A mark of a mining pool in coinbases. */
export interface CoinbaseMark {
  readonly entityId: string;
  readonly name: string;
  readonly mark: string;
}

/** Reads all currently valid marks of entities that everybody may see. */
export async function readCoinbaseMarks(session: SqlSession): Promise<CoinbaseMark[]> {
  const tags = sql`e.record -> 'coinbase_tag'`;
  const marks = sql<{ mark: string }>`jsonb_array_elements_text(${tags})`.as<'m'>(sql`m(mark)`);
  const rows = await kyselyOver(session)
    .selectFrom(['directory_entity as e', marks])
    .select(['e.entity_id', sql<string | null>`e.record -> 'proper_name' ->> 0`.as('name'), 'm.mark'])
    .where(tags, 'is not', null)
    .where(({ not, ref }) => not(ref('e.csam')))
    .orderBy('e.entity_id')
    .orderBy('m.mark')
    .execute();
  return rows.map(({ entity_id, name, mark }) => ({ entityId: entity_id, name: name ?? entity_id, mark }));
}
