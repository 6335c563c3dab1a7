import type { Asset, Connection } from '@hopscope/contract/flow-document';
import { byText } from '@hopscope/domain';
import { limits } from '../limits.ts';

/** All transfers of one asset from one node to another, as one. */
export interface Aggregate {
  /** `<from>|<to>|<asset>`. */
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly asset: Asset;
  /** Exact, smallest units. */
  readonly amount: bigint;
  /** Transfers in it, the oldest first, those in no block last. */
  readonly connections: readonly Connection[];
  /** Seconds since 1970 of the first and last in a block; null: none is. */
  readonly first: number | null;
  readonly last: number | null;
  /** The color that all have; null: none, or not the same. */
  readonly color: string | null;
}

/** Key of an asset: chain and contract, or only the chain for its coin. */
export function assetKey({ chain, contract, symbol }: Asset): string {
  return contract === null ? `${chain}:${symbol}` : `${chain}:${contract.toLowerCase()}`;
}

export function byTime(a: Connection, b: Connection): number {
  const [x, y] = [a.time ?? Number.POSITIVE_INFINITY, b.time ?? Number.POSITIVE_INFINITY];
  return x === y ? (a.id < b.id ? -1 : a.id > b.id ? 1 : 0) : x - y;
}

function joined(
  id: string,
  from: string,
  to: string,
  unsorted: readonly Connection[],
): Aggregate | undefined {
  const connections = unsorted.toSorted(byTime);
  const [one] = connections;
  if (!one) return undefined;
  const times = connections.flatMap(({ time }) => time ?? []);
  return {
    id,
    from,
    to,
    asset: one.asset,
    amount: connections.reduce((sum, { amount }) => sum + BigInt(amount), 0n),
    connections,
    first: times[0] ?? null,
    last: times.at(-1) ?? null,
    color: connections.every(({ color }) => color === one.color) ? one.color : null,
  };
}

/**
 * Aggregates transfers by pair and asset, ascending by ID. `shownAs` replaces a node with its folded group; transfers within
 * one group are omitted, except from an address to itself.
 */
export function aggregate(
  connections: Iterable<Connection>,
  shownAs: (nodeId: string) => string = (id) => id,
): Aggregate[] {
  const groups = new Map<string, { from: string; to: string; list: Connection[] }>();
  for (const one of connections) {
    const [from, to] = [shownAs(one.from), shownAs(one.to)];
    if (from === to && one.from !== one.to) continue;
    const key = `${from}|${to}|${assetKey(one.asset)}`;
    const group = groups.get(key);
    if (group) group.list.push(one);
    else groups.set(key, { from, to, list: [one] });
  }
  return [...groups]
    .flatMap(([id, { from, to, list }]) => joined(id, from, to, list) ?? [])
    .sort((a, b) => byText(a.id, b.id));
}

interface Line {
  readonly id: string;
  readonly from: string;
  readonly to: string;
}

/**
 * Returns the offset of each line from the straight connection, in pixels to the right of its direction (y downward): lines
 * between the same nodes, in both directions, are 50 apart around the center, ordered by ID.
 */
export function parallelOffsets(lines: readonly Line[]): Map<string, number> {
  const pairs = new Map<string, Line[]>();
  for (const line of lines) {
    const key = line.from < line.to ? `${line.from}|${line.to}` : `${line.to}|${line.from}`;
    const pair = pairs.get(key);
    if (pair) pair.push(line);
    else pairs.set(key, [line]);
  }
  const offsets = new Map<string, number>();
  for (const pair of pairs.values())
    for (const [i, { id, from, to }] of pair.sort((a, b) => byText(a.id, b.id)).entries()) {
      const aside = (i - (pair.length - 1) / 2) * limits.parallelOffset;
      offsets.set(id, aside === 0 || from <= to ? aside : -aside);
    }
  return offsets;
}
