import { type Link, notKnown, allocatorOf, stillUnspent } from './lot-allocation.ts';
import { shareOut } from './share-out.ts';
import type { Direction, Entry, CommingledPool, TaintMethod } from './types.ts';

/** Units of a lot, from the first one inside to the first one behind. */
interface Range {
  readonly start: bigint;
  readonly end: bigint;
}

/**
 * A part of a lot: how much, and which units (in order, apart from each other). Without ranges it is not known which units;
 * FIFO and LIFO need them. Behind a conversion, the amount is in another asset than the units.
 */
export interface LotSlice {
  readonly amount: bigint;
  readonly ranges: readonly Range[];
}

/** Destination of a part: an entry of the pool, unknown, or still unspent. */
export interface Part {
  readonly entry: Entry | 'unknown' | 'unspent';
  readonly slice: LotSlice;
}

/** A whole lot. */
export function wholeLot(amount: bigint): LotSlice {
  return { amount, ranges: [{ start: 0n, end: amount }] };
}

/** Two slices of one lot that have no unit in common. */
export function joined(a: LotSlice, b: LotSlice): LotSlice {
  if (a.ranges.length === 0 || b.ranges.length === 0) return { amount: a.amount + b.amount, ranges: [] };
  const ranges: { start: bigint; end: bigint }[] = [];
  for (const range of [...a.ranges, ...b.ranges].toSorted((x, y) => (x.start < y.start ? -1 : 1))) {
    const last = ranges.at(-1);
    if (last && last.end === range.start) last.end = range.end;
    else ranges.push({ ...range });
  }
  return { amount: a.amount + b.amount, ranges };
}

function amountOf(entry: Entry): bigint | undefined {
  return 'lot' in entry ? entry.lot.amount : entry.amount;
}

/** The links of a pool that begin (forward) or end (backward) at some of its lots, by lot id. */
export function linksAt(
  pool: CommingledPool,
  method: TaintMethod,
  direction: Direction,
  ids: ReadonlySet<string>,
): Map<string, Link[]> {
  const { entries } = pool;
  const flow = direction === 'backward' ? 'out' : 'in';
  const wanted = new Map<number, Link[]>();
  const found = new Map<string, Link[]>();
  entries.forEach((entry, place) => {
    if (entry.flow !== flow || !('lot' in entry) || !ids.has(entry.lot.id)) return;
    if (found.has(entry.lot.id)) throw new Error(`${pool.id}: lot ${entry.lot.id} is there twice`);
    const links: Link[] = [];
    found.set(entry.lot.id, links);
    wanted.set(place, links);
  });
  for (const id of ids) if (!found.has(id)) throw new Error(`${pool.id}: lot ${id} is not there`);
  const allocator = allocatorOf(method, (link) => {
    wanted.get(direction === 'backward' ? link.to : link.from)?.push(link);
  });
  const last = direction === 'backward' ? Math.max(...wanted.keys()) : entries.length - 1;
  for (const [place, entry] of entries.entries()) {
    if (place > last) break;
    const amount = amountOf(entry);
    if (amount === 0n) continue;
    if (entry.flow === 'in') allocator.put(place, amount);
    else allocator.take(place, amount ?? 0n);
  }
  if (direction === 'forward') allocator.end();
  return found;
}

/** Returns the units of a link that correspond to a range of its other side. */
function overlap(link: Link, near: Range, direction: Direction): Range | undefined {
  const [nearStart, farStart] =
    direction === 'backward' ? [link.toStart, link.fromStart] : [link.fromStart, link.toStart];
  const start = near.start > nearStart ? near.start : nearStart;
  const nearEnd = nearStart + link.amount;
  const end = near.end < nearEnd ? near.end : nearEnd;
  if (start >= end) return undefined;
  const from = link.mirrored ? nearEnd - end : start - nearStart;
  return { start: farStart + from, end: farStart + from + (end - start) };
}

/** A slice cut by links in proportion. Slices of other units of the lot together get no more of a link than it has. */
function sharesOf(links: readonly Link[], { amount, ranges }: LotSlice): bigint[] {
  const amounts = links.map((link) => link.amount);
  const [first = { start: 0n, end: amount }, ...more] = ranges;
  const sharesIn = ({ start, end }: Range): bigint[] => {
    const before = start === 0n ? [] : shareOut(start, amounts);
    return shareOut(end, amounts).map((upTo, i) => upTo - (before[i] ?? 0n));
  };
  return more.reduce((sums, range) => {
    const shares = sharesIn(range);
    return sums.map((sum, i) => sum + (shares[i] ?? 0n));
  }, sharesIn(first));
}

/** Divides a slice of a lot by the links of the lot; the parts add up to it exactly. */
export function cut(
  { entries }: CommingledPool,
  links: readonly Link[],
  slice: LotSlice,
  method: TaintMethod,
  direction: Direction,
): Part[] {
  const parts = new Map<number, LotSlice>();
  const add = (place: number, part: LotSlice): void => {
    const before = parts.get(place);
    parts.set(place, before ? joined(before, part) : part);
  };
  const placeOf = (link: Link): number => (direction === 'backward' ? link.from : link.to);
  if (method === 'poison') for (const link of links) parts.set(placeOf(link), slice);
  else if (method === 'haircut') {
    const shares = sharesOf(links, slice);
    links.forEach((link, i) => {
      const amount = shares[i] ?? 0n;
      if (amount > 0n) add(placeOf(link), { amount, ranges: [] });
    });
  } else {
    const found = links.flatMap((link) =>
      slice.ranges.flatMap((near) => {
        const range = overlap(link, near, direction);
        return range ? [{ place: placeOf(link), range }] : [];
      }),
    );
    const lengths = found.map(({ range }) => range.end - range.start);
    const amounts = shareOut(slice.amount, lengths);
    found.forEach(({ place, range }, i) => {
      const amount = amounts[i] ?? 0n;
      if (amount > 0n) add(place, { amount, ranges: [range] });
    });
  }
  return [...parts].map(([place, part]): Part => {
    if (place === stillUnspent) return { entry: 'unspent', slice: part };
    const entry = place === notKnown ? undefined : entries[place];
    return { entry: entry ?? 'unknown', slice: part };
  });
}
