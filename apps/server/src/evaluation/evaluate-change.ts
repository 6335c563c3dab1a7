import { type ChangeHeuristic, changeHeuristics, findChange, isPayment } from '@hopscope/risk';
import type { LabeledTransaction } from './demo-facts.ts';
import type { Ratio } from './ratio.ts';

export interface HeuristicQuality {
  readonly heuristic: ChangeHeuristic;
  /** Outputs it names that are change. */
  readonly precision: Ratio;
  /** Payments with one change output, which it names. */
  readonly recall: Ratio;
}

/** Compares the change heuristics with the change outputs that the simulation records. */
export function evaluateChange(transactions: readonly LabeledTransaction[]): HeuristicQuality[] {
  const seen = new Set<string>();
  const found = new Map(changeHeuristics.map((heuristic) => [heuristic, { right: 0, named: 0 }]));
  let payments = 0;
  for (const { tx, change } of transactions) {
    const isFresh = (key: string): boolean => !seen.has(key);
    if (isPayment(tx)) {
      if (change.length === 1) payments++;
      for (const { heuristic, output } of findChange(tx, { isFresh })) {
        const counts = found.get(heuristic);
        if (!counts) continue;
        counts.named++;
        if (change.includes(output)) counts.right++;
      }
    }
    for (const { key } of tx.outputs) if (key !== undefined) seen.add(key);
  }
  return changeHeuristics.map((heuristic) => {
    const { right = 0, named = 0 } = found.get(heuristic) ?? {};
    return { heuristic, precision: { right, of: named }, recall: { right, of: payments } };
  });
}
