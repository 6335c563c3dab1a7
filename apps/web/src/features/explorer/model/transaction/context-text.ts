import type { Formats } from '@hopscope/domain';
import type { ChangeFindingView, TransactionContext } from '@hopscope/contract';

/** Formats a share as percent, rounded down so that it never shows false certainty. */
function percent(share: number): string {
  return `${String(Math.floor(share * 1000) / 10)}%`;
}

/** Returns evidence that an output is change, with the measured precision of the rule. */
export function changeReason({ evidence, precision }: ChangeFindingView): string {
  const trust = precision === null ? 'precision not measured' : `measured precision ${percent(precision)}`;
  return `${evidence} (${trust})`;
}

/** An output that is probably change. */
export interface ProbableChange {
  /** Percent, rounded down, so that it is never 100. */
  readonly percent: number;
  /** Why, with measured precisions. */
  readonly reasons: readonly string[];
}

/** What an output needs to be shown as change. */
const leastProbability = 0.5;

/** For transactions whose change is not analyzed. */
export const unknownChange: ReadonlyMap<number, ProbableChange> = new Map();

/** Returns the probable change by the number of its output: at most one output. */
export function probableChange(
  context: Pick<TransactionContext, 'change' | 'change_odds'> | undefined,
): ReadonlyMap<number, ProbableChange> {
  const found = context?.change_odds?.outputs.find(({ probability }) => probability >= leastProbability);
  if (!context?.change_odds || !found) return unknownChange;
  const { measured } = context.change_odds;
  const sure =
    found.probability >= measured.sure && measured.mainnet !== null
      ? [
          `${measured.mainnet.right} of ${measured.mainnet.of} such outputs were the change in blocks of mainnet that show it later`,
        ]
      : [];
  const reasons = context.change.filter(({ output }) => output === found.output).map(changeReason);
  return new Map([
    [
      found.output,
      { percent: Math.min(99, Math.floor(found.probability * 100)), reasons: [...reasons, ...sure] },
    ],
  ]);
}

/** Returns the rank of a fee rate in its block; undefined if there is nothing to compare. */
export function feeRankText(
  { own, below, same, known }: TransactionContext['fee'],
  { count }: Pick<Formats, 'count'>,
): string | undefined {
  if (own === null || below === null || same === null || known < 2) return undefined;
  const others = known - 1;
  const above = others - below - same;
  if (below === 0 && same === 0) return `lowest of ${count(known)} in the block`;
  if (below === 0) return `lowest in the block, shared with ${count(same)}`;
  if (above === 0 && same === 0) return `highest of ${count(known)} in the block`;
  return `higher than ${percent(below / others)} of the block`;
}

/** Returns the lowest, median, and highest fee rate of the block. */
export function spreadText(
  { lowest, median, highest, unknown }: TransactionContext['fee'],
  { decimal, counted }: Pick<Formats, 'decimal' | 'counted'>,
): string {
  if (lowest === null || median === null || highest === null) return 'unknown';
  const left = unknown > 0 ? `; ${counted(unknown, 'unknown fee')}` : '';
  return `${decimal(lowest)} lowest, ${decimal(median)} median, ${decimal(highest)} highest${left}`;
}
