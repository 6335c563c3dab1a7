import type { CategoryId } from '../categories/categories.ts';
import type { LotSlice } from './divide.ts';
import type { AssetName, Label, Owner, Lot, PathStep } from './types.ts';

/** A lot reached by a walk, with its number of hops. */
export interface FrontierItem {
  readonly key: string;
  readonly lot: Lot;
  readonly hops: number;
  slice: LotSlice;
  /** Where the largest part of it was met, undefined for a root. */
  from: { readonly item: FrontierItem; readonly transaction: string; readonly amount: bigint } | undefined;
  /** Asset of the lot, if it was reached by a conversion. */
  readonly asset?: AssetName;
  /** Backward: the lot was given in a conversion, and the step from it leads to who gave it. */
  readonly given?: boolean;
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
  /** Asset that the amount became in it. */
  readonly asset?: AssetName;
}

/** The steps from the root to where a walk ends, so much of it. */
export function pathOf(
  item: FrontierItem,
  { owner, transaction, asset }: Terminal,
  amount: bigint,
): PathStep[] {
  const stepTo = (to: Owner | undefined, by: Omit<PathStep, 'address' | 'owner'>): PathStep => ({
    address: to?.address ?? null,
    owner: to?.id ?? null,
    ...by,
  });
  const steps = [stepTo(owner, { transaction, amount, ...(asset !== undefined && { asset }) })];
  for (let at: FrontierItem = item; at.from; at = at.from.item) {
    const became = at.asset === undefined ? {} : { asset: at.asset };
    const before = steps.at(-1);
    if (at.given && before) steps[steps.length - 1] = { ...before, ...became };
    else {
      const { transaction: by, amount: part } = at.from;
      steps.push(stepTo(at.lot.owner, { transaction: by, amount: part, ...became }));
    }
  }
  return steps.toReversed();
}
