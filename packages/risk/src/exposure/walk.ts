import { byText } from '@hopscope/domain';
import { inOrder, type Terminal, type FrontierItem } from './frontier.ts';
import { amountStrategy, type TaintStrategy, poisonStrategy } from './taint-strategy.ts';
import { type ConvertedSlices, createConverter } from './convert.ts';
import { cut, joined, linksAt, type LotSlice, wholeLot } from './divide.ts';
import type { Link } from './lot-allocation.ts';
import { createExposureAccumulator } from './accumulator.ts';
import { createFinder, type KnownConversions } from './find-conversions.ts';
import { convertsAt, hopsOfRoot, hopsTo, stopAt } from './walk-stops.ts';
import type {
  Entry,
  CommingledPool,
  Owner,
  Lot,
  LotEnd,
  LotReader,
  RestReason,
  Step,
  WalkQuestion,
  WalkResult,
} from './types.ts';

/** What one walk carries along. */
interface Walk extends KnownConversions {
  readonly question: WalkQuestion;
  readonly strategy: TaintStrategy;
  /** What waits for the next round, by key. */
  waiting: Map<string, FrontierItem>;
  readonly converted: ReturnType<typeof createConverter>;
  readonly mayCross: (lot: Lot) => boolean;
  rounds: number;
}

/** Part of one or more items with the same hops that leads to an item; this is the largest. */
interface Flow {
  readonly item: FrontierItem;
  readonly most: bigint;
  readonly slice: LotSlice;
}

/** Tests whether a lot, reached forward, goes on with what it became: at a pool or a bridge, known by its label or by the reader. */
function leavesAt({ question, mayCross }: Pick<Walk, 'question' | 'mayCross'>, lot: Lot): boolean {
  return convertsAt(lot.owner, question) || (stopAt(lot.owner, question) === undefined && mayCross(lot));
}

/**
 * Returns what a slice of a lot became, or was before, at an owner; no parts if it is part of no known conversion. Links lead through
 * mixers only, and what a mixer gave in return for another asset is none.
 */
function convertedOf(walk: Walk, lot: Lot, slice: LotSlice, at: Owner | undefined): ConvertedSlices {
  const conversion = walk.conversions.get(lot.id);
  const atMixer = stopAt(at, walk.question) === 'mixer';
  return conversion && atMixer === (conversion.unlinked !== undefined)
    ? walk.converted(lot, slice, conversion)
    : { parts: [], rest: slice.amount };
}

/**
 * Goes on with what an item became, or was before. Returns what is left of its amount because that is unknown. Backward, it goes on
 * with what was given, from who gave it: a given lot is one hop before its giver, so that of someone who converts for himself is at
 * one hop less than the converted lot. Forward, the item is what was given. What a conversion led to is not converted in turn: two
 * accounts that swap with each other would lead in circles.
 */
function convert(walk: Walk, item: FrontierItem): bigint {
  const { question } = walk;
  const { lot, hops, slice } = item;
  if (item.asset !== undefined) return slice.amount;
  const { parts, rest } = convertedOf(
    walk,
    lot,
    slice,
    question.direction === 'backward' ? lot.from : lot.owner,
  );
  for (const part of parts) {
    const { transaction, from, owner } = part.lot;
    const step = { transaction, amount: part.slice.amount };
    if (question.direction === 'backward') {
      const at = from ? hopsTo(item, from) - 1 : hops;
      enqueue(walk, item, { ...part, hops: at, given: true }, step);
    } else if (item.from) {
      goOn(walk, item, { ...part, hops: owner?.id === lot.from?.id ? hops - 1 : hops }, step);
    } else goOn(walk, item, { ...part, hops: hopsOfRoot(question, owner) }, step);
  }
  return rest;
}

/** A part of an item goes on as another lot, which has the given number of hops: an answer where its owner is a stop. */
function goOn(
  walk: Walk,
  from: FrontierItem,
  to: Omit<FrontierItem, 'key' | 'from'>,
  step: { transaction: string; amount: bigint },
): void {
  const { lot, hops, slice, asset, crossed, odds } = to;
  const category = stopAt(lot.owner, walk.question);
  if (!category) {
    enqueue(walk, from, to, step);
    return;
  }
  const { owner } = lot;
  const { transaction } = step;
  const became = {
    ...(asset !== undefined && { asset }),
    ...(crossed && { crossed }),
    ...(odds !== undefined && { odds }),
  };
  walk.strategy.arrive(
    from,
    { category, label: owner?.label, owner, hops, transaction, ...became },
    slice.amount,
  );
}

