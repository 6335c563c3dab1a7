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
  transactions: 66315,
  addresses: 1399,
  auc: { cases: 150, value: 0.9687, perfectDirectory: 1 },
  rows: [
    { name: 'Attributed addresses linked to crime or sanctions: High', right: 150, of: 150, from: 0.9750, to: 1.0000 },
    { name: 'Clean addresses: below Medium', right: 595, of: 595, from: 0.9936, to: 1.0000 },
    { name: 'Swaps and additions of liquidity: found as one conversion of their sender', right: 6584, of: 6584, from: 0.9994, to: 1.0000 },
    { name: 'Transactions with a conversion: they convert', right: 7770, of: 7770, from: 0.9995, to: 1.0000 },
  ],
};
