import { ascending } from '@hopscope/domain';

/** A transfer between two addresses, as a search for paths sees it. */
export interface PathEdge {
  readonly from: string;
  readonly to: string;
  /** Smallest units of the one asset that is searched. */
  readonly amount: bigint;
  /** Order in time; equal within one transaction if its order is unknown. */
  readonly order: number;
}

/** A way to an address: its last transfer, and the way before it. */
interface Way<Edge> {
  readonly edge: Edge;
  readonly before: Way<Edge> | undefined;
}

interface Reached<Edge> {
  readonly order: number;
  readonly way: Way<Edge> | undefined;
}

function stepsOf<Edge>(way: Way<Edge> | undefined): Edge[] {
  const steps: Edge[] = [];
  for (let at = way; at; at = at.before) steps.push(at.edge);
  return steps.toReversed();
}

/** Transfers between addresses, each once. */
export interface PathGraph<Edge extends PathEdge> {
  /** In the given order. */
  outOf(address: string): readonly Edge[];
  readonly amounts: readonly bigint[];
}

/**
 * Finds the path with the fewest transfers, each later than the previous one and of at least `least`; among equal lengths,
 * the earliest arrival. Undefined if none has at most `hops`. Layer by layer, each address keeps its earliest arrival
 * (Bui-Xuan, Ferreira, Jarry: Computing shortest, fastest, and foremost journeys in dynamic networks, 2003).
 */
export function shortestPath<Edge extends PathEdge>(
  graph: Pick<PathGraph<Edge>, 'outOf'>,
  question: { readonly from: string; readonly to: string; readonly hops: number; readonly least?: bigint },
): Edge[] | undefined {
  const { from, to, hops, least = 0n } = question;
  const best = new Map<string, number>([[from, -1]]);
  let layer = new Map<string, Reached<Edge>>([[from, { order: -1, way: undefined }]]);
  for (let hop = 1; hop <= hops && layer.size > 0; hop++) {
    const next = new Map<string, Reached<Edge>>();
    for (const [address, { order, way }] of layer) {
      for (const edge of graph.outOf(address)) {
        if (edge.order <= order || edge.amount < least) continue;
        const before = best.get(edge.to);
        if (before !== undefined && before <= edge.order) continue;
        best.set(edge.to, edge.order);
        next.set(edge.to, { order: edge.order, way: { edge, before: way } });
      }
    }
    const arrived = next.get(to);
    if (arrived) return stepsOf(arrived.way);
    layer = next;
  }
  return undefined;
}

/**
 * The path whose smallest transfer is the largest (widest path), each transfer later than the one before; of equally wide
 * ones the shortest. The width is found by halving the list of amounts: a path of a width exists where one of every smaller width does.
 */
export function widestPath<Edge extends PathEdge>(
  graph: PathGraph<Edge>,
  question: { readonly from: string; readonly to: string; readonly hops: number },
): Edge[] | undefined {
  const amounts = [...new Set(graph.amounts)].toSorted(ascending);
  let found: Edge[] | undefined;
  let low = 0;
  let high = amounts.length - 1;
  while (low <= high) {
    const middle = Math.floor((low + high) / 2);
    const least = amounts[middle];
    const path = least === undefined ? undefined : shortestPath(graph, { ...question, least });
    if (path) {
      found = path;
      low = middle + 1;
    } else high = middle - 1;
  }
  return found;
}
