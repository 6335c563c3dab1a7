import { type findFlowPath, type FlowPathLine, flowTraceLimits } from '@hopscope/contract';
import { chains } from '@hopscope/domain';
import { type PathEdge, shortestPath, widestPath } from '@hopscope/risk';
import type { z } from 'zod';
import { badRequest } from '../../../lib/app-error.ts';
import { byteKey } from '../../../ledger/shared/byte-keys.ts';
import { type Move, presentMove } from './moves.ts';
import type { AddressRef, TracingSnapshot } from './open-tracing.ts';
import { readParties } from './parties.ts';
import { neighborsOf } from './path-ledger.ts';
import { stopOf } from './services.ts';
import type { TraceOutput } from './trace-money.ts';
import { daysOf, type Within } from './within.ts';

type Question = z.output<typeof findFlowPath.body & z.ZodType>;
type Direction = 'forward' | 'backward';

/** Most transactions (movements) of an address for a path to pass through it; of both ends, the number to read. */
const mostOfOne = 1000;
const mostOfEnds = flowTraceLimits.scanned;
/** Addresses per read. */
const atOnce = 200;

interface Edge extends PathEdge {
  readonly move: Move;
}

/** Creates a graph of the distinct transfers read. */
function createGraph(within: Within, through: boolean) {
  const out = new Map<string, Edge[]>();
  const into = new Map<string, Edge[]>();
  const ids = new Set<string>();
  const amounts: bigint[] = [];
  const add = (lists: Map<string, Edge[]>, address: string, edge: Edge): void => {
    const list = lists.get(address);
    if (list) list.push(edge);
    else lists.set(address, [edge]);
  };
  return {
    amounts,
    outOf: (address: string): readonly Edge[] => out.get(address) ?? [],
    intoOf: (address: string): readonly Edge[] => into.get(address) ?? [],
    add(moves: readonly Move[]): void {
      for (const move of moves) {
        const { by, number, from, to, amount, asset } = move;
        if (!within.has(by.time) || (by.coinJoin && !through)) continue;
        const id = `${by.transaction}:${number} ${from} ${to}`;
        if (ids.has(id)) continue;
        ids.add(id);
        // Outputs of one Bitcoin transaction are simultaneous; movements of Ethereum are sequential.
        const order =
          chains[asset.chain].model === 'utxo' ? by.position : by.position * 1024 + Math.min(number, 1023);
        const edge = { from, to, amount, order, move };
        amounts.push(amount);
        add(out, from, edge);
        add(into, to, edge);
      }
    },
  };
}
type Graph = ReturnType<typeof createGraph>;

/** The common state of both directions of a search. */
interface Search {
  readonly tracing: TracingSnapshot;
  readonly question: Question;
  readonly graph: Graph;
  readonly ends: ReadonlySet<string>;
  readonly progress: (waiting: number) => void;
  readonly signal: AbortSignal;
  /** Reads addresses. Returns false if the budget is insufficient for all of them. */
  read(addresses: readonly string[]): Promise<boolean>;
  /** Returns addresses that paths don't pass through. */
  closed(addresses: readonly string[]): Promise<ReadonlySet<string>>;
}

/** Creates one side of a search: addresses reachable from an end by number of transfers, with the best time. */
function createSide(graph: Graph, end: string, side: Direction) {
  const best = new Map<string, number>([[end, side === 'forward' ? -1 : Number.POSITIVE_INFINITY]]);
  let frontier = [end];
  const better = (a: number, b: number | undefined): boolean =>
    b === undefined || (side === 'forward' ? a < b : a > b);
  return {
    depth: 0,
    frontier: (): readonly string[] => frontier,
    /** Advances by one transfer; `least`: only transfers above this amount. */
    advance(closed: ReadonlySet<string>, least: bigint): void {
      const next = new Set<string>();
      const orders = new Map(frontier.map((address) => [address, best.get(address)]));
      for (const [address, order = 0] of orders) {
        if (closed.has(address)) continue;
        const edges = side === 'forward' ? graph.outOf(address) : graph.intoOf(address);
        for (const edge of edges) {
          if (edge.amount <= least) continue;
          if (side === 'forward' ? edge.order <= order : edge.order >= order) continue;
          const other = side === 'forward' ? edge.to : edge.from;
          if (!better(edge.order, best.get(other))) continue;
          best.set(other, edge.order);
          next.add(other);
        }
      }
      frontier = [...next];
      this.depth += 1;
    },
  };
}

