import { byText, descending } from '@hopscope/domain';
import { categories, type CategoryId, gravest } from '../categories/categories.ts';
import type { Terminal, FrontierItem } from './frontier.ts';
import { amountStrategy, type TaintStrategy, poisonStrategy } from './taint-strategy.ts';
import { cut, joined, linksAt, type LotSlice, wholeLot } from './divide.ts';
import type { Link } from './lot-allocation.ts';
import { createExposureAccumulator } from './accumulator.ts';
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
interface Walk {
  readonly question: WalkQuestion;
  readonly strategy: TaintStrategy;
  /** What waits for the next round, by key. */
  waiting: Map<string, FrontierItem>;
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

/** A part of an item leads to another lot: an answer where its owner is a stop, else one more to walk from. */
function expand(walk: Walk, lot: Lot, { item: from, most, slice }: Flow): void {
  const { question, strategy } = walk;
  const hops = hopsTo(from, lot.owner);
  const { transaction } = question.direction === 'backward' ? from.lot : lot;
  const category = stopAt(lot.owner, question);
  if (category) {
    const { owner } = lot;
    strategy.arrive(from, { category, label: owner?.label, owner, hops, transaction }, slice.amount);
    return;
  }
  const sliceOfLot = question.method === 'poison' ? wholeLot(lot.amount) : slice;
  enqueue(walk, from, { lot, hops, slice: sliceOfLot }, { transaction, amount: most });
}

/** Adds an item to the frontier; at the hop limit, nothing behind it is looked up. */
function enqueue(
  walk: Walk,
  from: FrontierItem | undefined,
  { lot, hops, slice }: Pick<FrontierItem, 'lot' | 'hops' | 'slice'>,
  step?: { transaction: string; amount: bigint },
): void {
  const key = `${hops} ${lot.id}`;
  const item: FrontierItem = {
    key,
    lot,
    hops,
    slice,
    from: from && step && { item: from, ...step },
  };
  if (walk.strategy.expand(from, item, walk.waiting.get(key), step)) walk.waiting.set(key, item);
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

function follow(walk: Walk, pool: CommingledPool, entry: Entry, flowing: Flow): void {
  const { item, slice } = flowing;
  if ('lot' in entry) expand(walk, entry.lot, flowing);
  else {
    const transaction = pool.transaction ?? entry.transaction ?? item.lot.transaction;
    finish(walk, item, entry.end, slice.amount, transaction);
  }
}

/** Expands the items of one pool. Parts with the same destination and hops are merged, except with poison. */
function propagate(
  walk: Walk,
  pool: CommingledPool,
  items: readonly FrontierItem[],
  linksOf: ReadonlyMap<string, readonly Link[]>,
): void {
  const { method, direction } = walk.question;
  const flows = new Map<Entry, Map<number, Flow>>();
  for (const item of items) {
    const links = linksOf.get(item.lot.id) ?? [];
    for (const { entry, slice } of cut(pool, links, item.slice, method, direction)) {
      if (entry === 'unknown' || entry === 'unspent') {
        finish(walk, item, entry, slice.amount, item.lot.transaction);
      } else if (method === 'poison') {
        follow(walk, pool, entry, { item, most: slice.amount, slice });
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
    for (const flowing of byHops.values()) follow(walk, pool, entry, flowing);
  }
}

/** Results of a round for one lot. */
interface Answer {
  readonly items: readonly FrontierItem[];
  readonly lot: Lot;
  readonly step: Step;
}

/** Goes on from all that a round has read, each pool once. */
function advance(walk: Walk, answers: readonly Answer[]): void {
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
  for (const { pool, items } of pools.values()) {
    const ids = new Set(items.map(({ lot }) => lot.id));
    propagate(walk, pool, items, linksAt(pool, method, direction, ids));
  }
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

function begin(walk: Walk): void {
  const { question } = walk;
  const { direction, self, limits } = question;
  for (const lot of question.roots.toSorted((a, b) => byText(a.id, b.id))) {
    const slice = wholeLot(lot.amount);
    const hops = direction === 'backward' || lot.owner?.id === self ? 0 : 1;
    const key = `${hops} ${lot.id}`;
    if (walk.waiting.has(key)) throw new Error(`Lot ${lot.id} is among the roots twice`);
    const category = hops === 1 ? stopAt(lot.owner, question) : undefined;
    if (category && hops <= limits.hops) {
      const { owner, transaction } = lot;
      const root: FrontierItem = { key, lot, hops, slice, from: undefined };
      walk.strategy.expand(undefined, root, undefined);
      walk.strategy.arrive(root, { category, label: owner?.label, owner, hops, transaction }, lot.amount);
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
  const walk: Walk = { question, strategy, waiting: new Map() };
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
    advance(walk, answers);
  }
  strategy.end();
  accumulator.leave('not_listed', notListed);
  return { direction, method, ...accumulator.result(), reads, rounds };
}
