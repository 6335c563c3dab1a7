import { byText, descending } from '@hopscope/domain';
import { categories, type CategoryId, gravest } from '../categories/categories.ts';
import type { Terminal, FrontierItem } from './frontier.ts';
import { amountStrategy, type TaintStrategy, poisonStrategy } from './taint-strategy.ts';
import { type ConvertedSlice, createConverter } from './convert.ts';
import { cut, joined, linksAt, type LotSlice, wholeLot } from './divide.ts';
import type { Link } from './lot-allocation.ts';
import { createExposureAccumulator } from './accumulator.ts';
import type {
  Entry,
  CommingledPool,
  Owner,
  Lot,
  LotConversion,
  LotEnd,
  LotReader,
  RestReason,
  Step,
  WalkQuestion,
  WalkResult,
} from './types.ts';

/** What one walk carries along. */
interface Walk {
  readonly question: WalkQuestion;
  readonly strategy: TaintStrategy;
  /** What waits for the next round, by key. */
  waiting: Map<string, FrontierItem>;
  /** Conversions of the lots that this round reached, by ID of the lot. */
  conversions: ReadonlyMap<string, LotConversion>;
  readonly converted: ReturnType<typeof createConverter>;
}

/** Tests whether a walk stops at an owner: at a valid label of someone other than the owner in question. */
function stopAt(owner: Owner | undefined, { self, limits }: WalkQuestion): CategoryId | undefined {
  const label = owner?.label;
  if (!label || owner.id === self || label.confidence < limits.minimumConfidence) return undefined;
  const category = gravest(label.categories);
  return categories[category].stops ? category : undefined;
}

function hopsTo(item: FrontierItem, owner: Owner | undefined): number {
  const same = owner !== undefined && owner.id === item.lot.owner?.id;
  return same ? item.hops : item.hops + 1;
}

/** Part of one or more items with the same hops that leads to an item; this is the largest. */
interface Flow {
  readonly item: FrontierItem;
  readonly most: bigint;
  readonly slice: LotSlice;
}

/** Returns what a slice of a lot became, or was before; empty if it is part of no conversion. */
function convertedOf({ conversions, converted }: Walk, lot: Lot, slice: LotSlice): ConvertedSlice[] {
  const conversion = conversions.get(lot.id);
  return conversion ? converted(lot, slice, conversion) : [];
}

/**
 * Backward: goes on with what was given for a lot, from who gave it. A given lot is one hop before its giver, so that of
 * someone who converts for himself is at one hop less than the converted lot.
 */
function convertBack(walk: Walk, item: FrontierItem, parts: readonly ConvertedSlice[]): void {
  for (const { lot, asset, slice } of parts) {
    const hops = lot.from ? hopsTo(item, lot.from) - 1 : item.hops;
    const step = { transaction: lot.transaction, amount: slice.amount };
    enqueue(walk, item, { lot, hops, slice, asset, given: true }, step);
  }
}

/** A part of an item goes on as another lot, which has the given number of hops: an answer where its owner is a stop. */
function goOn(
  walk: Walk,
  from: FrontierItem,
  to: Omit<FrontierItem, 'key' | 'from'>,
  step: { transaction: string; amount: bigint },
): void {
  const { lot, hops, slice, asset } = to;
  const category = stopAt(lot.owner, walk.question);
  if (!category) {
    enqueue(walk, from, to, step);
    return;
  }
  const { owner } = lot;
  const { transaction } = step;
  const became = asset === undefined ? {} : { asset };
  walk.strategy.arrive(
    from,
    { category, label: owner?.label, owner, hops, transaction, ...became },
    slice.amount,
  );
}

/** A part of an item leads to another lot; forward, it may have become others in the same transaction. */
function expand(walk: Walk, lot: Lot, { item: from, most, slice: part }: Flow): void {
  const { direction, method } = walk.question;
  const forward = direction === 'forward';
  const { transaction } = forward ? lot : from.lot;
  const slice =
    method === 'poison' ? { amount: (lot.amount * part.amount) / from.lot.amount, ranges: [] } : part;
  const became = forward ? convertedOf(walk, lot, slice) : [];
  for (const each of became) {
    const hops = hopsTo(from, each.lot.owner);
    goOn(walk, from, { ...each, hops }, { transaction, amount: each.slice.amount });
  }
  if (became.length > 0) return;
  goOn(walk, from, { lot, hops: hopsTo(from, lot.owner), slice }, { transaction, amount: most });
}

/**
 * Adds an item to the frontier; at the hop limit, nothing behind it is looked up. Backward, what was converted is replaced by
 * what was given for it.
 */
function enqueue(
  walk: Walk,
  from: FrontierItem | undefined,
  reached: Omit<FrontierItem, 'key' | 'from'>,
  step?: { transaction: string; amount: bigint },
): void {
  const key = `${reached.hops} ${reached.lot.id}${reached.given ? ' given' : ''}`;
  const item: FrontierItem = { ...reached, key, from: from && step && { item: from, ...step } };
  const isFinal = reached.given || walk.question.direction === 'forward';
  const before = isFinal ? [] : convertedOf(walk, item.lot, item.slice);
  if (before.length > 0) {
    if (walk.strategy.expand(from, item, undefined, step)) convertBack(walk, item, before);
  } else if (walk.strategy.expand(from, item, walk.waiting.get(key), step)) walk.waiting.set(key, item);
}

