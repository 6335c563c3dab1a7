import { type ChangeWeights, oddsOfSignals } from '@hopscope/risk';
import type { ChangeCase } from './change-cases.ts';
import type { Ratio } from './ratio.ts';

/** Quality of the odds that an output is change. */
export interface ChangeOddsQuality {
  readonly payments: number;
  /** Outputs with at least 99% (see `sureOdds`) that are change; and payments with change in which one is named so. */
  readonly precision: Ratio;
  readonly recall: Ratio;
  /** Of the surest half of the payments with change, those whose likeliest output is it. */
  readonly surestHalf: Ratio;
  /** Mean difference between probability and share of what is true, over ten bins of all outputs by size. */
  readonly calibrationError: number;
}

export const sureOdds = 0.99;
const bins = 10;

/** Compares the odds with the truth. */
export function evaluateChangeOdds(cases: readonly ChangeCase[], weights?: ChangeWeights): ChangeOddsQuality {
  const sure = { named: 0, right: 0 };
  const likeliest: { probability: number; right: boolean }[] = [];
  const sums = Array.from({ length: bins }, () => ({ probability: 0, right: 0, count: 0 }));
  for (const { outputs, change } of cases) {
    const { outputs: odds } = oddsOfSignals(outputs, weights);
    odds.forEach((probability, place) => {
      const sum = sums[Math.min(bins - 1, Math.floor(probability * bins))];
      if (sum) {
        sum.probability += probability;
        sum.right += place === change ? 1 : 0;
        sum.count += 1;
      }
    });
    const probability = Math.max(...odds);
    const right =
      change !== null &&
      odds[change] === probability &&
      odds.filter((each) => each === probability).length === 1;
    likeliest.push({ probability, right });
    if (probability >= sureOdds) {
      sure.named += 1;
      if (right) sure.right += 1;
    }
  }
  const withChange = cases.filter(({ change }) => change !== null).length;
  const half = likeliest
    .toSorted((a, b) => b.probability - a.probability)
    .slice(0, Math.ceil(withChange / 2));
  const outputs = sums.reduce((sum, { count }) => sum + count, 0);
  return {
    payments: cases.length,
    precision: { right: sure.right, of: sure.named },
    recall: { right: sure.right, of: withChange },
    surestHalf: { right: half.filter(({ right }) => right).length, of: half.length },
    calibrationError:
      sums.reduce((sum, { probability, right }) => sum + Math.abs(probability - right), 0) / outputs,
  };
}
