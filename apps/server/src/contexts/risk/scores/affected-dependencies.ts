import { chains } from '@hopscope/domain';
import type { SqlSession } from '../../../db/session.ts';
import { membersOf } from '../../../ledger/bitcoin/clusters/clusters.ts';
import type { ClusterAccess } from '../../directory/records/cluster-access.ts';
import type { AffectedNames } from '../../directory/releases/affected-names.ts';
import { nameOfCountry, nameOfEntity, nameOfKey, numberOfName } from './dependency-names.ts';

/** Limits per batch of a release: clusters whose members are read, and members of each. */
const smallClusters = 200;
const smallCluster = 1_000;

/**
 * Numbers of the names that a portion of a release touches, without repeats. A label counts for everybody in its cluster: they are
 * names of the addresses, of their clusters, and of members that may have named one before.
 */
export async function affectedNumbers(
  session: SqlSession,
  { addresses, entities, countries }: AffectedNames,
  clusters: Pick<ClusterAccess, 'clustersOf'>,
): Promise<bigint[]> {
  const names = addresses.map(({ chain, key }) => nameOfKey(chain, key));
  const keys = addresses.flatMap(({ chain, key }) => (chains[chain].hasClusters ? [key] : []));
  const found = await clusters.clustersOf(session, keys);
  const roots = new Map([...found.values()].map((cluster) => [nameOfKey('bitcoin', cluster.root), cluster]));
  const small = [...roots.values()].filter(({ size }) => size > 1 && size <= smallCluster);
  for (const { root } of small.slice(0, smallClusters)) {
    for (const member of await membersOf(session, root, 0, smallCluster)) {
      names.push(nameOfKey('bitcoin', member.key));
    }
  }
  names.push(...roots.keys(), ...entities.map(nameOfEntity), ...countries.map(nameOfCountry));
  return [...new Set(names.map(numberOfName))];
}
