import { byText, descending } from '@hopscope/domain';
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
  /** The lot on the other chain that this one belongs to, if it was reached by a crossing. */
  readonly crossed?: Lot;
  /** Odds of the link through a mixer by which it was reached, in parts per million. */
  readonly odds?: number;
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
  /** The lot on the other chain, if it was reached by a crossing. */
  readonly crossed?: Lot;
  /** Odds of the link through a mixer by which it was reached, in parts per million. */
  readonly odds?: number;
}

/** The steps from the root to where a walk ends, so much of it. A crossing has two: to the bridge, and on the other chain. */
export function pathOf(
  item: FrontierItem,
  { owner, transaction, asset, crossed, odds }: Terminal,
  amount: bigint,
): PathStep[] {
  const stepTo = (to: Owner | undefined, by: Omit<PathStep, 'address' | 'owner'>): PathStep => ({
    address: to?.address ?? null,
    owner: to?.id ?? null,
    ...by,
  });
  const by = {
    transaction,
    amount,
    ...(asset !== undefined && { asset }),
    ...(odds !== undefined && { odds }),
  };
  const steps = [stepTo(owner, by)];
  const toBridge = (lot: Lot | undefined, bridge: Owner | undefined, part: bigint): void => {
    if (lot) steps.push(stepTo(bridge, { transaction: lot.transaction, amount: part }));
  };
  toBridge(crossed, crossed?.owner, amount);
  for (let at: FrontierItem = item; at.from; at = at.from.item) {
    const became = {
      ...(at.asset !== undefined && { asset: at.asset }),
      ...(at.odds !== undefined && { odds: at.odds }),
    };
    const before = steps.at(-1);
    const { transaction: last, amount: part } = at.from;
    if (at.given && before) {
      steps[steps.length - 1] = { ...before, ...became };
      toBridge(at.crossed, at.crossed?.from, part);
    } else {
      steps.push(stepTo(at.lot.owner, { transaction: last, amount: part, ...became }));
      toBridge(at.crossed, at.crossed?.owner, part);
    }
  }
  return steps.toReversed();
}

/** Items of one lot together, the largest amounts first. */
export function inOrder(items: readonly FrontierItem[]): { amount: bigint; items: FrontierItem[] }[] {
  const groups = Map.groupBy(items, ({ lot }) => lot.id);
  return [...groups]
    .map(([id, group]) => ({
      id,
      amount: group.reduce((sum, { slice }) => sum + slice.amount, 0n),
      items: group.toSorted((a, b) => a.hops - b.hops),
    }))
    .toSorted((a, b) => descending(a.amount, b.amount) || byText(a.id, b.id));
}
