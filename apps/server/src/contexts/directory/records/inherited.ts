import type { SqlSession } from '../../../db/session.ts';
import { byteKey } from '../../../ledger/shared/byte-keys.ts';
import { readDirectKeys } from '../attributions/attributions.store.ts';
import type { ClusterAccess } from './cluster-access.ts';
import type { State } from './entities-at.ts';

/** Most direct addresses of an entity whose clusters are looked at for one answer. */
const keysLookedAt = 2_000;

/** A cluster that is one entity's alone. */
export interface OwnCluster {
  /** Key of the address that names it. */
  readonly root: Uint8Array;
  /** Addresses in it. */
  readonly size: number;
  /** Of those, the ones that sources name directly. */
  readonly direct: number;
}

/**
 * The clusters in which an entity has direct addresses and no other one has any, largest first. Undefined where it has too
 * many direct addresses to look at all their clusters, or where clusters are not known.
 */
export async function findOwnClusters(
  session: SqlSession,
  clusters: ClusterAccess,
  { entityId, state }: { entityId: string; state: State },
): Promise<OwnCluster[] | undefined> {
  const { keys, whole } = await readDirectKeys(session, {
    entityId,
    chain: 'bitcoin',
    moment: state,
    limit: keysLookedAt,
  });
  if (!whole || (await clusters.clustersUpTo(session)) < 0) return undefined;
  const found = [...(await clusters.clustersOf(session, keys)).values()];
  const byRoot = Map.groupBy(found, ({ root }) => byteKey(root));
  const roots = [...byRoot.values()].flatMap(([first]) => (first ? [first.root] : []));
  const entities = await clusters.entitiesOf(session, roots);
  return [...byRoot]
    .flatMap(([name, members]): OwnCluster[] => {
      const [first] = members;
      const named = entities.get(name) ?? [];
      const own = named.length === 1 && named[0]?.entity === entityId;
      return own && first ? [{ root: first.root, size: first.size, direct: members.length }] : [];
    })
    .sort((a, b) => b.size - a.size || (byteKey(a.root) < byteKey(b.root) ? -1 : 1));
}

/** Addresses that are an entity's through its own clusters, without those named directly; null like `findOwnClusters`. */
export async function countInherited(
  session: SqlSession,
  clusters: ClusterAccess,
  of: { entityId: string; state: State },
): Promise<number | null> {
  const own = await findOwnClusters(session, clusters, of);
  return own ? own.reduce((sum, { size, direct }) => sum + size - direct, 0) : null;
}
