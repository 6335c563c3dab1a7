import type { SqlSession } from '../../../db/session.ts';
import { byteKey } from '../../../ledger/shared/byte-keys.ts';
import { createLru } from '../../../lib/lru.ts';
import { readLabelsAt } from './attributions.store.ts';
import type { ClusterAccess } from '../records/cluster-access.ts';

/**
 * Most labels of a release whose clusters are read for an earlier state. With more, inherited attributions are unknown.
 */
export const labelsLookedAt = 20_000;
/** Cached earlier states. */
const statesStored = 4;

export type ClusterEntities = ReadonlyMap<string, readonly { readonly entity: string; readonly n: number }[]>;

/** A release of the directory and a block, by height and hash, as of which clusters are read. */
export interface EarlierState {
  readonly version: number;
  readonly height: number;
  readonly hash: string;
}

/** Entities with directly attributed addresses in clusters, both at an earlier state. */
export interface HistoricalLabels {
  /** By `byteKey` of the root; undefined if the release has more than `labelsLookedAt` labels. */
  read(session: SqlSession, state: EarlierState): Promise<ClusterEntities | undefined>;
}

export function createLabelsThen(clusters: ClusterAccess): HistoricalLabels {
  const stored = createLru<string, ClusterEntities>({ most: statesStored });

  async function load(session: SqlSession, { version, height }: EarlierState) {
    const labels = await readLabelsAt(session, { version, limit: labelsLookedAt });
    if (!labels) return undefined;
    const found = await clusters.clustersOf(
      session,
      labels.map(({ key }) => key),
      { height },
    );
    const byRoot = Map.groupBy(labels, ({ key }) => byteKey(found.get(byteKey(key))?.root ?? key));
    return new Map(
      [...byRoot].map(([root, each]) => {
        const counts = Map.groupBy(each, ({ entity }) => entity);
        const entities = [...counts].map(([entity, { length: n }]) => ({ entity, n }));
        return [root, entities.sort((a, b) => b.n - a.n || (a.entity < b.entity ? -1 : 1))] as const;
      }),
    );
  }

  return {
    async read(session, state) {
      const name = `${state.version} ${state.height} ${state.hash}`;
      const before = stored.get(name);
      if (before) return before;
      const entities = await load(session, state);
      // While clusters are behind the block, a later read may find more.
      if (entities && (await clusters.clustersUpTo(session)) >= state.height) {
        stored.set(name, entities);
      }
      return entities;
    },
  };
}