/** Items that need no reading: of too little, at the last hop, or with a sender who is known by itself. */
function isTerminal(walk: Walk, item: FrontierItem): boolean {
  const { question, strategy } = walk;
  const { lot, slice } = item;
  const { limits } = question;
  const owner = question.direction === 'backward' ? lot.from : undefined;
  const hops = owner ? hopsTo(item, owner) : item.hops;
  const category = hops <= limits.hops ? stopAt(owner, question) : undefined;
  if (category) {
    const { transaction } = lot;
    strategy.arrive(item, { category, label: owner?.label, owner, hops, transaction }, slice.amount);
    return true;
  }
  let reason: RestReason | undefined;
  if (hops >= limits.hops) reason = 'hops';
  else if (slice.amount < limits.minimum) reason = 'dust';
  if (reason) strategy.leave(item, reason, slice.amount);
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
      known.items.push(...items);
      pools.set(pool.id, known);
      continue;
    }
    for (const item of items) {
      const { amount } = item.slice;
      if (step.is === 'end') finish(walk, item, step.end, amount, lot.transaction);
      else if (step.is === 'pool') {
        finish(walk, item, 'coinjoin', amount, step.pool.transaction ?? lot.transaction);
      } else walk.strategy.leave(item, step.is, amount);
    }
  }
  return [...pools.values()].flatMap(({ pool, items }) => {
    const ids = new Set(items.map(({ lot }) => lot.id));
    return movesOf(walk, pool, items, linksAt(pool, method, direction, ids));
  });
}

/** Returns lots whose conversion matters: not those of stops, which end the walk, nor those that too little reaches. */
function lotsToConvert({ question }: Walk, moves: readonly Move[]): Lot[] {
  const { direction, limits } = question;
  const lots = moves.flatMap(({ entry, flow }): Lot[] => {
    if (!('lot' in entry) || flow.slice.amount < limits.minimum) return [];
    const { lot } = entry;
    return direction === 'backward' && stopAt(lot.owner, question) ? [] : [lot];
  });
  return [...new Map(lots.map((lot) => [lot.id, lot])).values()];
}

/** Items of one lot together, the largest amounts first. */
function inOrder(items: readonly FrontierItem[]): { amount: bigint; items: FrontierItem[] }[] {
  const groups = Map.groupBy(items, ({ lot }) => lot.id);
  return [...groups]
    .map(([id, group]) => ({
      id,
      amount: group.reduce((sum, { slice }) => sum + slice.amount, 0n),
      items: group.toSorted((a, b) => a.hops - b.hops),
    }))
    .toSorted((a, b) => descending(a.amount, b.amount) || byText(a.id, b.id));
}

/** Returns the hops of a root: own ones are at 0, those of others at 1. */
function hopsOfRoot({ direction, self }: WalkQuestion, owner: Owner | undefined): number {
  return direction === 'backward' || owner?.id === self ? 0 : 1;
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
    const became = hops === 1 ? convertedOf(walk, lot, slice) : [];
    const category = hops === 1 && hops <= limits.hops ? stopAt(owner, question) : undefined;
    if (became.length > 0) {
      strategy.expand(undefined, root, undefined);
      for (const each of became) {
        const at = hopsOfRoot(question, each.lot.owner);
        goOn(walk, root, { ...each, hops: at }, { transaction, amount: each.slice.amount });
      }
    } else if (category) {
      strategy.expand(undefined, root, undefined);
      strategy.arrive(root, { category, label: owner?.label, owner, hops, transaction }, lot.amount);
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
  const walk: Walk = { question, strategy, waiting: new Map(), conversions: new Map(), converted };
  const findConversions = async (lots: readonly Lot[]): Promise<void> => {
    if (!reader.conversions) return;
    walk.conversions = lots.length > 0 ? await reader.conversions(lots, direction, signal) : new Map();
  };
  await findConversions(
    question.roots.filter(({ amount, owner }) => {
      return amount >= limits.minimum && (direction === 'backward' || owner?.id !== question.self);
    }),
  );
  begin(walk);
  let reads = 0;
  let rounds = 0;
  while (walk.waiting.size > 0) {
    const groups = inOrder([...walk.waiting.values()].filter((item) => !isTerminal(walk, item)));
    walk.waiting = new Map();
    const left = rounds < limits.rounds ? limits.budget - reads : 0;
    const reason: RestReason = rounds < limits.rounds ? 'budget' : 'rounds';
    for (const { items } of groups.slice(left)) {
      for (const item of items) strategy.leave(item, reason, item.slice.amount);
    }
    const now = groups
      .slice(0, left)
      .flatMap(({ items }) => (items[0] ? [{ lot: items[0].lot, items }] : []));
    if (now.length === 0) break;
    signal?.throwIfAborted();
    const lots = now.map(({ lot }) => lot);
    const steps = await reader.read(lots, direction, signal);
    reads += now.length;
    rounds += 1;
    const answers = now.map(({ lot, items }): Answer => {
      const step = steps.get(lot.id);
      if (!step) throw new Error(`The reader says nothing of lot ${lot.id}`);
      return { lot, items, step };
    });
    const moves = advance(walk, answers);
    await findConversions(lotsToConvert(walk, moves));
    for (const move of moves) follow(walk, move);
  }
  strategy.end();
  accumulator.leave('not_listed', notListed);
  return { direction, method, ...accumulator.result(), reads, rounds };
}
