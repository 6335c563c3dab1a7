import { descending, type RiskLevel } from '@hopscope/domain';

/** 10 entities on each side. */
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

/** Both sides of a diagram. */
export interface Flow {
  readonly in: FlowSideSum;
  readonly out: FlowSideSum;
}

/** Returns the largest parties of a side, and the others as one. `transactions`: those of each party. */
export function flowSide(
  parties: readonly (FlowParty & { amount: bigint; transactions: ReadonlySet<string> | number })[],
): FlowSideSum {
  const all = parties.toSorted((a, b) => descending(a.amount, b.amount));
  const shown = all.slice(0, mostEntities);
  const rest = all.slice(shown.length);
  const entities = shown.map((sum) => ({ ...sum, transactions: countOf([sum]) }));
  if (rest.length > 0) {
    entities.push({
      id: 'others',
      name: `${rest.length} others`,
      address: null,
      level: 'unknown',
      amount: rest.reduce((sum, { amount }) => sum + amount, 0n),
      transactions: countOf(rest),
    });
  }
  return { entities, total: all.reduce((sum, { amount }) => sum + amount, 0n) };
}

function countOf(parties: readonly { transactions: ReadonlySet<string> | number }[]): number {
  const keys = new Set<string>();
  let count = 0;
  for (const { transactions } of parties) {
    if (typeof transactions === 'number') count += transactions;
    else for (const key of transactions) keys.add(key);
  }
  return count + keys.size;
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
