import { plainNumbers } from '@hopscope/domain';
import { type ChangeSignal, changeSignals, type ChangeWeights } from '@hopscope/risk';
import type { ChangeCase } from './change-cases.ts';

/** Cases that share weights: `withNone` if their truth can be that no output is change. */
export interface TrainingSet {
  readonly cases: readonly ChangeCase[];
  readonly withNone: boolean;
}

/** Strength of the pull of weights toward 0, which bounds them where a signal is never wrong. */
const ridge = 2e-4;
const rate = 0.5;
const steps = 20_000;

/** Equal cases, with the share of their set that they are. */
interface Pattern {
  readonly case: ChangeCase;
  readonly withNone: boolean;
  share: number;
}

function patternsOf({ cases, withNone }: TrainingSet): Pattern[] {
  const patterns = new Map<string, Pattern>();
  for (const each of cases) {
    const name = JSON.stringify(each);
    const pattern = patterns.get(name) ?? { case: each, withNone, share: 0 };
    pattern.share += 1 / cases.length;
    patterns.set(name, pattern);
  }
  return [...patterns.values()];
}

/**
 * Fits the weights of `changeOdds`: the largest likelihood of the truth, each set counting as much as any other, by gradient
 * ascent from 0 with a ridge penalty. The same cases give the same weights.
 */
export function trainChange(sets: readonly TrainingSet[]): ChangeWeights {
  const patterns = sets.flatMap(patternsOf);
  const weights = {
    ...(Object.fromEntries(changeSignals.map((signal) => [signal, 0])) as Record<ChangeSignal, number>),
    no_change: 0,
  };
  const names = [...changeSignals, 'no_change'] as const;
  for (let step = 0; step < steps; step++) {
    const slope = Object.fromEntries(names.map((name) => [name, -2 * ridge * weights[name]])) as Record<
      keyof typeof weights,
      number
    >;
    for (const { case: one, withNone, share } of patterns) {
      const parts = one.outputs.map((signals) =>
        Math.exp(signals.reduce((sum, signal) => sum + weights[signal], 0)),
      );
      const none = withNone ? Math.exp(weights.no_change) : 0;
      const total = parts.reduce((sum, part) => sum + part, none);
      one.outputs.forEach((signals, place) => {
        const miss = (one.change === place ? 1 : 0) - (parts[place] ?? 0) / total;
        for (const signal of signals) slope[signal] += share * miss;
      });
      if (withNone) slope.no_change += share * ((one.change === null ? 1 : 0) - none / total);
    }
    for (const name of names) weights[name] += rate * slope[name];
  }
  return weights;
}

/** Returns the source of `packages/risk/src/change/change-weights.ts`. */
export function describeWeights(
  weights: ChangeWeights,
  { seeds, recorded }: { seeds: readonly number[]; recorded: number },
): string {
  const lines = [...changeSignals, 'no_change' as const].map(
    (name) => `  ${name}: ${weights[name].toFixed(4)},`,
  );
  return `import type { ChangeWeights } from './change-odds.ts';

/**
 * Weights of \`changeOdds\`, written by \`npm run evaluate -- --train\`: from the payments of demo networks with seeds ${seeds.join(
   ' and ',
 )}, and
 * from ${plainNumbers.count(recorded)} payments of mainnet blocks 560,062 to 560,073 whose change goes back to an input's address (with that signal
 * hidden), each of the two sources counting as much as the other.
 */
export const changeWeights: ChangeWeights = {
${lines.join('\n')}
};
`;
}
