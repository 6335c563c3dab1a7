import type { SqlSession } from '../../db/session.ts';
import { byteKey } from '../../ledger/shared/byte-keys.ts';
import { readDirectKeys } from './attributions.store.ts';
import type { ClusterAccess } from './cluster-access.ts';
import type { State } from './entities-at.ts';

/** Most direct addresses of an entity whose clusters are looked at for one answer. */
const keysLookedAt = 2_000;

/**
 * Addresses that are an entity's through clusters that hold no other one, without those named directly. Null where it has
 * too many direct addresses to look at all their clusters, or where clusters are not known.
 */
export async function countInherited(
  session: SqlSession,
  clusters: ClusterAccess,
  { entityId, state }: { entityId: string; state: State },
): Promise<number | null> {
  const { keys, whole } = await readDirectKeys(session, {
    entityId,
    chain: 'bitcoin',
    moment: state,
    limit: keysLookedAt,
  });
  if (!whole || (await clusters.clustersUpTo(session)) < 0) return null;
  const found = await clusters.clustersOf(session, keys);
  const roots = new Map([...found.values()].map((cluster) => [byteKey(cluster.root), cluster]));
  const entities = await clusters.entitiesOf(
    session,
    [...roots.values()].map(({ root }) => root),
  );
  const own = new Set(
    [...roots.keys()].filter((name) => {
      const named = entities.get(name) ?? [];
      return named.length === 1 && named[0]?.entity === entityId;
    }),
  );
  const all = [...own].reduce((sum, name) => sum + (roots.get(name)?.size ?? 0), 0);
  const direct = [...found.values()].filter(({ root }) => own.has(byteKey(root))).length;
  return all - direct;
}
