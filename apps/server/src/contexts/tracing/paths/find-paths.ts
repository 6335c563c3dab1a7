import { type findFlowPath, type FlowPathLine, flowTraceLimits } from '@hopscope/contract';
import { type Blockchain, chainOf, chains as allChains } from '@hopscope/domain';
import { largestPath, shortestPath, widthOf } from '@hopscope/risk';
import type { z } from 'zod';
import { badRequest } from '../../../lib/app-error.ts';
import { byteKey } from '../../../ledger/shared/byte-keys.ts';
import { basisOf, snapshotOf, type TracedChains } from '../graph/follow-ledgers.ts';
import { presentMove } from '../graph/moves.ts';
import type { AddressRef } from '../graph/open-tracing.ts';
import { readParties } from '../graph/parties.ts';
import { type Edge, partsOfPlace, type Place, placeName } from './path-edges.ts';
import { createPathLedger, type PathLedger } from './path-ledger.ts';
import { stopOf } from '../graph/services.ts';
import type { TraceOutput } from '../graph/trace-money.ts';
import { daysOf, type Within } from '../graph/within.ts';

type Question = z.output<typeof findFlowPath.body & z.ZodType>;
type Direction = 'forward' | 'backward';

/** Most transactions (movements) of a place for a path to pass through it; of both ends, the number to read. */
const mostOfOne = 1000;
const mostOfEnds = flowTraceLimits.scanned;
/** Places per read. */
const atOnce = 200;

/** Creates a graph of the distinct steps read. */
function createGraph(within: Within, through: boolean) {
  const out = new Map<string, Edge[]>();
  const into = new Map<string, Edge[]>();
  const ids = new Set<string>();
  const add = (lists: Map<string, Edge[]>, place: string, edge: Edge): void => {
    const list = lists.get(place);
    if (list) list.push(edge);
    else lists.set(place, [edge]);
  };
  return {
    outOf: (place: string): readonly Edge[] => out.get(place) ?? [],
    intoOf: (place: string): readonly Edge[] => into.get(place) ?? [],
    add(edges: readonly Edge[]): void {
      for (const edge of edges) {
        if (!edge.times.every((time) => within.has(time)) || (edge.coinJoin && !through)) continue;
        if (edge.amount === 0n || edge.got === 0n || ids.has(edge.id)) continue;
        ids.add(edge.id);
        add(out, edge.from, edge);
        add(into, edge.to, edge);
      }
    },
  };
}
type Graph = ReturnType<typeof createGraph>;

/** The common state of both directions of a search. */
interface Search {
  readonly question: Question;
  readonly graph: Graph;
  readonly progress: (waiting: number) => void;
  readonly signal: AbortSignal;
  /** Reads places. Returns false if the budget is insufficient for all of them. */
  read(places: readonly string[]): Promise<boolean>;
  /** Returns places that paths don't pass through. */
  closed(places: readonly string[]): Promise<ReadonlySet<string>>;
}

