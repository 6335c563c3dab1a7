import type { MeasuredRun } from './measured-risk-shape.ts';

// Written by `npm run evaluate`; see docs/concepts/evaluation.md for the method.

/** Runs of the evaluation of risk scores whose figures differed from those of the run before, oldest first. */
// biome-ignore format: one row a line
export const measuredHistory: readonly MeasuredRun[] = [
  { on: '2026-11-22', transactions: 104496, figures: { attributed: 1, clean: 0.9979, auc_1: 0.7954, auc_2: 0.6962, auc_3: 0.5968 } },
  { on: '2026-11-24', transactions: 104496, figures: { attributed: 1, clean: 0.9979, auc_1: 0.7954, auc_2: 0.6962, auc_3: 0.5954 } },
  { on: '2026-11-26', transactions: 104296, figures: { attributed: 1, clean: 0.9927, auc_1: 0.7996, auc_2: 0.7337, auc_3: 0.5637 } },
  { on: '2026-11-30', transactions: 104109, figures: { attributed: 1, clean: 0.9958, auc_1: 0.753, auc_2: 0.7109, auc_3: 0.5806 } },
];
