import type { SqlSession } from '../../../db/session.ts';
import { addCount, applyCounts, type CountChanges } from '../clusters/cluster-labels.ts';
import { claimClusters, writeDone } from '../clusters/cluster-store.ts';
import { pointOf } from '../positions.ts';
import type { ClusterColumns } from './cluster-columns.ts';

const labelsAtATime = 20_000;

/**
 * Counts the direct attributions of addresses for their nodes and all ancestors, and stores the height of clusters, within
 * the caller's transaction, which has already published the nodes.
 */
export async function publishClusters(
  session: SqlSession,
  clusters: ClusterColumns,
  top: number,
): Promise<void> {
  await claimClusters(session);
  let after: { key: Uint8Array; entity: string } = { key: new Uint8Array(0), entity: '' };
  for (;;) {
    const { rows } = await session.query<{ key: Uint8Array; entity: string; n: number }>(
      `select key, entity, n from btc_label where (key, entity) > ($1, $2) order by key, entity limit ${labelsAtATime}`,
      [after.key, after.entity],
    );
    const changes: CountChanges = new Map();
    for (const { key, entity, n } of rows) {
      for (let node = clusters.find(key, 0, key.length); node >= 0; node = clusters.parent[node] ?? -1) {
        const { position, input } = clusters.read(node);
        const id = pointOf(position, input);
        addCount(changes, id, entity, BigInt(n));
      }
    }
    if (changes.size > 0) await applyCounts(session, changes);
    const last = rows.at(-1);
    if (!last || rows.length < labelsAtATime) break;
    after = last;
  }
  await writeDone(session, top);
}