/** Creates one side of a search: places reachable from its ends by number of steps, with the best time. */
function createSide(graph: Graph, ends: Iterable<string>, side: Direction) {
  const start = side === 'forward' ? -1 : Number.POSITIVE_INFINITY;
  const best = new Map<string, number>(Array.from(ends, (end) => [end, start]));
  let frontier = [...best.keys()];
  const better = (a: number, b: number | undefined): boolean =>
    b === undefined || (side === 'forward' ? a < b : a > b);
  return {
    depth: 0,
    frontier: (): readonly string[] => frontier,
    /** Advances by one step; `least`: of steps in this asset, only those above this amount. */
    advance(closed: ReadonlySet<string>, least: { readonly asset: string; readonly amount: bigint }): void {
      const next = new Set<string>();
      const orders = new Map(frontier.map((place) => [place, best.get(place)]));
      for (const [place, order = 0] of orders) {
        if (closed.has(place)) continue;
        const isOf = partsOfPlace(place).asset === least.asset;
        const edges = side === 'forward' ? graph.outOf(place) : graph.intoOf(place);
        for (const edge of edges) {
          if (isOf && edge.amount <= least.amount) continue;
          if (side === 'forward' ? edge.order <= order : edge.arrives >= order) continue;
          const other = side === 'forward' ? edge.to : edge.from;
          const reached = side === 'forward' ? edge.arrives : edge.order;
          if (!better(reached, best.get(other))) continue;
          best.set(other, reached);
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
async function searchBetween(search: Search, from: string, to: ReadonlySet<string>): Promise<FoundPath> {
  const { graph, question, signal } = search;
  const { maxHops, mode } = question;
  const sides = [createSide(graph, [from], 'forward'), createSide(graph, to, 'backward')] as const;
  // A path carries no more than its steps in the asset in which it begins.
  const least = { asset: partsOfPlace(from).asset, amount: 0n };
  const closedNow = new Set<string>();
  let found: readonly Edge[] | undefined;
  const open = { outOf: (place: string) => (closedNow.has(place) ? [] : graph.outOf(place)) };
  const best = mode === 'shortest' ? shortestPath<Edge> : largestPath<Edge>;
  /** Returns the best path through permitted places: those reached from both sides are checked now. */
  const look = async (hops: number): Promise<readonly Edge[] | undefined> => {
    for (;;) {
      const path = best(open, { from, to, hops });
      const inner = path?.slice(1).map((edge) => edge.from) ?? [];
      await search.read(inner);
      const shut = await search.closed(inner);
      if (shut.size === 0) return path;
      for (const place of shut) closedNow.add(place);
    }
  };
  while (sides[0].depth + sides[1].depth < maxHops) {
    signal.throwIfAborted();
    const [side] = sides.toSorted((a, b) => a.frontier().length - b.frontier().length);
    if (!side || side.frontier().length === 0) return { path: found, proven: true };
    for (const place of await search.closed(side.frontier())) closedNow.add(place);
    const isComplete = await search.read(side.frontier().filter((place) => !closedNow.has(place)));
    for (const place of await search.closed(side.frontier())) closedNow.add(place);
    if (!isComplete) return { path: (await look(maxHops)) ?? found, proven: false };
    side.advance(closedNow, least);
    const depth = sides[0].depth + sides[1].depth;
    const path = await look(mode === 'shortest' ? depth : maxHops);
    if (path && mode === 'shortest') return { path, proven: true };
    if (path) {
      found = path;
      least.amount = widthOf(path).left;
    }
    search.progress(sides[0].frontier().length + sides[1].frontier().length);
  }
  return { path: found, proven: true };
}

/** Returns the asset in which a path begins at an address: the one asked for, or the coin of its chain. */
function assetAt(address: string, asset: string | undefined): string {
  const chain = chainOf(address);
  return allChains[chain].model === 'utxo' || asset === undefined ? chain : asset;
}

/** Finds paths of money from one address to another. Throws 400 if both are the same. */
export async function findPaths(
  chains: TracedChains,
  [from, to]: readonly [AddressRef, AddressRef],
  about: {
    question: Question;
    /** A token's contract, or undefined for the coin of the chain. */
    asset: string | undefined;
    send: (line: FlowPathLine) => void;
    reporting: Pick<TraceOutput, 'canSeeRestricted' | 'signal'> & {
      readonly centsOf: (chain: Blockchain) => (balance: bigint) => bigint | null;
    };
  },
): Promise<void> {
  const { question, asset, send, reporting } = about;
  if (from.address === to.address) throw badRequest('bad_request', 'Enter two different addresses');
  const { swaps, through } = question;
  const within = daysOf(question.fromDay, question.toDay);
  const ledger = createPathLedger(chains, { conversions: swaps });
  const graph = createGraph(within, through);
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

  /** Labels addresses that paths may pass through. */
  async function labelAll(addresses: readonly string[]): Promise<void> {
    const fresh = addresses.filter((address) => !labeled.has(address));
    for (const [chain, own] of Map.groupBy(fresh, chainOf)) {
      const places = own.map((address) => ledger.addressRef(address));
      const owners = await snapshotOf(chains, chain).owners.read(places.map(({ key }) => key));
      for (const { address, key } of places) {
        labeled.add(address);
        const stops = stopOf(owners.get(byteKey(key))?.label) !== undefined;
        if (stops && !through && !ends.has(address)) services.add(address);
      }
    }
  }

  const search: Search = {
    question,
    graph,
    progress,
    signal: reporting.signal,
    async closed(places) {
      await labelAll([...new Set(places.map((place) => partsOfPlace(place).address))]);
      return new Set(places.filter((place) => services.has(partsOfPlace(place).address) || hubs.has(place)));
    },
    async read(places) {
      const missing = places.filter((place) => !read.has(place));
      const now = missing.slice(0, Math.max(0, question.reads - read.size));
      const reading = async (part: readonly string[], most: number): Promise<void> => {
        reporting.signal.throwIfAborted();
        const found = await ledger.read(placesOf(ledger, part), most);
        rounds += 1;
        graph.add(found.edges);
        for (const place of part) {
          read.add(place);
          const left = found.skipped.get(place);
          if (!left) continue;
          skipped.coinJoins += through ? 0 : left.coinJoins;
          skipped.tooLarge += left.tooLarge;
          if (left.partly && !ends.has(partsOfPlace(place).address)) hubs.add(place);
          else partly ||= left.partly;
        }
        progress(missing.length - part.length);
      };
      const isEnd = (place: string): boolean => ends.has(partsOfPlace(place).address);
      const own = now.filter(isEnd);
      // An end with many assets: as many movements of all of them together.
      const mostOfEach = Math.max(mostOfOne, Math.floor(mostOfEnds / Math.max(1, own.length)));
      for (let at = 0; at < own.length; at += atOnce) await reading(own.slice(at, at + atOnce), mostOfEach);
      const others = now.filter((place) => !isEnd(place));
      for (let at = 0; at < others.length; at += atOnce) {
        await reading(others.slice(at, at + atOnce), mostOfOne);
      }
      return now.length === missing.length;
    },
  };
  send({ line: 'begin', basis: basisOf(chains), coverage: chains.own.coverage });
  const asked: Direction[] = question.directions === 'both' ? ['forward', 'backward'] : [question.directions];
  const results: Extract<FlowPathLine, { line: 'end' }>['results'] = [];
  /** No step changes the asset. */
  const oneAsset = !swaps && chains.other === undefined;
  let assetsCut = false;
  for (const direction of asked) {
    const [first, last] = direction === 'forward' ? [from, to] : [to, from];
    const start = placeName({ address: first.address, asset: assetAt(first.address, asset) });
    const targets = oneAsset
      ? { places: [{ ...last, asset: assetAt(last.address, asset) }], all: true }
      : await ledger.placesOf(last.address);
    assetsCut ||= !targets.all;
    const { path, proven } = await searchBetween(search, start, new Set(targets.places.map(placeName)));
    const sure = proven && !partly && targets.all;
    if (path) await sendPath(path, direction);
    const none = sure && hubs.size === 0 && skipped.tooLarge === 0 ? 'none' : 'none_within_bounds';
    results.push({ direction, outcome: path ? 'found' : none, proven: sure && hubs.size === 0 });
  }
  send({
    line: 'end',
    results,
    notWalked: { services: services.size, hubs: hubs.size, ...skipped },
    bounds: boundsOf(question, { read: read.size, partly, assetsCut }),
    reads: read.size,
    nodes: labeled.size,
    rounds,
  });

  async function sendPath(path: readonly Edge[], direction: Direction): Promise<void> {
    const transfers = path.flatMap(({ transfer }) => (transfer ? [presentMove(transfer)] : []));
    const conversions = path.flatMap(({ conversion }) => conversion ?? []);
    const nodes = new Set([...transfers, ...conversions].flatMap((each) => [each.from, each.to]));
    const addresses = new Set([
      partsOfPlace(path[0]?.from ?? '').address,
      ...Array.from(nodes, (node) => node.slice(node.indexOf(':') + 1)),
    ]);
    const { canSeeRestricted, centsOf } = reporting;
    const parties = [];
    for (const [chain, own] of Map.groupBy(addresses, chainOf)) {
      const places = own.map((address) => ledger.addressRef(address));
      const around = { canSeeRestricted, centsOf: centsOf(chain) };
      parties.push(...(await readParties(snapshotOf(chains, chain), places, around)).values());
    }
    send({ line: 'parties', parties });
    const last = path.at(-1);
    const widthAsset = last?.conversion?.got.asset ?? last?.transfer?.asset;
    if (!widthAsset) throw new Error('A path has no step');
    const steps = path.flatMap(({ transfer, conversion }) => [
      ...(transfer ? [presentMove(transfer).id] : []),
      ...(conversion ? [conversion.id] : []),
    ]);
    const width = String(widthOf(path).arrived);
    send({ line: 'path', direction, path: { transfers, conversions, steps, width, widthAsset } });
  }
}

function placesOf(ledger: PathLedger, names: readonly string[]): Place[] {
  return names.map((name) => {
    const { address, asset } = partsOfPlace(name);
    return { ...ledger.addressRef(address), asset };
  });
}

/** Returns all limits of the answer, in words. */
function boundsOf(
  question: Question,
  { read, partly, assetsCut }: { read: number; partly: boolean; assetsCut: boolean },
): string[] {
  const { maxHops, reads, through, fromDay, toDay } = question;
  return [
    `Searched paths of at most ${maxHops} steps in chronological order`,
    ...(read >= reads ? [`Stopped after ${reads} addresses`] : []),
    `Skipped addresses with more than ${mostOfOne} transactions`,
    ...(partly ? [`Read only the newest transactions of A or B, up to ${mostOfEnds}`] : []),
    ...(assetsCut ? ['Searched only some of the assets that A or B held'] : []),
    ...(through
      ? []
      : ['Skipped services, mixers, and CoinJoins, whose incoming and outgoing funds are unrelated']),
    ...(fromDay !== undefined || toDay !== undefined
      ? [`Only transfers from ${fromDay ?? 'the beginning'} to ${toDay ?? 'now'}`]
      : []),
  ];
}
