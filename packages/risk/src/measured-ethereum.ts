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
  transactions: 66106,
  addresses: 1410,
  auc: { cases: 150, value: 0.9636, perfectDirectory: 1 },
  rows: [
    { name: 'Attributed addresses linked to crime or sanctions: High', right: 150, of: 150, from: 0.9750, to: 1.0000 },
    { name: 'Clean addresses: below Medium', right: 599, of: 600, from: 0.9906, to: 0.9997 },
    { name: 'Swaps and additions of liquidity: found as one conversion of their sender', right: 6518, of: 6518, from: 0.9994, to: 1.0000 },
    { name: 'Transactions with a conversion: they convert', right: 7672, of: 7672, from: 0.9995, to: 1.0000 },
  ],
};
