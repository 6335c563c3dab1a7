import { allOf, type CanvasDocument, type Graph, graphOf } from '../document/document.ts';
import { findPeelChains } from './peel-chains.ts';

export interface HopPosition {
  /** Column of a layout: one to the right with each transfer; the traced are 0. */
  readonly column: number;
  /** Transfers from the nearest traced node, whichever way. */
  readonly distance: number;
  /**
   * Hops along the flow: positive downstream of a traced node, negative upstream. Steps inside of a peel chain count as one,
   * as in an auto-trace. Null: only transfers in both directions lead here.
   */
  readonly hop: number | null;
}

type Walked = Pick<Graph, 'nodes' | 'from' | 'to' | 'at'>;

/** Adds the conversions between two nodes to the transfers: money went along them, too. */
function withConversions(document: CanvasDocument, graph: Graph): Walked {
  const links = allOf(document, 'conversion').filter(({ from, to }) => from !== to);
  if (links.length === 0) return graph;
  const { nodes, numberOf, at } = graph;
  const ends = (side: 'from' | 'to'): Int32Array =>
    Int32Array.from([...graph[side], ...links.map((link) => numberOf.get(link[side]) ?? -1)]);
  const more = new Map<number, number[]>();
  for (const [i, link] of links.entries()) {
    for (const id of [link.from, link.to]) {
      const node = numberOf.get(id) ?? -1;
      more.set(node, [...(more.get(node) ?? []), graph.from.length + i]);
    }
  }
  return {
    nodes,
    from: ends('from'),
    to: ends('to'),
    at: (node) => Int32Array.from([...at(node), ...(more.get(node) ?? [])]),
  };
}

/** Returns a function that tests whether both ends of a transfer are inside of one peel chain, folded or not. */
function peelSteps(
  document: CanvasDocument,
  { nodes, numberOf }: Graph,
): (from: number, to: number) => boolean {
  /** Of a node inside of a chain, the next one inside of it. */
  const after = new Map<number, number>();
  for (const chain of findPeelChains(document)) {
    const inner = chain.nodes.slice(1, -1).map((id) => numberOf.get(id) ?? -1);
    for (const [i, node] of inner.entries()) {
      const next = inner[i + 1];
      if (next !== undefined) after.set(node, next);
    }
  }
  const folded = new Set(
    allOf(document, 'group').flatMap(({ id, purpose }) => (purpose === 'peel_chain' ? id : [])),
  );
  if (folded.size === 0) return after.size === 0 ? () => false : (from, to) => after.get(from) === to;
  return (from, to) => {
    if (after.get(from) === to) return true;
    const chain = nodes[from]?.group ?? null;
    return chain !== null && folded.has(chain) && nodes[to]?.group === chain;
  };
}

const unreached = -1;
/** Results for states of documents: several parts of a page ask for the same one. */
const positions = new WeakMap<CanvasDocument['records'], ReadonlyMap<string, HopPosition>>();

/** Returns the least number of hops from some nodes in one direction, by node. */
function hopsAlong(
  { nodes, from: payers, to: payees, at }: Walked,
  starts: readonly number[],
  direction: 'down' | 'up',
  isPeel: (from: number, to: number) => boolean,
): Int32Array {
  const [near, far] = direction === 'down' ? [payers, payees] : [payees, payers];
  const found = new Int32Array(nodes.length).fill(unreached);
  for (const start of starts) found[start] = 0;
  let front = [...starts];
  for (let hops = 0; front.length > 0; hops++) {
    const next: number[] = [];
    // Steps inside of a peel chain belong to the same hop: they are added to the list that is walked.
    for (const node of front)
      for (const transfer of at(node)) {
        if (near[transfer] !== node) continue;
        const other = far[transfer] ?? unreached;
        const further = isPeel(payers[transfer] ?? unreached, payees[transfer] ?? unreached)
          ? hops
          : hops + 1;
        const known = found[other] ?? unreached;
        if (known !== unreached && known <= further) continue;
        found[other] = further;
        if (further === hops) front.push(other);
        else next.push(other);
      }
    front = next.filter((node) => found[node] === hops + 1);
  }
  return found;
}

/**
 * Returns the position of each node relative to the traced ones: breadth first over transfers and conversions in both directions, payees one
 * column right, payers one column left. Omits nodes without connection to a traced one, unless `everything` is set or nothing
 * is traced: then the first node of each part by ID counts as traced.
 */
export function hopsFromTraced(
  document: CanvasDocument,
  everything = false,
): ReadonlyMap<string, HopPosition> {
  const known = positions.get(document.records);
  if (known && !everything) return known;
  const found = positionsIn(document, everything);
  if (!everything) positions.set(document.records, found);
  return found;
}

function positionsIn(document: CanvasDocument, everything: boolean): ReadonlyMap<string, HopPosition> {
  const graph = graphOf(document);
  const walked = withConversions(document, graph);
  const { nodes, from, to, at } = walked;
  const columns = new Int32Array(nodes.length);
  const distances = new Int32Array(nodes.length).fill(unreached);
  const walk = (starts: readonly number[]): void => {
    for (const node of starts) distances[node] = 0;
    let front = starts;
    for (let distance = 1; front.length > 0; distance++) {
      const next: number[] = [];
      for (const node of front)
        for (const transfer of at(node)) {
          const pays = from[transfer] === node;
          const other = (pays ? to[transfer] : from[transfer]) ?? unreached;
          if (distances[other] !== unreached) continue;
          columns[other] = (columns[node] ?? 0) + (pays ? 1 : -1);
          distances[other] = distance;
          next.push(other);
        }
      front = next;
    }
  };
  const begins = nodes.flatMap((one, i) => (one.traced ? i : []));
  const isTraced = begins.length > 0;
  walk(begins);
  if (everything || !isTraced)
    for (let i = 0; i < nodes.length; i++)
      if (distances[i] === unreached) {
        begins.push(i);
        walk([i]);
      }
  const isPeel = peelSteps(document, graph);
  const down = hopsAlong(walked, begins, 'down', isPeel);
  const up = hopsAlong(walked, begins, 'up', isPeel);
  const hopOf = (i: number): number | null => {
    const [below = unreached, above = unreached] = [down[i], up[i]];
    if (below === unreached) return above === unreached ? null : -above || 0;
    return above === unreached || below <= above ? below : -above;
  };
  return new Map(
    nodes.flatMap(({ id }, i): [string, HopPosition][] => {
      const distance = distances[i] ?? unreached;
      return distance === unreached ? [] : [[id, { column: columns[i] ?? 0, distance, hop: hopOf(i) }]];
    }),
  );
}