interface FoundPath {
  readonly path: readonly Edge[] | undefined;
  readonly proven: boolean;
}

/** Searches from both ends at once; reads each level completely before the next one. */
async function searchBetween(search: Search, from: string, to: string): Promise<FoundPath> {
  const { graph, question, signal } = search;
  const { maxHops, mode } = question;
  const sides = [createSide(graph, from, 'forward'), createSide(graph, to, 'backward')] as const;
  const least = { width: 0n };
  const closedNow = new Set<string>();
  let found: readonly Edge[] | undefined;
  const open = { outOf: (address: string) => (closedNow.has(address) ? [] : graph.outOf(address)) };
  const best = (hops: number): readonly Edge[] | undefined =>
    mode === 'shortest'
      ? shortestPath(open, { from, to, hops })
      : widestPath({ ...open, amounts: graph.amounts }, { from, to, hops });
  /** Returns the best path through permitted addresses: those reached from both sides are checked now. */
  const look = async (hops: number): Promise<readonly Edge[] | undefined> => {
    for (;;) {
      const path = best(hops);
      const inner = path?.slice(1).map((edge) => edge.from) ?? [];
      await search.read(inner);
      const shut = await search.closed(inner);
      if (shut.size === 0) return path;
      for (const address of shut) closedNow.add(address);
    }
  };
  const widthOf = (path: readonly Edge[]): bigint =>
    path.reduce((width, { amount }) => (amount < width ? amount : width), path[0]?.amount ?? 0n);
  while (sides[0].depth + sides[1].depth < maxHops) {
    signal.throwIfAborted();
    const [side] = sides.toSorted((a, b) => a.frontier().length - b.frontier().length);
    if (!side || side.frontier().length === 0) return { path: found, proven: true };
    for (const address of await search.closed(side.frontier())) closedNow.add(address);
    const isComplete = await search.read(side.frontier().filter((address) => !closedNow.has(address)));
    for (const address of await search.closed(side.frontier())) closedNow.add(address);
    if (!isComplete) return { path: (await look(maxHops)) ?? found, proven: false };
    side.advance(closedNow, least.width);
    const depth = sides[0].depth + sides[1].depth;
    const path = await look(mode === 'shortest' ? depth : maxHops);
    if (path && mode === 'shortest') return { path, proven: true };
    if (path) {
      found = path;
      least.width = widthOf(path);
    }
    search.progress(sides[0].frontier().length + sides[1].frontier().length);
  }
  return { path: found, proven: true };
}

