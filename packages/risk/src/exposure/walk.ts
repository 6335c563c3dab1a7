import { byText, descending } from '@hopscope/domain';
import { categories, type CategoryId, gravest } from '../categories/categories.ts';
import type { Arrival, Item } from './arrival.ts';
import { amountCourse, type Course, poisonCourse } from './course.ts';
import { cut, joined, linksAt, type Portion, wholeOf } from './divide.ts';
import type { Link } from './pools.ts';
import { createTally } from './tally.ts';
import type {
  Entry,
  Mixture,
  Owner,
  Parcel,
  ParcelEnd,
  ParcelReader,
  RestReason,
  Step,
  WalkQuestion,
  WalkResult,
} from './types.ts';

/** What one walk carries along. */
interface Walk {
  readonly question: WalkQuestion;
  readonly course: Course;
  /** What waits for the next round, by key. */
  waiting: Map<string, Item>;
}

/** Where a walk stops at an owner: at a label that counts, of somebody who is not asked about. */
function stopAt(owner: Owner | undefined, { self, limits }: WalkQuestion): CategoryId | undefined {
  const label = owner?.label;
  if (!label || owner.id === self || label.confidence < limits.minimumConfidence) return undefined;
  const category = gravest(label.categories);
  return categories[category].stops ? category : undefined;
}

function hopsTo(item: Item, owner: Owner | undefined): number {
  const same = owner !== undefined && owner.id === item.parcel.owner?.id;
  return same ? item.hops : item.hops + 1;
}

/** A part of an item, or of several items together that it leads from with the same hops, of which this is the largest. */
interface Stream {
  readonly item: Item;
  readonly most: bigint;
  readonly portion: Portion;
}

/** A part of an item leads to another parcel: an answer where its owner is a stop, else one more to walk from. */
function lead(walk: Walk, parcel: Parcel, { item: from, most, portion }: Stream): void {
  const { question, course } = walk;
  const hops = hopsTo(from, parcel.owner);
  const { transaction } = question.direction === 'backward' ? from.parcel : parcel;
  const category = stopAt(parcel.owner, question);
  if (category) {
    const { owner } = parcel;
    course.arrive(from, { category, label: owner?.label, owner, hops, transaction }, portion.amount);
    return;
  }
  const whole = question.method === 'poison' ? wholeOf(parcel.amount) : portion;
  enter(walk, from, { parcel, hops, portion: whole }, { transaction, amount: most });
}

/** An item to walk from; at the limit of hops there is nothing to look for behind it. */
function enter(
  walk: Walk,
  from: Item | undefined,
  { parcel, hops, portion }: Pick<Item, 'parcel' | 'hops' | 'portion'>,
  step?: { transaction: string; amount: bigint },
): void {
  const key = `${hops} ${parcel.id}`;
  const item: Item = {
    key,
    parcel,
    hops,
    portion,
    from: from && step && { item: from, ...step },
  };
  if (walk.course.lead(from, item, walk.waiting.get(key), step)) walk.waiting.set(key, item);
}

/** Items that need no reading: of too little, at the last hop, or with a sender who is known by itself. */
function settled(walk: Walk, item: Item): boolean {
  const { question, course } = walk;
  const { parcel, portion } = item;
  const { limits } = question;
  const owner = question.direction === 'backward' ? parcel.from : undefined;
  const hops = owner ? hopsTo(item, owner) : item.hops;
  const category = hops <= limits.hops ? stopAt(owner, question) : undefined;
  if (category) {
    const { transaction } = parcel;
    course.arrive(item, { category, label: owner?.label, owner, hops, transaction }, portion.amount);
    return true;
  }
  let reason: RestReason | undefined;
  if (hops >= limits.hops) reason = 'hops';
  else if (portion.amount < limits.minimum) reason = 'dust';
  if (reason) course.leave(item, reason, portion.amount);
  return reason !== undefined;
}

/** Hops of an end behind an item: of what is still held, its owner's; else one more than whoever brought it there. */
function hopsToEnd(walk: Walk, item: Item, end: ParcelEnd | 'coinjoin'): number {
  if (end === 'held') return item.hops;
  const giver = walk.question.direction === 'backward' ? item.parcel.from : undefined;
  return (giver ? hopsTo(item, giver) : item.hops) + 1;
}

function finish(
  walk: Walk,
  item: Item,
  end: ParcelEnd | 'coinjoin',
  amount: bigint,
  transaction: string,
): void {
  if (end === 'unknown') walk.course.leave(item, 'not_in_ledger', amount);
  else {
    const hops = hopsToEnd(walk, item, end);
    const arrival: Arrival = { category: end, label: undefined, owner: undefined, hops, transaction };
    walk.course.arrive(item, arrival, amount);
  }
}

function follow(walk: Walk, mixture: Mixture, entry: Entry, stream: Stream): void {
  const { item, portion } = stream;
  if ('parcel' in entry) lead(walk, entry.parcel, stream);
  else {
    const transaction = mixture.transaction ?? entry.transaction ?? item.parcel.transaction;
    finish(walk, item, entry.end, portion.amount, transaction);
  }
}

