import { chains } from '@hopscope/domain';
import type { SqlSession } from '../../../db/session.ts';
import { membersOf } from '../../../ledger/bitcoin/clusters/clusters.ts';
import type { ClusterAccess } from '../../directory/records/cluster-access.ts';
import type { AffectedNames } from '../../directory/releases/affected-names.ts';
import { dependencyOnAddress, dependencyOnCountry, dependencyOnEntity } from './dependency-keys.ts';

/** Limits per batch of a release: clusters whose members are read, and members of each. */
const smallClusters = 200;
const smallCluster = 1_000;

/**
 * Dependency keys that a portion of a release touches, without repeats. A label counts for everybody in its cluster: they are
 * those of the addresses, of their clusters, and of members that may have named one before.
 */
export async function affectedDependencies(
  session: SqlSession,
  { addresses, entities, countries }: AffectedNames,
  clusters: Pick<ClusterAccess, 'clustersOf'>,
): Promise<bigint[]> {
  const affected = new Set(addresses.map(({ chain, key }) => dependencyOnAddress(chain, key)));
  const keys = addresses.flatMap(({ chain, key }) => (chains[chain].hasClusters ? [key] : []));
  const found = await clusters.clustersOf(session, keys);
  const roots = new Map(
    [...found.values()].map((cluster) => [dependencyOnAddress('bitcoin', cluster.root), cluster]),
  );
  const small = [...roots.values()].filter(({ size }) => size > 1 && size <= smallCluster);
  for (const { root } of small.slice(0, smallClusters)) {
    for (const member of await membersOf(session, root, 0, smallCluster)) {
      affected.add(dependencyOnAddress('bitcoin', member.key));
    }
  }
  for (const key of roots.keys()) affected.add(key);
  for (const id of entities) affected.add(dependencyOnEntity(id));
  for (const code of countries) affected.add(dependencyOnCountry(code));
  return [...affected];
}
