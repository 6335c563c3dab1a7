import { assetKey, type Asset } from '@hopscope/canvas';
import type { FlowTransfer } from '@hopscope/contract';
import type { ExpandAnswer } from '../api/expand.ts';

export type Side = 'in' | 'out' | 'self';

/** Total amount of one asset that a transaction moved into or out of an address. */
export interface PanelRow {
  readonly key: string;
  readonly transaction: string;
  readonly side: Side;
  readonly time: number | null;
  readonly asset: Asset;
  readonly amount: bigint;
  readonly transfers: readonly FlowTransfer[];
  /** Total of the transaction if `transfers` are a part of it; null: they are complete. */
  readonly total: { readonly amount: bigint; readonly transfers: number } | null;
  /** Node IDs of the counterparties, each once. */
  readonly others: readonly string[];
}

export function sideOf({ from, to }: Pick<FlowTransfer, 'from' | 'to'>, nodeId: string): Side {
  if (from === to) return 'self';
  return to === nodeId ? 'in' : 'out';
}

const keyOf = (transaction: string, side: Side, asset: Asset): string =>
  `${transaction}|${side}|${assetKey(asset)}`;

/** Groups transfers of a page by transaction, direction, and asset, in order of first appearance. */
export function rowsOf(
  { transfers, partly }: Pick<ExpandAnswer, 'transfers' | 'partly'>,
  nodeId: string,
): PanelRow[] {
  const wholes = new Map(
    partly.map(({ transaction, side, asset, amount, transfers: count }) => [
      keyOf(transaction, side, asset),
      { amount: BigInt(amount), transfers: count },
    ]),
  );
  const rows = new Map<string, PanelRow>();
  for (const transfer of transfers) {
    const side = sideOf(transfer, nodeId);
    const key = keyOf(transfer.transaction, side, transfer.asset);
    const row = rows.get(key);
    const other = side === 'in' ? transfer.from : transfer.to;
    const amount = BigInt(transfer.amount);
    if (!row) {
      const { transaction, time, asset } = transfer;
      const total = wholes.get(key) ?? null;
      rows.set(key, {
        key,
        transaction,
        side,
        time,
        asset,
        amount,
        total,
        transfers: [transfer],
        others: [other],
      });
    } else {
      rows.set(key, {
        ...row,
        amount: row.amount + amount,
        transfers: [...row.transfers, transfer],
        others: row.others.includes(other) ? row.others : [...row.others, other],
      });
    }
  }
  return [...rows.values()];
}

/** Exact sums of each asset, by direction. */
export interface Totals {
  readonly asset: Asset;
  readonly in: bigint;
  readonly out: bigint;
  readonly transfers: number;
}

export function totalsOf(transfers: readonly FlowTransfer[], nodeId: string): Totals[] {
  const totals = new Map<string, Totals>();
  for (const transfer of transfers) {
    const key = assetKey(transfer.asset);
    const sum = totals.get(key) ?? { asset: transfer.asset, in: 0n, out: 0n, transfers: 0 };
    const side = sideOf(transfer, nodeId);
    const amount = BigInt(transfer.amount);
    totals.set(key, {
      ...sum,
      in: sum.in + (side === 'in' ? amount : 0n),
      out: sum.out + (side === 'out' ? amount : 0n),
      transfers: sum.transfers + 1,
    });
  }
  return [...totals.values()];
}
