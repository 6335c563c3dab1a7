import type { MeasuredRatio } from './measured.ts';

// Written by `npm run evaluate`; see docs/concepts/evaluation.md for the method.

/** Scores and conversions on the Ethereum side of demo networks. `auc`: of accounts that received illicit funds directly. */
// biome-ignore format: one row a line
export const measuredEthereum: {
  readonly seeds: number;
  readonly transactions: number;
  readonly addresses: number;
  readonly auc: { readonly cases: number; readonly value: number | null; readonly perfectDirectory: number | null };
  readonly rows: readonly MeasuredRatio[];
} = {
  seeds: 3,
  transactions: 65813,
  addresses: 1504,
  auc: { cases: 150, value: 0.9514, perfectDirectory: 1 },
  rows: [
    { name: 'Attributed addresses linked to crime or sanctions: High', right: 150, of: 150, from: 0.9750, to: 1.0000 },
    { name: 'Clean addresses: below Medium', right: 600, of: 600, from: 0.9936, to: 1.0000 },
    { name: 'Swaps, loans, user operations, settled orders, and additions of liquidity: found with their account and amounts', right: 7695, of: 7695, from: 0.9995, to: 1.0000 },
    { name: 'Transactions with a conversion: they convert', right: 8501, of: 8501, from: 0.9995, to: 1.0000 },
    { name: 'Transfers over the bridge from Bitcoin: found as an exact crossing', right: 107, of: 107, from: 0.9653, to: 1.0000 },
    { name: 'Exact crossings: they connect the two transactions of one transfer', right: 107, of: 107, from: 0.9653, to: 1.0000 },
  ],
};
