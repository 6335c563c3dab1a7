import type { ChangeHeuristic } from './change/find-change.ts';
import type { CoinJoinStyle } from './coinjoin/verdict.ts';

// Written by `npm run evaluate`; see docs/concepts/evaluation.md for the method.

/** Precision and recall of a detector, 0 to 1; null without cases to measure. */
export interface MeasuredFigures {
  readonly precision: number | null;
  readonly recall: number | null;
}

/** How often an output that is named the change is it: `right` of `of` outputs; null: not measured. */
export interface MeasuredChangeOdds {
  readonly sure: number;
  readonly demo: MeasuredFigures;
  readonly mainnet: (MeasuredFigures & { readonly right: number; readonly of: number }) | null;
}

/** Cases whose truth is known: `right` of `of`, with the 95% interval of the share (Wilson). */
export interface MeasuredRatio {
  readonly name: string;
  readonly right: number;
  readonly of: number;
  readonly from: number;
  readonly to: number;
}

/** On real transactions; empty where it was not measured. */
// biome-ignore format: one row a line
export const measuredOnMainnet: readonly MeasuredRatio[] = [
  { name: 'Whirlpool, March 2024: recognized as a CoinJoin', right: 1403, of: 1403, from: 0.9973, to: 1.0000 },
  { name: 'Wasabi 1, August 2021: recognized as a CoinJoin', right: 191, of: 191, from: 0.9803, to: 1.0000 },
  { name: 'Wasabi 1, July to November 2018: recognized as a CoinJoin', right: 141, of: 144, from: 0.9405, to: 0.9929 },
  { name: 'Wasabi 2, May 2024: recognized as a CoinJoin', right: 33, of: 33, from: 0.8957, to: 1.0000 },
  { name: 'Whirlpool’s Tx0, March 2024: not taken for a CoinJoin', right: 900, of: 900, from: 0.9957, to: 1.0000 },
  { name: 'Wasabi 2 on a private network: recognized as a CoinJoin', right: 12, of: 12, from: 0.7575, to: 1.0000 },
  { name: 'JoinMarket on a private network: recognized as a CoinJoin', right: 32, of: 32, from: 0.8928, to: 1.0000 },
  { name: 'Change with odds of at least 99%, January 2019: right', right: 123, of: 123, from: 0.9697, to: 1.0000 },
];

/** CoinJoin detection by style, measured on the demo network. */
export const measuredCoinJoins: Readonly<Record<CoinJoinStyle, MeasuredFigures>> = {
  whirlpool: { precision: 1, recall: 1 },
  wasabi2: { precision: null, recall: null },
  wasabi1: { precision: null, recall: null },
  joinmarket: { precision: 1, recall: 0.735363 },
  equal_output: { precision: 1, recall: 1 },
};

/** Change heuristics, measured on the demo network. */
export const measuredChange: Readonly<Record<ChangeHeuristic, MeasuredFigures>> = {
  address_reuse: { precision: 1, recall: 0.284202 },
  script_type: { precision: 1, recall: 0.720942 },
  round_amount: { precision: 0.999988, recall: 0.527768 },
  fresh_address: { precision: 1, recall: 0.289214 },
  optimal_change: { precision: 0.998758, recall: 0.045304 },
};

/** Change outputs with odds of at least `sure`, measured on the demo network and on recorded blocks of mainnet. */
export const measuredChangeOdds: MeasuredChangeOdds = {
  sure: 0.99,
  demo: { precision: 1, recall: 0.908613 },
  mainnet: { precision: 1, recall: 0.448905, right: 123, of: 123 },
};

/** Suggested deposit addresses, measured on the demo network. */
export const measuredDeposits: MeasuredFigures = { precision: 1, recall: 0.950777 };
