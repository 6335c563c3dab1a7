import type { MeasuredRatio } from './measured.ts';
import type { MixerHeuristic } from '@hopscope/domain';

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
  transactions: 66384,
  addresses: 1511,
  auc: { cases: 150, value: 0.9575, perfectDirectory: 1 },
  rows: [
    { name: 'Attributed addresses linked to crime or sanctions: High', right: 150, of: 150, from: 0.9750, to: 1.0000 },
    { name: 'Clean addresses: below Medium', right: 600, of: 600, from: 0.9936, to: 1.0000 },
    { name: 'Swaps, loans, user operations, settled orders, and additions of liquidity: found with their account and amounts', right: 7875, of: 7875, from: 0.9995, to: 1.0000 },
    { name: 'Transactions with a conversion: they convert', right: 9950, of: 9950, from: 0.9996, to: 1.0000 },
    { name: 'Transfers over the bridge from Bitcoin: found as an exact crossing', right: 107, of: 107, from: 0.9653, to: 1.0000 },
    { name: 'Exact crossings: they connect the two transactions of one transfer', right: 107, of: 107, from: 0.9653, to: 1.0000 },
    { name: 'Accounts that the bridge paid for bitcoin of illicit actors, unknown to the directory: crime is found in what they received', right: 48, of: 50, from: 0.8654, to: 0.9890 },
    { name: 'Accounts that the bridge paid for clean bitcoin: no crime is', right: 2, of: 2, from: 0.3424, to: 1.0000 },
    { name: 'Recorded on mainnet, exchanges and aggregators: conversions as read by hand', right: 175, of: 177, from: 0.9597, to: 0.9969 },
    { name: 'Recorded on mainnet, others with several assets: conversions as read by hand', right: 136, of: 149, from: 0.8565, to: 0.9483 },
    { name: 'Mixer links to the recipient itself: they name who made the deposit', right: 90, of: 90, from: 0.9591, to: 1.0000 },
    { name: 'Mixer links to accounts that the recipient paid or was paid by: they name who made the deposit', right: 94, of: 206, from: 0.3897, to: 0.5245 },
    { name: 'Mixer links by equal counts: they name who made the deposit', right: 64, of: 149, from: 0.3528, to: 0.5098 },
    { name: 'Withdrawals from the mixer: with a link that names who made the deposit', right: 242, of: 2491, from: 0.0861, to: 0.1094 },
  ],
};

/** How many of the links that each heuristic made for withdrawals from the mixer named who made the deposit. */
// biome-ignore format: one row a line
export const measuredMixerLinks: Readonly<Record<MixerHeuristic, { readonly right: number; readonly of: number }>> = {
  same_account: { right: 90, of: 90 },
  linked_account: { right: 94, of: 206 },
  same_counts: { right: 64, of: 149 },
  same_gas_price: { right: 0, of: 0 },
  note_chain: { right: 0, of: 0 },
  same_relayer: { right: 0, of: 0 },
};
