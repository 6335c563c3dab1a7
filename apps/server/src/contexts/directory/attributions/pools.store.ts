import type { SqlSession } from '../../../db/session.ts';

/** A mark that a mining pool leaves in coinbases. */
export interface CoinbaseMark {
  readonly entityId: string;
  readonly name: string;
  readonly mark: string;
}

/** All marks that count now, of entities that everybody may see. */
export async function readCoinbaseMarks(session: SqlSession): Promise<CoinbaseMark[]> {
  const { rows } = await session.query<{ entity_id: string; name: string | null; mark: string }>(
    `select e.entity_id, e.record -> 'proper_name' ->> 0 as name, m.mark
     from directory_entity e, jsonb_array_elements_text(e.record -> 'coinbase_tag') as m(mark)
     where e.record -> 'coinbase_tag' is not null and not e.csam
     order by e.entity_id, m.mark`,
  );
  return rows.map(({ entity_id, name, mark }) => ({ entityId: entity_id, name: name ?? entity_id, mark }));
}