/** Goes on from items of one mixture. What leads to the same place with the same hops goes together; with poison each by itself. */
function mix(
  walk: Walk,
  mixture: Mixture,
  items: readonly Item[],
  linksOf: ReadonlyMap<string, readonly Link[]>,
): void {
  const { method, direction } = walk.question;
  const streams = new Map<Entry, Map<number, Stream>>();
  for (const item of items) {
    const links = linksOf.get(item.parcel.id) ?? [];
    for (const { entry, portion } of cut(mixture, links, item.portion, method, direction)) {
      if (entry === 'unknown' || entry === 'held') {
        finish(walk, item, entry, portion.amount, item.parcel.transaction);
      } else if (method === 'poison') {
        follow(walk, mixture, entry, { item, most: portion.amount, portion });
      } else {
        const hops = 'parcel' in entry ? hopsTo(item, entry.parcel.owner) : hopsToEnd(walk, item, entry.end);
        const byHops = streams.get(entry) ?? new Map<number, Stream>();
        streams.set(entry, byHops);
        const before = byHops.get(hops);
        const largest = before && before.most >= portion.amount ? before : { item, most: portion.amount };
        byHops.set(hops, {
          item: largest.item,
          most: largest.most,
          portion: before ? joined(before.portion, portion) : portion,
        });
      }
    }
  }
  for (const [entry, byHops] of streams) {
    for (const stream of byHops.values()) follow(walk, mixture, entry, stream);
  }
}

/** What came out of a round for one parcel. */
interface Answer {
  readonly items: readonly Item[];
  readonly parcel: Parcel;
  readonly step: Step;
}

/** Goes on from all that a round has read, each mixture once. */
function goOn(walk: Walk, answers: readonly Answer[]): void {
  const { method, direction } = walk.question;
  const mixtures = new Map<string, { mixture: Mixture; items: Item[] }>();
  for (const { items, parcel, step } of answers) {
    if (step.is === 'mixture' && !step.mixture.coinJoin) {
      const { mixture } = step;
      const known = mixtures.get(mixture.id) ?? { mixture, items: [] };
      known.items.push(...items);
      mixtures.set(mixture.id, known);
      continue;
    }
    for (const item of items) {
      const { amount } = item.portion;
      if (step.is === 'end') finish(walk, item, step.end, amount, parcel.transaction);
      else if (step.is === 'mixture') {
        finish(walk, item, 'coinjoin', amount, step.mixture.transaction ?? parcel.transaction);
      } else walk.course.leave(item, step.is, amount);
    }
  }
  for (const { mixture, items } of mixtures.values()) {
    const ids = new Set(items.map(({ parcel }) => parcel.id));
    mix(walk, mixture, items, linksAt(mixture, method, direction, ids));
  }
}

/** Items of one parcel together, the largest amounts first. */
function inOrder(items: readonly Item[]): { amount: bigint; items: Item[] }[] {
  const groups = Map.groupBy(items, ({ parcel }) => parcel.id);
  return [...groups]
    .map(([id, group]) => ({
      id,
      amount: group.reduce((sum, { portion }) => sum + portion.amount, 0n),
      items: group.toSorted((a, b) => a.hops - b.hops),
    }))
    .toSorted((a, b) => descending(a.amount, b.amount) || byText(a.id, b.id));
}

function begin(walk: Walk): void {
  const { question } = walk;
  const { direction, self, limits } = question;
  for (const parcel of question.roots.toSorted((a, b) => byText(a.id, b.id))) {
    const portion = wholeOf(parcel.amount);
    const hops = direction === 'backward' || parcel.owner?.id === self ? 0 : 1;
    const key = `${hops} ${parcel.id}`;
    if (walk.waiting.has(key)) throw new Error(`Parcel ${parcel.id} is among the roots twice`);
    const category = hops === 1 ? stopAt(parcel.owner, question) : undefined;
    if (category && hops <= limits.hops) {
      const { owner, transaction } = parcel;
      const root: Item = { key, parcel, hops, portion, from: undefined };
      walk.course.lead(undefined, root, undefined);
      walk.course.arrive(root, { category, label: owner?.label, owner, hops, transaction }, parcel.amount);
    } else enter(walk, undefined, { parcel, hops, portion });
  }
}

/**
 * Follows parcels backward or forward until everything has an answer or a limit is reached: docs/concepts/risk.md says how. Work is
 * bounded by `limits.budget` parcels; ways that meet are one. The same question over the same state gives the same result,
 * whatever the order of roots and answers. Amounts are conserved exactly.
 * @throws Error where the reader leaves a parcel out or its answer does not hold it, or what `signal` was aborted with
 */
export async function walkExposure(
  question: WalkQuestion,
  reader: ParcelReader,
  signal?: AbortSignal,
): Promise<WalkResult> {
  const { direction, method, limits, notListed = 0n } = question;
  const tally = createTally(direction);
  const course = method === 'poison' ? poisonCourse(tally) : amountCourse(tally);
  const walk: Walk = { question, course, waiting: new Map() };
  begin(walk);
  let reads = 0;
  let rounds = 0;
  while (walk.waiting.size > 0) {
    const groups = inOrder([...walk.waiting.values()].filter((item) => !settled(walk, item)));
    walk.waiting = new Map();
    const left = rounds < limits.rounds ? limits.budget - reads : 0;
    const reason: RestReason = rounds < limits.rounds ? 'budget' : 'rounds';
    for (const { items } of groups.slice(left)) {
      for (const item of items) course.leave(item, reason, item.portion.amount);
    }
    const now = groups
      .slice(0, left)
      .flatMap(({ items }) => (items[0] ? [{ parcel: items[0].parcel, items }] : []));
    if (now.length === 0) break;
    signal?.throwIfAborted();
    const parcels = now.map(({ parcel }) => parcel);
    const steps = await reader.read(parcels, direction, signal);
    reads += now.length;
    rounds += 1;
    const answers = now.map(({ parcel, items }): Answer => {
      const step = steps.get(parcel.id);
      if (!step) throw new Error(`The reader says nothing of parcel ${parcel.id}`);
      return { parcel, items, step };
    });
    goOn(walk, answers);
  }
  course.end();
  tally.leave('not_listed', notListed);
  return { direction, method, ...tally.result(), reads, rounds };
}
