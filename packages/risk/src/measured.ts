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

/** CoinJoin detection by style, measured on the demo network. */
export const measuredCoinJoins: Readonly<Record<CoinJoinStyle, MeasuredFigures>> = {
  whirlpool: { precision: 1, recall: 1 },
  wasabi2: { precision: null, recall: null },
  wasabi1: { precision: null, recall: null },
  joinmarket: { precision: 1, recall: 0.730047 },
  equal_output: { precision: 1, recall: 1 },
};

/** Change heuristics, measured on the demo network. */
export const measuredChange: Readonly<Record<ChangeHeuristic, MeasuredFigures>> = {
  address_reuse: { precision: 1, recall: 0.284567 },
  script_type: { precision: 1, recall: 0.719385 },
  round_amount: { precision: 1, recall: 0.529046 },
  fresh_address: { precision: 1, recall: 0.28798 },
  optimal_change: { precision: 0.996716, recall: 0.045539 },
};

/** Change outputs with odds of at least `sure`, measured on the demo network and on recorded blocks of mainnet. */
export const measuredChangeOdds: MeasuredChangeOdds = {
  sure: 0.99,
  demo: { precision: 1, recall: 0.907814 },
  mainnet: { precision: 1, recall: 0.448905, right: 123, of: 123 },
};

/** Suggested deposit addresses, measured on the demo network. */
export const measuredDeposits: MeasuredFigures = { precision: 1, recall: 0.958656 };
