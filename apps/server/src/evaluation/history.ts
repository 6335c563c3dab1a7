import { type HistoryFigure, historyFigureNames, type MeasuredRisk, type MeasuredRun } from '@hopscope/risk';

const rounded = (value: number): number => Number(value.toFixed(4));

/** Returns the figures of a run that are recorded; `on`: its day, `YYYY-MM-DD`. */
export function runOf(
  on: string,
  risk: Pick<MeasuredRisk, 'transactions' | 'direct' | 'clean' | 'auc'>,
): MeasuredRun {
  const area = (hops: number): number | null => risk.auc.find((each) => each.hops === hops)?.value ?? null;
  const { medium } = risk.clean;
  return {
    on,
    transactions: risk.transactions,
    figures: {
      attributed: risk.direct.high.value,
      clean: medium.value === null ? null : rounded(1 - medium.value),
      auc_1: area(1),
      auc_2: area(2),
      auc_3: area(3),
    },
  };
}

const figures = Object.keys(historyFigureNames) as readonly HistoryFigure[];

const same = (one: MeasuredRun, other: MeasuredRun): boolean =>
  one.transactions === other.transactions &&
  figures.every((name) => one.figures[name] === other.figures[name]);

/** Adds a run, unless it measured the same as the newest one. A second run on a day replaces the first. */
export function addRun(history: readonly MeasuredRun[], run: MeasuredRun): readonly MeasuredRun[] {
  const newest = history.at(-1);
  if (newest && same(newest, run)) return history;
  return [...history.filter(({ on }) => on !== run.on), run];
}

const lineOf = ({ on, transactions, figures: measured }: MeasuredRun): string =>
  `  { on: '${on}', transactions: ${transactions}, figures: { ${figures.map((name) => `${name}: ${measured[name]}`).join(', ')} } },`;

/** Returns the text of `packages/risk/src/measured-history.ts`. */
export function describeHistory(history: readonly MeasuredRun[]): string {
  return `import type { MeasuredRun } from './measured-risk-shape.ts';

// Written by \`npm run evaluate\`; see docs/concepts/evaluation.md for the method.

/** Runs of the evaluation of risk scores whose figures differed from those of the run before, oldest first. */
// biome-ignore format: one row a line
export const measuredHistory: readonly MeasuredRun[] = [
${history.map(lineOf).join('\n')}
];
`;
}
