import type { SqlSession } from '../../../db/session.ts';
import { byteKey } from '../../../ledger/shared/byte-keys.ts';
import { readDirectKeys } from '../attributions/attributions.store.ts';
import type { ClusterAccess } from './cluster-access.ts';
import type { State } from './entities-at.ts';

/** Most direct addresses of an entity whose clusters are read for one answer. */
const keysLookedAt = 2_000;

/** A cluster that belongs to one entity alone. */
export interface OwnCluster {
  /** Key of the address that identifies it. */
  readonly root: Uint8Array;
  /** Addresses in it. */
  readonly size: number;
  /** Addresses in it that sources name directly. */
  readonly direct: number;
}

/**
 * Returns the clusters with direct addresses of only this entity, largest first. Undefined if it has too many direct
 * addresses, or without clusters.
 */
export async function findOwnClusters(
  session: SqlSession,
  clusters: ClusterAccess,
  { entityId, state }: { entityId: string; state: State },
): Promise<OwnCluster[] | undefined> {
  const { keys, isComplete } = await readDirectKeys(session, {
    entityId,
    chain: 'bitcoin',
    moment: state,
    limit: keysLookedAt,
  });
  if (!isComplete || (await clusters.clustersUpTo(session)) < 0) return undefined;
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

/**
 * Counts addresses that an entity has through its own clusters, without direct ones; null where `findOwnClusters` is
 * undefined.
 */
export async function countInherited(
  session: SqlSession,
  clusters: ClusterAccess,
  of: { entityId: string; state: State },
): Promise<number | null> {
  const own = await findOwnClusters(session, clusters, of);
  return own ? own.reduce((sum, { size, direct }) => sum + size - direct, 0) : null;
}
