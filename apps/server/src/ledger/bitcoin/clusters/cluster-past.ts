import type { SqlSession } from '../../../db/session.ts';
import { int8Array } from '../../shared/byte-keys.ts';
import type { ClusterNode } from './cluster-forest.ts';

interface Search {
  readonly node: ClusterNode;
  /** The size is between these bounds. */
  low: number;
  high: number;
}

/**
 * Returns the sizes of nodes before a position. Children are in the order of their places, and each increased the size from
 * its place on. So a binary search over the places, for all nodes at once, takes at most log2 of the largest size reads.
 */
export async function sizesBefore(
  session: SqlSession,
  nodes: ReadonlySet<ClusterNode>,
  position: number,
): Promise<Map<ClusterNode, number>> {
  const all = [...nodes].map((node): Search => ({ node, low: 1, high: node.size }));
  let open = all.filter(({ low, high }) => low < high);
  for (let first = true; open.length > 0; first = false) {
    // The newest child first: most nodes got no later child.
    const middles = open.map(({ low, high }) => (first ? high - 1 : Math.floor((low + high - 1) / 2)));
    const { rows } = await session.query<{ at: bigint; place: bigint; size: bigint; linked: bigint }>(
      `select d.at, c.place, c.size, c.linked
       from unnest(${int8Array(open.map(({ node }) => node.id))}, ${int8Array(middles)}) with ordinality as d(id, place, at)
       cross join lateral (select place, size, linked from btc_cluster b
         where b.parent = d.id and b.place <= d.place order by b.place desc limit 1) c`,
    );
    for (const { at, place, size, linked } of rows) {
      const search = open[Number(at) - 1];
      if (!search) continue;
      if (linked >= BigInt(position)) search.high = Number(place);
      else search.low = Number(place + size);
    }
    open = open.filter(({ low, high }) => low < high);
  }
  return new Map(all.map(({ node, high }) => [node, high]));
}
