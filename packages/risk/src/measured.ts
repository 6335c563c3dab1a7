import type { ChangeHeuristic } from './change/find-change.ts';
import type { CoinJoinStyle } from './coinjoin/verdict.ts';

// Written by `npm run evaluate`; where the figures come from stands in docs/concepts/evaluation.md.

/** How often a detector is right where it speaks, and how many it finds of all; null where nothing was there to measure. */
export interface MeasuredFigures {
  readonly precision: number | null;
  readonly recall: number | null;
}

/** Of the detectors of CoinJoins, on the demo network. */
export const measuredCoinJoins: Readonly<Record<CoinJoinStyle, MeasuredFigures>> = {
  whirlpool: { precision: 1, recall: 1 },
  wasabi2: { precision: null, recall: null },
  wasabi1: { precision: null, recall: null },
  joinmarket: { precision: 1, recall: 0.720379 },
  equal_output: { precision: 1, recall: 1 },
};

/** Of the heuristics of change, on the demo network. */
export const measuredChange: Readonly<Record<ChangeHeuristic, MeasuredFigures>> = {
  address_reuse: { precision: 1, recall: 0.282995 },
  script_type: { precision: 1, recall: 0.725804 },
  round_amount: { precision: 0.999988, recall: 0.528479 },
  fresh_address: { precision: 1, recall: 0.289049 },
  optimal_change: { precision: 0.999289, recall: 0.044029 },
};

/** Of suggested deposit addresses, on the demo network. */
export const measuredDeposits: MeasuredFigures = { precision: 1, recall: 0.943152 };
