import type { SqlSession } from '../../../db/session.ts';
import { byteKey } from '../../shared/byte-keys.ts';
import { clustersUpTo } from './clusters.ts';
import { slotOfKey } from '../accounts/accounts.ts';

/**
 * Returns a name for the cluster of each co-spent address, by `byteKey`. Also works in transactions that write, in which
 * COPY isn't available. Empty while clusters are rebuilt.
 */
export async function clusterNames(
  session: SqlSession,
  keys: readonly Uint8Array[],
): Promise<Map<string, string>> {
  if (keys.length === 0 || (await clustersUpTo(session)) < 0) return new Map();
  const wanted = new Set(keys.map(byteKey));
  const homes = [...new Set(keys.map(slotOfKey))].map(String);
  const { rows } = await session.query<{ key: Uint8Array; id: bigint }>(
    `with recursive way as (
       select key, id, parent from btc_cluster where home = any($1::text::int8[])
       union all
       select way.key, above.id, above.parent from way join btc_cluster above on above.id = way.parent
     )
     select key, id from way where parent is null`,
    [`{${homes.join(',')}}`],
  );
  return new Map(
    rows.flatMap(({ key, id }) => (wanted.has(byteKey(key)) ? [[byteKey(key), String(id)]] : [])),
  );
}
