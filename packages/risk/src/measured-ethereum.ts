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
  transactions: 67467,
  addresses: 1526,
  auc: { cases: 150, value: 0.9718, perfectDirectory: 1 },
  rows: [
    { name: 'Attributed addresses linked to crime or sanctions: High', right: 150, of: 150, from: 0.9750, to: 1.0000 },
    { name: 'Clean addresses: below Medium', right: 600, of: 600, from: 0.9936, to: 1.0000 },
    { name: 'Swaps, loans, user operations, settled orders, and additions of liquidity: found with their account and amounts', right: 7829, of: 7829, from: 0.9995, to: 1.0000 },
    { name: 'Transactions with a conversion: they convert', right: 9903, of: 9903, from: 0.9996, to: 1.0000 },
    { name: 'Transfers over the bridge from Bitcoin: found as an exact crossing', right: 107, of: 107, from: 0.9653, to: 1.0000 },
    { name: 'Exact crossings: they connect the two transactions of one transfer', right: 107, of: 107, from: 0.9653, to: 1.0000 },
    { name: 'Accounts that the bridge paid for bitcoin of illicit actors, unknown to the directory: crime is found in what they received', right: 48, of: 50, from: 0.8654, to: 0.9890 },
    { name: 'Accounts that the bridge paid for clean bitcoin: no crime is', right: 2, of: 2, from: 0.3424, to: 1.0000 },
    { name: 'Recorded on mainnet, exchanges and aggregators: conversions as read by hand', right: 175, of: 177, from: 0.9597, to: 0.9969 },
    { name: 'Recorded on mainnet, others with several assets: conversions as read by hand', right: 136, of: 149, from: 0.8565, to: 0.9483 },
    { name: 'Mixer links to the recipient itself: they name who made the deposit', right: 36, of: 36, from: 0.9036, to: 1.0000 },
    { name: 'Mixer links to accounts that the recipient paid or was paid by: they name who made the deposit', right: 53, of: 103, from: 0.4193, to: 0.6088 },
    { name: 'Mixer links by equal counts: they name who made the deposit', right: 46, of: 99, from: 0.3696, to: 0.5624 },
    { name: 'Mixer links by an unusual gas price: they name who made the deposit', right: 79, of: 86, from: 0.8414, to: 0.9600 },
    { name: 'Mixer links along a chain of notes: they name who made the deposit', right: 52, of: 163, from: 0.2523, to: 0.3940 },
    { name: 'Mixer links by the relayer and who was paid then: they name who made the deposit', right: 62, of: 93, from: 0.5659, to: 0.7542 },
    { name: 'Withdrawals from the mixer: with a link that names who made the deposit', right: 328, of: 2509, from: 0.1181, to: 0.1445 },
  ],
};

/** How many of the links that each heuristic made for withdrawals from the mixer named who made the deposit. */
// biome-ignore format: one row a line
export const measuredMixerLinks: Readonly<Record<MixerHeuristic, { readonly right: number; readonly of: number }>> = {
  same_account: { right: 36, of: 36 },
  linked_account: { right: 53, of: 103 },
  same_counts: { right: 46, of: 99 },
  same_gas_price: { right: 79, of: 86 },
  note_chain: { right: 52, of: 163 },
  same_relayer: { right: 62, of: 93 },
};
