import { allOf, type CanvasDocument, connectionsOf, getOf } from '../document/document.ts';
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

/** Returns a function that tests whether both ends of a transfer are inside of one peel chain, folded or not. */
function peelSteps(document: CanvasDocument): (from: string, to: string) => boolean {
  const inChain = new Set(
    findPeelChains(document).flatMap(({ nodes }) =>
      nodes.slice(2, -1).map((node, i) => `${nodes[i + 1] ?? ''}|${node}`),
    ),
  );
  const chainOf = (id: string): string | null => {
    const group = getOf(document, 'node', id)?.group ?? null;
    return group !== null && getOf(document, 'group', group)?.purpose === 'peel_chain' ? group : null;
  };
  return (from, to) => {
    if (inChain.has(`${from}|${to}`)) return true;
    const chain = chainOf(from);
    return chain !== null && chain === chainOf(to);
  };
}

/** Returns the least number of hops from the traced nodes in one direction. */
function hopsAlong(
  document: CanvasDocument,
  traced: readonly string[],
  direction: 'down' | 'up',
  isPeel: (from: string, to: string) => boolean,
): Map<string, number> {
  const found = new Map<string, number>(traced.map((id) => [id, 0]));
  let front: readonly string[] = traced;
  for (let hops = 0; front.length > 0; hops++) {
    const next = new Set<string>();
    const same = [...front];
    // Steps inside of a peel chain belong to the same hop.
    for (const id of same)
      for (const { from, to } of connectionsOf(document, id)) {
        if ((direction === 'down' ? from : to) !== id) continue;
        const other = direction === 'down' ? to : from;
        const further = isPeel(from, to) ? hops : hops + 1;
        if ((found.get(other) ?? Number.POSITIVE_INFINITY) <= further) continue;
        found.set(other, further);
        if (further === hops) same.push(other);
        else next.add(other);
      }
    front = [...next].filter((id) => found.get(id) === hops + 1);
  }
  return found;
}

/**
 * Returns the position of each node relative to the traced ones: breadth first over transfers in both directions, payees one
 * column right, payers one column left. Omits nodes without connection to a traced one, unless `everything` is set or nothing
 * is traced: then the first node of each part by ID counts as traced.
 */
export function hopsFromTraced(document: CanvasDocument, everything = false): Map<string, HopPosition> {
  const nodes = allOf(document, 'node');
  const traced = nodes.filter((one) => one.traced).map(({ id }) => id);
  const found = new Map<string, { column: number; distance: number }>();
  const begins = [...traced];
  const walk = (starts: readonly string[]): void => {
    for (const id of starts) found.set(id, { column: 0, distance: 0 });
    let front = starts;
    for (let distance = 1; front.length > 0; distance++) {
      const next: string[] = [];
      for (const id of front) {
        const column = found.get(id)?.column ?? 0;
        for (const { from, to } of connectionsOf(document, id)) {
          const other = from === id ? to : from;
          if (found.has(other)) continue;
          found.set(other, { column: column + (from === id ? 1 : -1), distance });
          next.push(other);
        }
      }
      front = next;
    }
  };
  walk(traced);
  if (everything || traced.length === 0)
    for (const { id } of nodes)
      if (!found.has(id)) {
        begins.push(id);
        walk([id]);
      }
  const isPeel = peelSteps(document);
  const down = hopsAlong(document, begins, 'down', isPeel);
  const up = hopsAlong(document, begins, 'up', isPeel);
  const hopOf = (id: string): number | null => {
    const [below, above] = [down.get(id), up.get(id)];
    if (below === undefined) return above === undefined ? null : -above || 0;
    return above === undefined || below <= above ? below : -above;
  };
  return new Map([...found].map(([id, place]) => [id, { ...place, hop: hopOf(id) }]));
}
