import { changeOdds, coSpend, isPayment } from '@hopscope/risk';
import { emptyForest, joinNodes, rootOf } from '../ledger/bitcoin/clusters/cluster-forest.ts';
import { positionOf } from '../ledger/bitcoin/positions.ts';
import type { DemoFacts, LabeledTransaction, Owner } from './demo-facts.ts';
import type { Ratio } from './ratio.ts';

export interface ClusterQuality {
  readonly clusters: number;
  /** Addresses in clusters of at least two addresses. */
  readonly addresses: number;
  readonly largest: number;
  /** Pairs of addresses in the same cluster with the same owner. */
  readonly pairs: Ratio;
  /** Addresses owned by the main owner of their cluster. */
  readonly members: Ratio;
  /** Pairs of spent addresses of the same wallet in the same cluster. */
  readonly pairRecall: Ratio;
  /** Spent addresses, of wallets with several, in the largest cluster of their wallet. */
  readonly memberRecall: Ratio;
  /** PayJoins excluded from clustering. */
  readonly payJoins: Ratio;
  /** Suspected PayJoins that are PayJoins. */
  readonly payJoinPrecision: Ratio;
}

const pairsAmong = (n: number): number => (n * (n - 1)) / 2;

function countValues<T>(values: Iterable<T>): Map<T, number> {
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

/** Compares groups with another grouping: pairs that agree, and members in the largest part of their group. */
function agreement(
  groups: Iterable<readonly string[]>,
  by: (name: string) => string | number,
): { pairs: Ratio; members: Ratio } {
  let [samePairs, allPairs, largest, all] = [0, 0, 0, 0];
  for (const members of groups) {
    const counts = [...countValues(members.map(by)).values()];
    for (const n of counts) samePairs += pairsAmong(n);
    allPairs += pairsAmong(members.length);
    largest += Math.max(...counts);
    all += members.length;
  }
  return { pairs: { right: samePairs, of: allPairs }, members: { right: largest, of: all } };
}

/** Returns the only output's address that is change with at least these odds; undefined if there is none. */
function changeKeyOf(
  { tx, fingerprint, spenders }: LabeledTransaction,
  { odds, seen }: { odds: number; seen: ReadonlySet<string> },
): string | undefined {
  if (!isPayment(tx)) return undefined;
  const around = {
    isFresh: (key: string) => !seen.has(key),
    fingerprint,
    spenderOf: (output: number) => spenders[output],
  };
  const change = changeOdds(tx, around)?.outputs.find(({ probability }) => probability >= odds);
  return change && tx.outputs[change.output]?.key;
}

/**
 * Clusters the transactions by co-spending and compares the clusters with the owners of addresses. `odds`: also joins each
 * payer with the output that is its change with at least this probability.
 */
export function evaluateClusters({ transactions, owners }: DemoFacts, odds?: number): ClusterQuality {
  const forest = emptyForest();
  const spent = new Set<string>();
  const received = new Set<string>();
  let [payJoins, seen, taken] = [0, 0, 0];
  transactions.forEach((labeled, i) => {
    const { tx, kind, height } = labeled;
    for (const { key } of tx.inputs) if (key !== undefined) spent.add(key);
    const { keys, obstacle } = coSpend(tx);
    const payer = tx.inputs.find(({ key }) => key !== undefined)?.key;
    const change =
      odds === undefined || payer === undefined ? undefined : changeKeyOf(labeled, { odds, seen: received });
    for (const { key } of tx.outputs) if (key !== undefined) received.add(key);
    const names = change === undefined || payer === undefined ? keys : [...new Set([payer, ...keys, change])];
    const joined = names.map((name, vin) => ({ name, vin, key: Buffer.from(name, 'latin1') }));
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
