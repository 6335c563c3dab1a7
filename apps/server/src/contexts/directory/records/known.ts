import { type Blockchain, blockchains, chains } from '@hopscope/domain';
import type { SqlSession } from '../../../db/session.ts';
import { byteKey } from '../../../ledger/shared/byte-keys.ts';
import { type AttributionRow, readAttributions } from '../attributions/attributions.store.ts';
import { choose, type Choice } from '../attributions/choose-attribution.ts';
import type { ClusterAccess } from './cluster-access.ts';
import { entitiesAt, type State } from './entities-at.ts';
import type { ClusterEntities } from '../attributions/historical-labels.ts';
import { type EntityRow, readEntityNames } from './entities.store.ts';

/** Known facts about the owner of an address. */
export interface Known {
  /** IDs of all entities that it was or may be attributed to, also of denied ones. */
  readonly named: readonly string[];
  /** Valid attribution of the address itself; undefined: none. */
  readonly chosen: Choice | undefined;
  /** Its cluster; undefined if it is alone, or without clusters. */
  readonly cluster: { readonly root: Uint8Array; readonly size: number } | undefined;
  /**
   * Entities with addresses in the cluster, those with the most first, without those that an editor denies for this
   * address.
   */
  readonly inherited: readonly { readonly entity: string; readonly n: number }[];
}

export interface KnownAddresses {
  of(chain: Blockchain, key: Uint8Array): Known;
  /** All named entities by ID; with whole records if requested, or for an earlier day. */
  readonly entities: ReadonlyMap<string, EntityRow>;
}

function nameOf(chain: Blockchain, key: Uint8Array): string {
  return `${chain} ${byteKey(key)}`;
}

interface Context {
  readonly state: State;
  readonly clusters: ClusterAccess | undefined;
  /** Reads clusters as of the end of a block, also for an earlier day. */
  readonly clustersAt?: number | undefined;
  /** Reads the entities of clusters at an earlier state; without it inherited attributions are known only for now. */
  readonly entitiesThen?: ((session: SqlSession) => Promise<ClusterEntities | undefined>) | undefined;
}

/** Returns clusters of Bitcoin addresses with more than one member, with the entities of the other members. */
async function readClusters(
  session: SqlSession,
  keys: readonly Uint8Array[],
  { state, clusters, clustersAt, entitiesThen }: Context,
) {
  const asked = clusters && (clustersAt !== undefined || !state.past);
  const height = clustersAt === undefined ? {} : { height: clustersAt };
  const found = asked ? await clusters.clustersOf(session, keys, height) : undefined;
  const joined = new Map([...(found ?? [])].filter(([, { size }]) => size > 1));
  const roots = new Map([...joined.values()].map(({ root }) => [byteKey(root), root]));
  const earlier = state.past || clustersAt !== undefined;
  const read = (): Promise<ClusterEntities | undefined> | undefined =>
    earlier ? entitiesThen?.(session) : clusters?.entitiesOf(session, [...roots.values()]);
  const named = (roots.size > 0 && (await read())) || new Map<string, never[]>();
  return { joined, entities: new Map([...roots.keys()].map((root) => [root, named.get(root) ?? []])) };
}

/** Returns attributions of addresses at a state of the directory, from sources and clusters. */
export async function readKnown(
  session: SqlSession,
  asked: readonly { readonly chain: Blockchain; readonly key: Uint8Array }[],
  around: Context & { records?: boolean },
): Promise<KnownAddresses> {
  const { state } = around;
  const keysOf = (chain: Blockchain) => asked.filter((each) => each.chain === chain).map(({ key }) => key);
  const read = (chain: Blockchain) =>
    readAttributions(session, { chain, keys: keysOf(chain), moment: state, past: state.past });
  const clustered = blockchains.filter((chain) => chains[chain].hasClusters).flatMap(keysOf);
  const [byChain, { joined, entities: inClusters }] = await Promise.all([
    Promise.all(blockchains.map(read)),
    readClusters(session, clustered, around),
  ]);
  const rows = byChain.flat();
  const ids = new Set([
    ...rows.map(({ entityId }) => entityId),
    ...[...inClusters.values()].flatMap((counts) => counts.map(({ entity }) => entity)),
  ]);
  const entities =
    around.records || state.past
      ? await entitiesAt(session, [...ids], state)
      : await readEntityNames(session, [...ids]);
  const byAddress = Map.groupBy(rows, ({ chain, key }) => nameOf(chain, key));
  return {
    entities,
    of(chain, key) {
      const cluster = chains[chain].hasClusters ? joined.get(byteKey(key)) : undefined;
      const own: readonly AttributionRow[] = byAddress.get(nameOf(chain, key)) ?? [];
      const counts = cluster ? (inClusters.get(byteKey(cluster.root)) ?? []) : [];
      // An address doesn't inherit an entity that an editor denies for it.
      const named = [...own.map(({ entityId }) => entityId), ...counts.map(({ entity }) => entity)];
      const denied = new Set(own.filter(({ kind }) => kind === 'denied').map(({ entityId }) => entityId));
      return {
        named: [...new Set(named)].filter((id) => entities.has(id)),
        chosen: choose(own, entities),
        cluster,
        inherited: counts.filter(({ entity }) => entities.has(entity) && !denied.has(entity)),
      };
    },
  };
}
