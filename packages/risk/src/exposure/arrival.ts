import type { CategoryId } from '../categories/categories.ts';
import type { Portion } from './divide.ts';
import type { Label, Owner, Parcel, PathStep } from './types.ts';

/** A parcel that a walk has come to, at a number of hops. */
export interface Item {
  readonly key: string;
  readonly parcel: Parcel;
  readonly hops: number;
  portion: Portion;
  /** Where the largest part of it was met, undefined for a root. */
  from: { readonly item: Item; readonly transaction: string; readonly amount: bigint } | undefined;
}

/** Where a part of the walk ends with an answer. */
export interface Arrival {
  readonly category: CategoryId;
  /** With a label, whose it is. */
  readonly label: Label | undefined;
  readonly owner: Owner | undefined;
  readonly hops: number;
  /** The transaction that leads there from the last parcel. */
  readonly transaction: string;
}

/** The steps from the root to an item. */
export function stepsTo(item: Item): PathStep[] {
  const steps: PathStep[] = [];
  for (let at: Item = item; at.from; at = at.from.item) {
    const { owner } = at.parcel;
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
export function pathOf(item: Item, { owner, transaction }: Arrival, amount: bigint): PathStep[] {
  const last = { transaction, address: owner?.address ?? null, owner: owner?.id ?? null, amount };
  return [...stepsTo(item), last];
}