/** A part of an item leads to another lot; forward, it may have become others at a pool. */
function expand(walk: Walk, lot: Lot, { item: from, most, slice: part }: Flow): void {
  const { direction, method } = walk.question;
  const forward = direction === 'forward';
  const { transaction } = forward ? lot : from.lot;
  const slice =
    method === 'poison' ? { amount: (lot.amount * part.amount) / from.lot.amount, ranges: [] } : part;
  const { parts, rest } =
    forward && leavesAt(walk, lot)
      ? convertedOf(walk, lot, slice, lot.owner)
      : { parts: [], rest: slice.amount };
  for (const each of parts) {
    const { transaction: by, owner } = each.lot;
    goOn(walk, from, { ...each, hops: hopsTo(from, owner) }, { transaction: by, amount: each.slice.amount });
  }
  if (rest === 0n && parts.length > 0) return;
  const left = parts.length === 0 ? { slice, most } : { slice: { amount: rest, ranges: [] }, most: rest };
  const to = { lot, hops: hopsTo(from, lot.owner), slice: left.slice };
  goOn(walk, from, to, { transaction, amount: left.most });
}

/** Adds an item to the frontier; at the hop limit, nothing behind it is looked up. */
function enqueue(
  walk: Walk,
  from: FrontierItem | undefined,
  reached: Omit<FrontierItem, 'key' | 'from'>,
  step?: { transaction: string; amount: bigint },
): void {
  const key = `${reached.hops} ${reached.lot.id}${reached.given ? ' given' : ''}`;
  const item: FrontierItem = { ...reached, key, from: from && step && { item: from, ...step } };
  if (walk.strategy.expand(from, item, walk.waiting.get(key), step)) walk.waiting.set(key, item);
}

/** Items that need no reading: of too little, at the last hop, with a sender who is known by itself, or from a pool. */
function isTerminal(walk: Walk, item: FrontierItem): boolean {
  const { question, strategy } = walk;
  const { lot, slice } = item;
  const { limits } = question;
  const owner = question.direction === 'backward' ? lot.from : undefined;
  const hops = owner ? hopsTo(item, owner) : item.hops;
  const category = hops <= limits.hops ? stopAt(owner, question) : undefined;
  const atPool = question.direction === 'backward' && convertsAt(owner, question);
  const mayConvert = atPool && slice.amount >= limits.minimum && walk.rounds < limits.rounds;
  const left = mayConvert ? convert(walk, item) : slice.amount;
  if (left === 0n) return true;
  if (category) {
    const { transaction } = lot;
    strategy.arrive(item, { category, label: owner?.label, owner, hops, transaction }, left);
    return true;
  }
  let reason: RestReason | undefined;
  if (hops >= limits.hops) reason = 'hops';
  else if (slice.amount < limits.minimum) reason = 'dust';
  if (reason) strategy.leave(item, reason, left);
  return reason !== undefined;
}

/** Returns the hops of an endpoint behind an item: those of the owner if still unspent, otherwise one more. */
function hopsToEnd(walk: Walk, item: FrontierItem, end: LotEnd | 'coinjoin'): number {
  if (end === 'unspent') return item.hops;
  const giver = walk.question.direction === 'backward' ? item.lot.from : undefined;
  return (giver ? hopsTo(item, giver) : item.hops) + 1;
}

function finish(
  walk: Walk,
  item: FrontierItem,
  end: LotEnd | 'coinjoin',
  amount: bigint,
  transaction: string,
): void {
  if (end === 'unknown') walk.strategy.leave(item, 'not_in_ledger', amount);
  else {
    const hops = hopsToEnd(walk, item, end);
    const terminal: Terminal = { category: end, label: undefined, owner: undefined, hops, transaction };
    walk.strategy.arrive(item, terminal, amount);
  }
}

