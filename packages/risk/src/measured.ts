import type { CoinJoinStyle } from './coinjoin/verdict.ts';

/** How often a detector is right where it speaks, and how many it finds of all; null where nothing was there to measure. */
export interface MeasuredFigures {
  readonly precision: number | null;
  readonly recall: number | null;
}

/** Figures of `npm run evaluate` on the demo network, whose truth is known (`docs/evaluation.md`). Written by it. */
export const measuredCoinJoins: Readonly<Record<CoinJoinStyle, MeasuredFigures>> = {
  whirlpool: { precision: 1, recall: 1 },
  wasabi2: { precision: null, recall: null },
  wasabi1: { precision: null, recall: null },
  joinmarket: { precision: 1, recall: 1 },
  equal_output: { precision: 1, recall: 1 },
};
