import type { ChangeHeuristic } from './change/find-change.ts';
import type { CoinJoinStyle } from './coinjoin/verdict.ts';

// Written by `npm run evaluate`; see docs/concepts/evaluation.md for the method.

/** Precision and recall of a detector, 0 to 1; null without cases to measure. */
export interface MeasuredFigures {
  readonly precision: number | null;
  readonly recall: number | null;
}

/** CoinJoin detection by style, measured on the demo network. */
export const measuredCoinJoins: Readonly<Record<CoinJoinStyle, MeasuredFigures>> = {
  whirlpool: { precision: 1, recall: 1 },
  wasabi2: { precision: null, recall: null },
  wasabi1: { precision: null, recall: null },
  joinmarket: { precision: 1, recall: 0.720379 },
  equal_output: { precision: 1, recall: 1 },
};

/** Change heuristics, measured on the demo network. */
export const measuredChange: Readonly<Record<ChangeHeuristic, MeasuredFigures>> = {
  address_reuse: { precision: 1, recall: 0.282995 },
  script_type: { precision: 1, recall: 0.725804 },
  round_amount: { precision: 0.999988, recall: 0.528479 },
  fresh_address: { precision: 1, recall: 0.289049 },
  optimal_change: { precision: 0.999289, recall: 0.044029 },
};

/** Suggested deposit addresses, measured on the demo network. */
export const measuredDeposits: MeasuredFigures = { precision: 1, recall: 0.943152 };
