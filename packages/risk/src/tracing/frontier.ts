import { joined, type LotSlice } from '../exposure/divide.ts';
import type { AssetName, Lot, Owner } from '../exposure/types.ts';

/** A lot reached by the funds. */
export interface FrontierItem {
  readonly key: string;
  readonly lot: Lot;
  readonly asset: AssetName;
  readonly start: number;
  readonly hops: number;
  /** Backward: its transfer was reported with its conversion. */
  readonly reported?: boolean;
  slice: LotSlice;
}

/** Part of an item that moves on; `lot` is the transfer, `next` its continuation. `to` undefined: the asset was destroyed. */
export interface Expansion {
  readonly item: FrontierItem;
  readonly lot: Lot;
  readonly next: Lot;
  readonly from: Owner;
  readonly to: Owner | undefined;
  readonly slice: LotSlice;
  readonly peel: boolean;
}

/** Merges parts with the same destination and hops. */
export function together(leads: readonly Expansion[]): Expansion[] {
  const sums = new Map<string, Expansion>();
  for (const expansion of leads) {
    const key = `${expansion.item.hops} ${expansion.item.asset} ${expansion.lot.id} ${expansion.next.id} ${expansion.from.address}`;
    const before = sums.get(key);
    sums.set(key, before ? { ...before, slice: joined(before.slice, expansion.slice) } : expansion);
  }
  return [...sums.values()];
}