/** Finds paths of money from one address to another. Throws 400 if both are the same. */
export async function findPaths(
  tracing: TracingSnapshot,
  [from, to]: readonly [AddressRef, AddressRef],
  about: {
    question: Question;
    asset: 'ether' | Uint8Array | undefined;
    send: (line: FlowPathLine) => void;
    reporting: Pick<TraceOutput, 'canSeeRestricted' | 'signal'> & {
      readonly centsOf: (balance: bigint) => bigint | null;
    };
  },
): Promise<void> {
  const { question, asset, send, reporting } = about;
  if (from.address === to.address) throw badRequest('bad_request', 'Enter two different addresses');
  const within = daysOf(question.fromDay, question.toDay);
  const readNeighbors = neighborsOf(tracing, asset);
  const graph = createGraph(within, question.through);
  const ends = new Set([from.address, to.address]);
  const read = new Set<string>();
  const services = new Set<string>();
  const labeled = new Set<string>();
  const hubs = new Set<string>();
  const skipped = { coinJoins: 0, tooLarge: 0 };
  let rounds = 0;
  let partly = false;
  const progress = (waiting: number): void =>
    send({ line: 'progress', reads: read.size, nodes: labeled.size, rounds, waiting });
  const search: Search = {
    tracing,
    question,
    graph,
    ends,
    progress,
    signal: reporting.signal,
    async closed(addresses) {
      const fresh = addresses.filter((address) => !labeled.has(address));
      const places = fresh.map((address) => tracing.addressRef(address));
      const owners = await tracing.owners.read(places.map(({ key }) => key));
      for (const { address, key } of places) {
        labeled.add(address);
        const stops = stopOf(owners.get(byteKey(key))?.label) !== undefined;
        if (stops && !question.through && !ends.has(address)) services.add(address);
      }
      return new Set(addresses.filter((address) => services.has(address) || hubs.has(address)));
    },
    async read(addresses) {
      const missing = addresses.filter((address) => !read.has(address));
      const now = missing.slice(0, Math.max(0, question.reads - read.size));
      const reading = async (part: readonly string[], most: number): Promise<void> => {
        reporting.signal.throwIfAborted();
        const found = await readNeighbors(
          part.map((address) => tracing.addressRef(address)),
          most,
        );
        rounds += 1;
        for (const address of part) {
          read.add(address);
          const neighbors = found.get(address);
          if (!neighbors) continue;
          skipped.coinJoins += question.through ? 0 : neighbors.coinJoins;
          skipped.tooLarge += neighbors.tooLarge;
          if (neighbors.partly && !ends.has(address)) hubs.add(address);
          else {
            partly ||= neighbors.partly;
            graph.add(neighbors.moves);
          }
        }
        progress(missing.length - part.length);
      };
      const own = now.filter((address) => ends.has(address));
      if (own.length > 0) await reading(own, mostOfEnds);
      const others = now.filter((address) => !ends.has(address));
      for (let at = 0; at < others.length; at += atOnce) {
        await reading(others.slice(at, at + atOnce), mostOfOne);
      }
      return now.length === missing.length;
    },
  };
  send({ line: 'begin', basis: tracing.basis, coverage: tracing.coverage });
  const asked: Direction[] = question.directions === 'both' ? ['forward', 'backward'] : [question.directions];
  const results: Extract<FlowPathLine, { line: 'end' }>['results'] = [];
  for (const direction of asked) {
    const [first, last] = direction === 'forward' ? [from, to] : [to, from];
    const { path, proven } = await searchBetween(search, first.address, last.address);
    const sure = proven && !partly;
    if (path) {
      const places = [first.address, ...path.map((edge) => edge.to)].map((each) => tracing.addressRef(each));
      const { canSeeRestricted, centsOf } = reporting;
      const parties = await readParties(tracing, places, { canSeeRestricted, centsOf });
      send({ line: 'parties', parties: [...parties.values()] });
      const width = path.reduce((all, { amount }) => (amount < all ? amount : all), path[0]?.amount ?? 0n);
      const transfers = path.map(({ move }) => presentMove(move));
      send({ line: 'path', direction, path: { transfers, width: String(width) } });
    }
    const none = sure && hubs.size === 0 && skipped.tooLarge === 0 ? 'none' : 'none_within_bounds';
    results.push({ direction, outcome: path ? 'found' : none, proven: sure && hubs.size === 0 });
  }
  send({
    line: 'end',
    results,
    notWalked: { services: services.size, hubs: hubs.size, ...skipped },
    bounds: boundsOf(question, { read: read.size, partly }),
    reads: read.size,
    nodes: labeled.size,
    rounds,
  });
}

/** Returns all limits of the answer, in words. */
function boundsOf(question: Question, { read, partly }: { read: number; partly: boolean }): string[] {
  const { maxHops, reads, through, fromDay, toDay } = question;
  return [
    `Searched paths of at most ${maxHops} transfers in chronological order`,
    ...(read >= reads ? [`Stopped after ${reads} addresses`] : []),
    `Skipped addresses with more than ${mostOfOne} transactions`,
    ...(partly ? [`Read only the newest ${mostOfEnds} transactions of A or B`] : []),
    ...(through
      ? []
      : ['Skipped services, mixers, and CoinJoins, whose incoming and outgoing funds are unrelated']),
    ...(fromDay !== undefined || toDay !== undefined
      ? [`Only transfers from ${fromDay ?? 'the beginning'} to ${toDay ?? 'now'}`]
      : []),
  ];
}
