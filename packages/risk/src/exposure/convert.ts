import type { LotSlice } from './divide.ts';
import { shareOut } from './share-out.ts';
import type { AssetName, ConvertedLot, Lot, LotConversion, TaintMethod } from './types.ts';

/** Part of a slice on the other side of a conversion. */
export interface ConvertedSlice {
  readonly lot: Lot;
  readonly asset: AssetName;
  readonly slice: LotSlice;
  /** The converted lot, if the other side is on another chain. */
  readonly crossed?: Lot;
  /** Odds of a link through a mixer, in parts per million. */
  readonly odds?: number;
}

/** What a slice became, and what of its amount stays where it is. */
export interface ConvertedSlices {
  readonly parts: readonly ConvertedSlice[];
  readonly rest: bigint;
}

const sumOf = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, amount) => sum + amount, 0n);

/**
 * Parts of the other side of a conversion, in proportion: what came back of the same asset has the part that it is of the
 * total, the other asset the rest.
 */
function weightsOf({ asset, total, others }: LotConversion): bigint[] {
  const unchanged = sumOf(others.map((other) => (other.asset === asset ? other.amount : 0n)));
  const became = sumOf(others.map((other) => (other.asset === asset ? 0n : other.amount)));
  if (became === 0n) return others.map(({ amount }) => amount);
  return others.map((other) => other.amount * (other.asset === asset ? became : total - unchanged));
}

function sideOf(other: ConvertedLot, lot: Lot): Omit<ConvertedSlice, 'slice'> {
  const { crossing, odds } = other;
  return {
    lot: other.lot,
    asset: other.asset,
    ...(crossing !== undefined && { crossed: lot }),
    ...(odds !== undefined && { odds }),
  };
}

/**
 * Creates a function that returns what a slice of a lot became (backward: was before), in amounts of the roots' asset that add
 * up to that of the slice, with what stays where it is. Units of the other side are assigned in order, so FIFO and LIFO go on in
 * other units each time. With poison, each part is a whole lot, and links with odds don't count. Nothing is converted where the
 * share of each asset is unknown, because it became several.
 */
export function createConverter(method: TaintMethod) {
  const assigned = new Map<string, bigint>();

  function unitsOf(other: LotConversion['others'][number], units: bigint, total: bigint): LotSlice['ranges'] {
    const start = assigned.get(other.lot.id) ?? 0n;
    const wanted = start + (other.amount * units) / total;
    const end = wanted > other.lot.amount ? other.lot.amount : wanted;
    assigned.set(other.lot.id, end);
    return end > start ? [{ start, end }] : [];
  }

  return (lot: Lot, slice: LotSlice, conversion: LotConversion): ConvertedSlices => {
    const { asset, total, others, unlinked } = conversion;
    const nothing = { parts: [], rest: slice.amount };
    const became = new Set(others.flatMap((other) => (other.asset === asset ? [] : [other.asset])));
    if (became.size > 1 || (unlinked !== undefined && method === 'poison')) return nothing;
    const weights = weightsOf(conversion);
    if (method === 'poison') {
      const all = sumOf(weights) * lot.amount;
      const wholes = others.map((other, i): ConvertedSlice => {
        const ofTotal = (slice.amount * total * (weights[i] ?? 0n)) / all;
        const amount = (ofTotal * other.lot.amount) / other.amount;
        return { ...sideOf(other, lot), slice: { amount, ranges: [] } };
      });
      return { parts: wholes, rest: wholes.length > 0 ? 0n : slice.amount };
    }
    const units = sumOf(slice.ranges.map(({ start, end }) => end - start));
    const ordered = method !== 'haircut';
    const parts = others.flatMap((other, i) => {
      const ranges = ordered ? unitsOf(other, units, total) : [];
      return ordered && ranges.length === 0 ? [] : [{ ...other, ranges, weight: weights[i] ?? 0n }];
    });
    if (parts.length === 0) return nothing;
    const shares = parts.map(({ weight }) => weight);
    const amounts = shareOut(slice.amount, unlinked === undefined ? shares : [...shares, unlinked]);
    const made = parts.flatMap((other, i): ConvertedSlice[] => {
      const amount = amounts[i] ?? 0n;
      return amount === 0n ? [] : [{ ...sideOf(other, lot), slice: { amount, ranges: other.ranges } }];
    });
    return { parts: made, rest: slice.amount - sumOf(made.map((part) => part.slice.amount)) };
  };
}