function follow(walk: Walk, { pool, entry, flow }: Move): void {
  const { item, slice } = flow;
  if ('lot' in entry) expand(walk, entry.lot, flow);
  else {
    const transaction = pool.transaction ?? entry.transaction ?? item.lot.transaction;
    finish(walk, item, entry.end, slice.amount, transaction);
  }
}

/** A part of an item leads to an entry of a pool. */
interface Move {
  readonly pool: CommingledPool;
  readonly entry: Entry;
  readonly flow: Flow;
}

/**
 * Returns where the items of one pool lead. Parts with the same destination and hops are merged, except with poison. Unknown
 * and unspent parts are finished.
 */
function movesOf(
  walk: Walk,
  pool: CommingledPool,
  items: readonly FrontierItem[],
  linksOf: ReadonlyMap<string, readonly Link[]>,
): Move[] {
  const { method, direction } = walk.question;
  const flows = new Map<Entry, Map<number, Flow>>();
  const moves: Move[] = [];
  for (const item of items) {
    const links = linksOf.get(item.lot.id) ?? [];
    for (const { entry, slice } of cut(pool, links, item.slice, method, direction)) {
      if (entry === 'unknown' || entry === 'unspent') {
        finish(walk, item, entry, slice.amount, item.lot.transaction);
      } else if (method === 'poison') {
        moves.push({ pool, entry, flow: { item, most: slice.amount, slice } });
      } else {
        const hops = 'lot' in entry ? hopsTo(item, entry.lot.owner) : hopsToEnd(walk, item, entry.end);
        const byHops = flows.get(entry) ?? new Map<number, Flow>();
        flows.set(entry, byHops);
        const before = byHops.get(hops);
        const largest = before && before.most >= slice.amount ? before : { item, most: slice.amount };
        byHops.set(hops, {
          item: largest.item,
          most: largest.most,
          slice: before ? joined(before.slice, slice) : slice,
        });
      }
    }
  }
  for (const [entry, byHops] of flows) {
    for (const flow of byHops.values()) moves.push({ pool, entry, flow });
  }
  return moves;
}

/** Results of a round for one lot. */
interface Answer {
  readonly items: readonly FrontierItem[];
  readonly lot: Lot;
  readonly step: Step;
}

/** Returns where all leads that a round has read, each pool once. */
function advance(walk: Walk, answers: readonly Answer[]): Move[] {
  const { method, direction } = walk.question;
  const pools = new Map<string, { pool: CommingledPool; items: FrontierItem[] }>();
  for (const { items, lot, step } of answers) {
    if (step.is === 'pool' && !step.pool.coinJoin) {
      const { pool } = step;
      const known = pools.get(pool.id) ?? { pool, items: [] };
      known.items.push(...items.filter((item) => !walk.late.has(lot.id) || convert(walk, item) > 0n));
      pools.set(pool.id, known);
      continue;
    }
    for (const item of items) {
      const { amount } = item.slice;
      if (step.is === 'end') finish(walk, item, step.end, amount, lot.transaction);
      else if (step.is === 'pool') {
        finish(walk, item, 'coinjoin', amount, step.pool.transaction ?? lot.transaction);
      } else {
        const left = step.is === 'hub' ? convert(walk, item) : amount;
        if (left > 0n) walk.strategy.leave(item, step.is, left);
      }
    }
  }
  return [...pools.values()].flatMap(({ pool, items }) => {
    const ids = new Set(items.map(({ lot }) => lot.id));
    return movesOf(walk, pool, items, linksAt(pool, method, direction, ids));
  });
}

/** Returns lots that a round reached forward at pools and bridges; too little is not converted. */
function atPools(walk: Walk, moves: readonly Move[]): Lot[] {
  const { question } = walk;
  if (question.direction === 'backward') return [];
  return moves.flatMap(({ entry, flow }) =>
    'lot' in entry && flow.slice.amount >= question.limits.minimum && leavesAt(walk, entry.lot)
      ? [entry.lot]
      : [],
  );
}

/** Returns lots of items that came from pools and bridges. */
function fromPools({ question }: Walk, items: readonly FrontierItem[]): Lot[] {
  if (question.direction === 'forward') return [];
  return items.flatMap(({ lot, slice }) =>
    slice.amount >= question.limits.minimum && convertsAt(lot.from, question) ? [lot] : [],
  );
}

