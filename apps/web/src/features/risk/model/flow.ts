import { descending, type RiskLevel } from '@hopscope/domain';
import type { HistoryRow, Side } from './history.ts';

/** at most 20 transactions, the largest; 10 entities on each side. */
const mostTransactions = 20;
const mostEntities = 10;

/** Party that an address belongs to in the diagram. */
export interface FlowParty {
  /** Grouping key: entity, address, or a label. */
  readonly id: string;
  readonly name: string;
  /** Address to link to; null if there is no single one. */
  readonly address: string | null;
  readonly level: RiskLevel;
}

/** A party on one side of the diagram. */
export interface FlowEntity extends FlowParty {
  /** Base units; those of a side add up to its total. */
  readonly amount: bigint;
  readonly transactions: number;
}

export interface FlowSideSum {
  readonly entities: readonly FlowEntity[];
  readonly total: bigint;
}

export interface AddressFlow {
  readonly in: FlowSideSum;
  readonly out: FlowSideSum;
  /** Number of shown transactions, out of `of` with an amount. */
  readonly transactions: number;
  readonly of: number;
}

const unknown: FlowParty = { id: 'unknown', name: 'Unknown', address: null, level: 'unknown' };
const networkFee: FlowParty = { id: 'fee', name: 'Network fee', address: null, level: 'unknown' };

/** Divides an amount in proportion to weights by the largest remainder method; the parts add up exactly. */
export function divideInProportion(amount: bigint, weights: readonly bigint[]): bigint[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0n);
  if (total === 0n) return weights.map((_, i) => (i === 0 ? amount : 0n));
  const parts = weights.map((weight) => (amount * weight) / total);
  const rest = weights.map((weight, i) => ({ i, rest: (amount * weight) % total }));
  let missing = amount - parts.reduce((sum, part) => sum + part, 0n);
  for (const { i } of rest.toSorted((a, b) => descending(a.rest, b.rest) || a.i - b.i)) {
    if (missing === 0n) break;
    parts[i] = (parts[i] ?? 0n) + 1n;
    missing -= 1n;
  }
  return parts;
}

/**
 * Splits the amount of a row among parties in proportion to the amounts on the other side, and for outgoing rows the fee,
 * as in the list of counterparties. If one amount is unknown, the whole row is.
 */
function partsOf(row: HistoryRow, party: (address: string) => FlowParty): (readonly [FlowParty, bigint])[] {
  const { amount, sides } = row;
  const weights = sides.map((side: Side) => side.amount);
  const known = weights.filter((weight) => weight !== null);
  if (sides.length === 0 || row.more || known.length < weights.length) {
    const words = sides.length === 0 ? { ...unknown, id: row.words, name: row.words } : unknown;
    return [[words, amount]];
  }
  const fee = row.direction === 'out' ? (row.fee ?? 0n) : 0n;
  const shares = divideInProportion(amount, [...known, fee]);
  const parts = sides.map(({ address }, i): readonly [FlowParty, bigint] => [
    address === null ? unknown : party(address),
    shares[i] ?? 0n,
  ]);
  return fee === 0n ? parts : [...parts, [networkFee, shares.at(-1) ?? 0n]];
}

function sumUp(rows: readonly HistoryRow[], party: (address: string) => FlowParty): FlowSideSum {
  const sums = new Map<string, { party: FlowParty; amount: bigint; rows: Set<string> }>();
  for (const row of rows) {
    for (const [who, amount] of partsOf(row, party)) {
      const sum = sums.get(who.id) ?? { party: who, amount: 0n, rows: new Set() };
      sum.amount += amount;
      sum.rows.add(row.key);
      sums.set(who.id, sum);
    }
  }
  const all = [...sums.values()].toSorted((a, b) => descending(a.amount, b.amount));
  const shown = all.slice(0, mostEntities);
  const rest = all.slice(shown.length);
  const entities = shown.map((sum) => ({ ...sum.party, amount: sum.amount, transactions: sum.rows.size }));
  if (rest.length > 0) {
    entities.push({
      id: 'others',
      name: `${rest.length} others`,
      address: null,
      level: 'unknown',
      amount: rest.reduce((sum, { amount }) => sum + amount, 0n),
      transactions: new Set(rest.flatMap((sum) => [...sum.rows])).size,
    });
  }
  return { entities, total: all.reduce((sum, { amount }) => sum + amount, 0n) };
}

