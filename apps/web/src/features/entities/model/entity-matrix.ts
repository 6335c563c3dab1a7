import { addUtcDays } from '@hopscope/domain';
import type { EntityFlows } from '../api/activity.ts';

/** Flow from one entity to another in a period. */
export interface PairFlow {
  readonly from: string;
  readonly to: string;
  readonly amount: bigint;
  readonly transactions: number;
  /** The amount may be larger: of both sides, some transactions of the period were not read. */
  readonly isPartial: boolean;
}

/** A period of whole weeks: Mondays of the first and of the last one. */
export interface WeekRange {
  readonly from: string;
  readonly to: string;
}

const weekDays = 7;

/** Returns the Mondays of all weeks from the first flow to the last one. */
export function weeksOf({ flows }: Pick<EntityFlows, 'flows'>): string[] {
  const known = flows.flatMap(({ weeks }) => weeks.map(({ week }) => week)).toSorted();
  const [first, last] = [known[0], known.at(-1)];
  const weeks: string[] = [];
  if (first === undefined || last === undefined) return weeks;
  for (let week = first; week <= last; week = addUtcDays(week, weekDays)) weeks.push(week);
  return weeks;
}

/** Returns the period of `count` weeks that ends with a week; 0: from the first week on. */
export function rangeUpTo(weeks: readonly string[], at: number, count: number): WeekRange {
  const first = count === 0 ? 0 : Math.max(0, at - count + 1);
  return { from: weeks[first] ?? '', to: weeks[at] ?? '' };
}

/** Returns the flows of a period, largest first. */
export function flowsIn({ flows, entities }: EntityFlows, { from, to }: WeekRange): PairFlow[] {
  const since = new Map(entities.map((each) => [each.entity_id, each.since]));
  const isRead = (id: string): boolean => (since.get(id) ?? '') <= from;
  return flows
    .map((flow): PairFlow => {
      const weeks = flow.weeks.filter(({ week }) => week >= from && week <= to);
      return {
        from: flow.from,
        to: flow.to,
        amount: weeks.reduce((sum, { amount }) => sum + BigInt(amount), 0n),
        transactions: weeks.reduce((sum, { transactions }) => sum + transactions, 0),
        isPartial: !isRead(flow.from) && !isRead(flow.to),
      };
    })
    .filter(({ amount }) => amount > 0n)
    .toSorted((a, b) => (a.amount === b.amount ? 0 : a.amount < b.amount ? 1 : -1));
}

/** Returns the IDs of entities by what they sent and received, largest first. */
export function byVolume(flows: readonly PairFlow[], most: number): string[] {
  const sums = new Map<string, bigint>();
  for (const { from, to, amount } of flows) {
    for (const id of [from, to]) sums.set(id, (sums.get(id) ?? 0n) + amount);
  }
  return [...sums]
    .toSorted(([a, left], [b, right]) => (left === right ? (a < b ? -1 : 1) : left < right ? 1 : -1))
    .slice(0, most)
    .map(([id]) => id);
}

/** Returns a share of the largest amount on a logarithmic scale: 0.15 to 1. */
export function heatOf(amount: bigint, largest: bigint): number {
  if (largest <= 1n) return 1;
  return 0.15 + 0.85 * Math.max(0, 1 + (lengthOf(amount) - lengthOf(largest)) / 4);
}

/** Decimal logarithm of a positive amount, to three digits. */
function lengthOf(amount: bigint): number {
  const text = String(amount);
  return text.length + Math.log10(Number(text.slice(0, 4)) / 10 ** Math.min(4, text.length));
}
