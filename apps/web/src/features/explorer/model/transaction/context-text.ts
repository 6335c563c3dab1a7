import type { Formats } from '@hopscope/domain';
import type { ChangeFindingView, TransactionContext } from '@hopscope/contract';

/** A share as percent, cut (never rounded up to certainty). */
function percent(share: number): string {
  return `${String(Math.floor(share * 1000) / 10)}%`;
}

/** Why an output is taken for change, and how often that was right where the truth is known. */
export function changeReason({ evidence, precision }: ChangeFindingView): string {
  const trust = precision === null ? 'precision not measured' : `precision ${percent(precision)}, measured`;
  return `${evidence} (${trust})`;
}

/** Findings by the output that they take for change. */
export function changeByOutput(findings: readonly ChangeFindingView[]): Map<number, ChangeFindingView[]> {
  return Map.groupBy(findings, ({ output }) => output);
}

/** Where a fee stands among those of its block; undefined where there is nothing to compare. */
export function feePlaceText(
  { own, below, same, known }: TransactionContext['fee'],
  { count }: Pick<Formats, 'count'>,
): string | undefined {
  if (own === null || below === null || same === null || known < 2) return undefined;
  const others = known - 1;
  const above = others - below - same;
  if (below === 0 && same === 0) return `lowest of ${count(known)} in the block`;
  if (below === 0) return `lowest in the block, shared with ${count(same)}`;
  if (above === 0 && same === 0) return `highest of ${count(known)} in the block`;
  return `more than ${percent(below / others)} of the block`;
}

/** Lowest, median and highest rate of the block. */
export function spreadText(
  { lowest, median, highest, unknown }: TransactionContext['fee'],
  { decimal, counted }: Pick<Formats, 'decimal' | 'counted'>,
): string {
  if (lowest === null || median === null || highest === null) return 'not known';
  const left = unknown > 0 ? `; ${counted(unknown, 'fee')} not known` : '';
  return `${decimal(lowest)} lowest, ${decimal(median)} median, ${decimal(highest)} highest${left}`;
}
