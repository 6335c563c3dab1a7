import type { CategoryId } from '../categories/categories.ts';
import type { LotSlice } from './divide.ts';
import type { Label, Owner, Lot, PathStep } from './types.ts';

/** A lot reached by a walk, with its number of hops. */
export interface FrontierItem {
  readonly key: string;
  readonly lot: Lot;
  readonly hops: number;
  slice: LotSlice;
  /** Where the largest part of it was met, undefined for a root. */
  from: { readonly item: FrontierItem; readonly transaction: string; readonly amount: bigint } | undefined;
}

/** Where a part of the walk ends with an answer. */
export interface Terminal {
  readonly category: CategoryId;
  /** With a label, whose it is. */
  readonly label: Label | undefined;
  readonly owner: Owner | undefined;
  readonly hops: number;
  /** The transaction that leads there from the last lot. */
  readonly transaction: string;
}

/** The steps from the root to an item. */
export function stepsTo(item: FrontierItem): PathStep[] {
  const steps: PathStep[] = [];
  for (let at: FrontierItem = item; at.from; at = at.from.item) {
    const { owner } = at.lot;
    steps.push({
      transaction: at.from.transaction,
      address: owner?.address ?? null,
      owner: owner?.id ?? null,
      amount: at.from.amount,
    });
  }
  return steps.toReversed();
}

/** The steps from the root to where a walk ends, so much of it. */
export function pathOf(item: FrontierItem, { owner, transaction }: Terminal, amount: bigint): PathStep[] {
  const last = { transaction, address: owner?.address ?? null, owner: owner?.id ?? null, amount };
  return [...stepsTo(item), last];
}
