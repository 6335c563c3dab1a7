/**
 * A step between two places, as a search for paths sees it. A place is an address with one asset: a step is a transfer, or what
 * somebody gave became what somebody received of another asset, or on another chain.
 */
export interface PathEdge {
  readonly from: string;
  readonly to: string;
  /** Smallest units of the asset that leaves `from`, above 0. */
  readonly amount: bigint;
  /** Smallest units of the asset that arrives at `to`, above 0; that of `amount` for a transfer. */
  readonly got: bigint;
  /** Order in time on the chain of `from`; equal within one transaction if its order is unknown. */
  readonly order: number;
  /** Order in time on the chain of `to`; that of `order` on one chain, or later. */
  readonly arrives: number;
}

/** A way to a place: its last step, and the way before it. */
interface Way<Edge> {
  readonly edge: Edge;
  readonly before: Way<Edge> | undefined;
}

function stepsOf<Edge>(way: Way<Edge> | undefined): Edge[] {
  const steps: Edge[] = [];
  for (let at = way; at; at = at.before) steps.push(at.edge);
  return steps.toReversed();
}

/** Steps between places, each once. */
export interface PathGraph<Edge extends PathEdge> {
  /** In the given order. */
  outOf(place: string): readonly Edge[];
}

/** A path has at most `hops` steps, and ends at any of the places of `to`. */
export interface PathQuestion {
  readonly from: string;
  readonly to: ReadonlySet<string>;
  readonly hops: number;
}

interface Reached<Edge> {
  readonly order: number;
  readonly way: Way<Edge> | undefined;
}

/**
 * Finds the path with the fewest steps, each later than the previous one; among equal lengths, the one that arrives first. Undefined
 * if none has at most `hops`. Layer by layer, each place keeps its earliest arrival (Bui-Xuan, Ferreira, Jarry: Computing shortest,
 * fastest, and foremost journeys in dynamic networks, 2003).
 */
export function shortestPath<Edge extends PathEdge>(
  graph: PathGraph<Edge>,
  { from, to, hops }: PathQuestion,
): Edge[] | undefined {
  const best = new Map<string, number>([[from, -1]]);
  let layer = new Map<string, Reached<Edge>>([[from, { order: -1, way: undefined }]]);
  for (let hop = 1; hop <= hops && layer.size > 0; hop++) {
    const next = new Map<string, Reached<Edge>>();
    let arrived: Reached<Edge> | undefined;
    for (const [place, { order, way }] of layer) {
      for (const edge of graph.outOf(place)) {
        if (edge.order <= order) continue;
        const before = best.get(edge.to);
        if (before !== undefined && before <= edge.arrives) continue;
        best.set(edge.to, edge.arrives);
        const reached = { order: edge.arrives, way: { edge, before: way } };
        next.set(edge.to, reached);
        if (to.has(edge.to) && (!arrived || edge.arrives < arrived.order)) arrived = reached;
      }
    }
    if (arrived) return stepsOf(arrived.way);
    layer = next;
  }
  return undefined;
}

/** What can have arrived at a place by a time; without an amount: anything, at the start. */
interface Carried<Edge> extends Reached<Edge> {
  readonly amount: bigint | undefined;
}

/** A part of an amount, `part / whole` of it, rounded up: at most this much can have gone on, and never nothing. */
const partOf = (amount: bigint, part: bigint, whole: bigint): bigint => (amount * part + whole - 1n) / whole;

/** The part of an amount that a step carries on, in the asset that arrives. */
const carried = (amount: bigint | undefined, edge: PathEdge): bigint =>
  amount === undefined || amount >= edge.amount ? edge.got : partOf(edge.got, amount, edge.amount);

function passes<Edge extends PathEdge>(way: Way<Edge> | undefined, place: string): boolean {
  for (let at = way; at; at = at.before) if (at.edge.from === place) return true;
  return false;
}

/**
 * Adds what can have arrived at a place to a list in which none is both later and less than another, earliest first. Returns false
 * for one that is.
 */
function addCarried<Edge>(front: Carried<Edge>[], carriedThere: Carried<Edge> & { amount: bigint }): boolean {
  const { order, amount } = carriedThere;
  const at = front.findIndex((each) => each.order > order);
  const before = front[at < 0 ? front.length - 1 : at - 1];
  if (before?.amount !== undefined && before.amount >= amount) return false;
  const start = before?.order === order ? front.indexOf(before) : at < 0 ? front.length : at;
  let end = start;
  while (end < front.length && (front[end]?.amount ?? amount) <= amount) end++;
  front.splice(start, end - start, carriedThere);
  return true;
}

/** Returns what a path carries at most: of the asset that leaves its start, and of the one that arrives at its end. */
export function widthOf(path: readonly PathEdge[]): { readonly left: bigint; readonly arrived: bigint } {
  let arrived: bigint | undefined;
  for (const edge of path) arrived = carried(arrived, edge);
  let left = arrived ?? 0n;
  for (const { amount, got } of path.toReversed()) left = partOf(amount, left < got ? left : got, got);
  return { left, arrived: arrived ?? 0n };
}

/**
 * Finds the path along which the most can have gone from one place to another (widest path), each step later than the one before;
 * of equal ones the shortest. Within one asset, that is the path whose smallest transfer is the largest. Where an amount became
 * another asset, it counts in proportion, rounded up. Paths to several places are compared by what left the start. Layer by layer, each place
 * keeps what can have arrived there, without what is both later and less than another.
 */
export function largestPath<Edge extends PathEdge>(
  graph: PathGraph<Edge>,
  { from, to, hops }: PathQuestion,
): Edge[] | undefined {
  const fronts = new Map<string, Carried<Edge>[]>();
  let layer = new Map<string, Carried<Edge>[]>([[from, [{ order: -1, amount: undefined, way: undefined }]]]);
  let found: { readonly way: Way<Edge> | undefined; readonly left: bigint } | undefined;
  for (let hop = 1; hop <= hops && layer.size > 0; hop++) {
    const next = new Map<string, Carried<Edge>[]>();
    for (const [place, front] of layer) {
      for (const edge of graph.outOf(place)) {
        // What arrives later is more, so the last one in time is the largest.
        const last = front.findLast(({ order }) => order < edge.order);
        if (!last || passes(last.way, edge.to) || edge.to === from) continue;
        const amount = carried(last.amount, edge);
        const there = { order: edge.arrives, amount, way: { edge, before: last.way } };
        const known = fronts.get(edge.to) ?? [];
        fronts.set(edge.to, known);
        if (!addCarried(known, there)) continue;
        const fresh = next.get(edge.to) ?? [];
        next.set(edge.to, fresh);
        addCarried(fresh, there);
        if (!to.has(edge.to)) continue;
        const { left } = widthOf(stepsOf(there.way));
        if (!found || left > found.left) found = { way: there.way, left };
      }
    }
    layer = next;
  }
  return found && stepsOf(found.way);
}