/** Returns the incoming and outgoing flow of the native coin in the largest of these rows. */
export function flowOf(rows: readonly HistoryRow[], party: (address: string) => FlowParty): AddressFlow {
  const moving = rows.filter(
    ({ ofChain, direction, amount }) => ofChain && direction !== 'self' && amount > 0n,
  );
  const largest = moving.toSorted((a, b) => descending(a.amount, b.amount)).slice(0, mostTransactions);
  const side = (direction: 'in' | 'out'): FlowSideSum =>
    sumUp(
      largest.filter((row) => row.direction === direction),
      party,
    );
  return { in: side('in'), out: side('out'), transactions: largest.length, of: moving.length };
}

/** Returns the color intensity of a band by its amount in hundred-millionths of a coin. */
export function intensityOf(amount: bigint, decimals: number): number {
  const size = decimals >= 8 ? amount / 10n ** BigInt(decimals - 8) : amount * 10n ** BigInt(8 - decimals);
  if (size > 1_000_000_000n) return 0.9;
  return size > 100_000_000n ? 0.7 : 0.5;
}

/** the picture is 800 by 400. */
export const flowWidth = 800;
export const flowHeight = 400;
const top = 28;
const bottom = 12;
/** Height of a name, and the gap between bands that are taller. */
const slot = 18;
const gap = 8;
const thinnest = 2;

export interface FlowBand {
  readonly entity: FlowEntity;
  /** Upper edge and thickness at the name, and at the address. */
  readonly y: number;
  readonly height: number;
  readonly innerY: number;
  readonly innerHeight: number;
}

/** Lays out one side: band thickness is the share of `most` (the larger side), at least two pixels; names are 18 pixels apart. */
export function layOut({ entities, total }: FlowSideSum, most: bigint): FlowBand[] {
  if (most === 0n) return [];
  const space = flowHeight - top - bottom;
  // One more band for all others.
  const room = space - slot * (mostEntities + 1) - gap;
  const heightOf = (amount: bigint): number =>
    Math.max(thinnest, (Number((amount * 1_000_000n) / most) / 1_000_000) * room);
  const heights = entities.map(({ amount }) => heightOf(amount));
  const slots = heights.map((height) => Math.max(slot, height + gap));
  const fullHeight = heightOf(total);
  const innerScale = fullHeight / heights.reduce((sum, height) => sum + height, 0);
  const middle = top + space / 2;
  let y = middle - slots.reduce((sum, height) => sum + height, 0) / 2;
  let innerY = middle - fullHeight / 2;
  return entities.map((entity, i) => {
    const [height = thinnest, taken = slot] = [heights[i], slots[i]];
    const band = { entity, y: y + (taken - height) / 2, height, innerY, innerHeight: height * innerScale };
    y += taken;
    innerY += band.innerHeight;
    return band;
  });
}

/** Returns the outline of a band from its outer edge at `from` to the address at `to` (both x). */
export function bandPath({ y, height, innerY, innerHeight }: FlowBand, from: number, to: number): string {
  const half = (from + to) / 2;
  const n = (value: number): string => value.toFixed(1);
  return (
    `M${from} ${n(y)}C${half} ${n(y)} ${half} ${n(innerY)} ${to} ${n(innerY)}` +
    `V${n(innerY + innerHeight)}C${half} ${n(innerY + innerHeight)} ${half} ${n(y + height)} ${from} ${n(y + height)}Z`
  );
}