function begin(walk: Walk): void {
  const { question, strategy } = walk;
  const { limits } = question;
  const ids = new Set<string>();
  for (const lot of question.roots.toSorted((a, b) => byText(a.id, b.id))) {
    if (ids.has(lot.id)) throw new Error(`Lot ${lot.id} is among the roots twice`);
    ids.add(lot.id);
    const slice = wholeLot(lot.amount);
    const hops = hopsOfRoot(question, lot.owner);
    const root: FrontierItem = { key: `${hops} ${lot.id}`, lot, hops, slice, from: undefined };
    const { owner, transaction } = lot;
    const category = hops === 1 && hops <= limits.hops ? stopAt(owner, question) : undefined;
    const atPool = hops === 1 && leavesAt(walk, lot) && walk.conversions.get(lot.id) !== undefined;
    if (atPool || category) strategy.expand(undefined, root, undefined);
    const left = atPool ? convert(walk, root) : lot.amount;
    if (left === 0n) continue;
    if (category) {
      strategy.arrive(root, { category, label: owner?.label, owner, hops, transaction }, left);
    } else enqueue(walk, undefined, { lot, hops, slice });
  }
}

/**
 * Follows lots backward or forward until every part has reached an endpoint or a limit; see docs/concepts/risk.md. Work is
 * bounded by `limits.budget` lots; paths that meet are merged. The same query on the same state gives the same result, in any
 * order of roots and reads. Conserves amounts exactly.
 * @throws Error if the reader omits a lot or returns a step that doesn't contain it, or the reason of `signal` if aborted
 */
export async function walkExposure(
  question: WalkQuestion,
  reader: LotReader,
  signal?: AbortSignal,
): Promise<WalkResult> {
  const { direction, method, limits, notListed = 0n } = question;
  const accumulator = createExposureAccumulator(direction);
  const strategy = method === 'poison' ? poisonStrategy(accumulator) : amountStrategy(accumulator);
  const converted = createConverter(method);
  const walk: Walk = {
    question,
    strategy,
    waiting: new Map(),
    conversions: new Map(),
    late: new Set(),
    converted,
    mayCross: (lot) => direction === 'forward' && (reader.mayCross?.(lot) ?? false),
    rounds: 0,
  };
  const { find: findConversions, findLate } = createFinder(walk, reader, direction, signal);
  await findConversions(() =>
    question.roots.filter((lot) => hopsOfRoot(question, lot.owner) === 1 && leavesAt(walk, lot)),
  );
  begin(walk);
  let reads = 0;
  while (walk.waiting.size > 0) {
    const reached = [...walk.waiting.values()];
    walk.waiting = new Map();
    await findConversions(() => fromPools(walk, reached));
    const groups = inOrder(reached.filter((item) => !isTerminal(walk, item)));
    const left = walk.rounds < limits.rounds ? limits.budget - reads : 0;
    const reason: RestReason = walk.rounds < limits.rounds ? 'budget' : 'rounds';
    for (const { items } of groups.slice(left)) {
      for (const item of items) strategy.leave(item, reason, item.slice.amount);
    }
    const now = groups
      .slice(0, left)
      .flatMap(({ items }) => (items[0] ? [{ lot: items[0].lot, items }] : []));
    if (now.length === 0 && walk.waiting.size === 0) break;
    walk.rounds += 1;
    if (now.length === 0) continue;
    signal?.throwIfAborted();
    const lots = now.map(({ lot }) => lot);
    const steps = await reader.read(lots, direction, signal);
    reads += now.length;
    const answers = now.map(({ lot, items }): Answer => {
      const step = steps.get(lot.id);
      if (!step) throw new Error(`The reader says nothing of lot ${lot.id}`);
      return { lot, items, step };
    });
    await findConversions(() => answers.flatMap(({ lot, step }) => (step.is === 'hub' ? [lot] : [])));
    await findLate(answers);
    const moves = advance(walk, answers);
    await findConversions(() => atPools(walk, moves));
    for (const move of moves) follow(walk, move);
  }
  strategy.end();
  accumulator.leave('not_listed', notListed);
  return { direction, method, ...accumulator.result(), reads, rounds: walk.rounds };
}
