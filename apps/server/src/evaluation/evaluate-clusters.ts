import { coSpend } from '@hopscope/risk';
import { emptyForest, joinNodes, rootOf } from '../ledger/bitcoin/clusters/cluster-forest.ts';
import { positionOf } from '../ledger/bitcoin/positions.ts';
import type { DemoFacts, Owner } from './demo-facts.ts';
import type { Ratio } from './ratio.ts';

export interface JudgedClusters {
  readonly clusters: number;
  /** Addresses in a cluster of two and more. */
  readonly addresses: number;
  readonly largest: number;
  /** Of all pairs of addresses in one cluster, how many have one owner. */
  readonly pairs: Ratio;
  /** Of the addresses in clusters, how many belong to the owner of most of their cluster. */
  readonly members: Ratio;
  /** Of all pairs of spent addresses of one wallet, how many are in one cluster. */
  readonly pairRecall: Ratio;
  /** Of the spent addresses of wallets with several, how many are in their wallet's largest cluster. */
  readonly memberRecall: Ratio;
  /** PayJoins through which nothing was joined. */
  readonly payJoins: Ratio;
  /** Of what looked like a PayJoin, how much is one. */
  readonly payJoinPrecision: Ratio;
}

const pairsAmong = (n: number): number => (n * (n - 1)) / 2;

function tally<T>(values: Iterable<T>): Map<T, number> {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

function group(
  names: Iterable<string>,
  by: (name: string) => string | number,
): Map<string | number, string[]> {
  const groups = new Map<string | number, string[]>();
  for (const name of names) {
    const own = by(name);
    const members = groups.get(own) ?? [];
    groups.set(own, members);
    members.push(name);
  }
  return groups;
}

/** How many of the members have the same, by pairs and by the largest part. */
function agreement(
  groups: Iterable<readonly string[]>,
  by: (name: string) => string | number,
): { pairs: Ratio; members: Ratio } {
  let [samePairs, allPairs, largest, all] = [0, 0, 0, 0];
  for (const members of groups) {
    const counts = [...tally(members.map(by)).values()];
    for (const n of counts) samePairs += pairsAmong(n);
    allPairs += pairsAmong(members.length);
    largest += Math.max(...counts);
    all += members.length;
  }
  return { pairs: { right: samePairs, of: allPairs }, members: { right: largest, of: all } };
}

/** Clusters of the demo's transactions by the rule of co-spending against who owns which address. */
export function judgeClusters({ transactions, owners }: DemoFacts): JudgedClusters {
  const forest = emptyForest();
  const spent = new Set<string>();
  let [payJoins, seen, taken] = [0, 0, 0];
  transactions.forEach(({ tx, kind, height }, i) => {
    for (const { key } of tx.inputs) if (key !== undefined) spent.add(key);
    const { keys, obstacle } = coSpend(tx);
    const joined = keys.map((name, vin) => ({ name, vin, key: Buffer.from(name, 'latin1') }));
    if (joined.length > 0) joinNodes(forest, joined, positionOf(height, i % 100_000));
    if (obstacle === 'payjoin') taken++;
    if (kind !== 'payjoin') return;
    payJoins++;
    if (obstacle === 'payjoin') seen++;
  });
  const ownerOf = (name: string): Owner => owners.get(name) ?? { wallet: -1, entity: 'nobody' };
  const clusterOf = (name: string): string => {
    const node = forest.byName.get(name);
    return node ? rootOf(node).key.toString() : name;
  };
  const clusters = [...group(forest.byName.keys(), clusterOf).values()];
  const byOwner = agreement(clusters, (name) => ownerOf(name).entity);
  const wallets = [...group(spent, (name) => ownerOf(name).wallet).values()].filter(
    ({ length }) => length > 1,
  );
  const recall = agreement(wallets, clusterOf);
  return {
    clusters: clusters.length,
    addresses: forest.byName.size,
    largest: Math.max(0, ...clusters.map(({ length }) => length)),
    ...byOwner,
    pairRecall: recall.pairs,
    memberRecall: recall.members,
    payJoins: { right: seen, of: payJoins },
    payJoinPrecision: { right: seen, of: taken },
  };
}
