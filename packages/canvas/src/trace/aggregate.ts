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
  const connections = unsorted.length === 1 ? unsorted : unsorted.toSorted(byTime);
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

/** Returns the list of a pair, in the order in which pairs were first asked for. */
function createPairs<T>() {
  const byFirst = new Map<string, Map<string, T[]>>();
  const lists: { readonly first: string; readonly second: string; readonly list: T[] }[] = [];
  return {
    lists,
    of(first: string, second: string): T[] {
      const others = byFirst.get(first) ?? new Map<string, T[]>();
      if (others.size === 0) byFirst.set(first, others);
      const known = others.get(second);
      if (known) return known;
      const list: T[] = [];
      others.set(second, list);
      lists.push({ first, second, list });
      return list;
    },
  };
}

/** As `aggregate`, in no order. */
export function aggregateUnordered(
  connections: Iterable<Connection>,
  shownAs: (nodeId: string) => string = (id) => id,
): Aggregate[] {
  const pairs = createPairs<Connection>();
  for (const one of connections) {
    const [from, to] = [shownAs(one.from), shownAs(one.to)];
    if (from !== to || one.from === one.to) pairs.of(from, to).push(one);
  }
  return pairs.lists.flatMap(({ first: from, second: to, list }) => {
    const assets = new Map<string, Connection[]>();
    for (const one of list) {
      const key = assetKey(one.asset);
      const same = assets.get(key);
      if (same) same.push(one);
      else assets.set(key, [one]);
    }
    return [...assets].flatMap(([key, same]) => joined(`${from}|${to}|${key}`, from, to, same) ?? []);
  });
}

/**
 * Aggregates transfers by pair and asset, ascending by ID. `shownAs` replaces a node with its folded group; transfers within
 * one group are omitted, except from an address to itself.
 */
export function aggregate(
  connections: Iterable<Connection>,
  shownAs?: (nodeId: string) => string,
): Aggregate[] {
  return aggregateUnordered(connections, shownAs).sort((a, b) => byText(a.id, b.id));
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
export function parallelOffsets(lines: readonly Line[]): number[] {
  const pairs = createPairs<number>();
  for (const [i, { from, to }] of lines.entries())
    (from < to ? pairs.of(from, to) : pairs.of(to, from)).push(i);
  const offsets = lines.map(() => 0);
  const idOf = (i: number): string => lines[i]?.id ?? '';
  for (const { first, list } of pairs.lists) {
    if (list.length === 1) continue;
    for (const [at, i] of list.sort((a, b) => byText(idOf(a), idOf(b))).entries()) {
      const aside = (at - (list.length - 1) / 2) * limits.parallelOffset;
      if (aside !== 0) offsets[i] = lines[i]?.from === first ? aside : -aside;
    }
  }
  return offsets;
}
