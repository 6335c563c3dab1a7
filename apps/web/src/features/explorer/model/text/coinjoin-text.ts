import type { Formats } from '@hopscope/domain';
import type { TransactionView } from '@hopscope/contract';

type Coinjoin = NonNullable<TransactionView['coinjoin']>;

const styles: Record<Coinjoin['style'], string> = {
  whirlpool: 'Whirlpool',
  wasabi2: 'Wasabi 2 (WabiSabi)',
  wasabi1: 'Wasabi 1',
  joinmarket: 'JoinMarket-like',
  equal_output: 'equal outputs',
};

/** Returns the display name of a CoinJoin style. */
export function styleText({ style }: Pick<Coinjoin, 'style'>): string {
  return styles[style];
}

/** Formats a share as percent, rounded down so that it never shows false certainty. */
function percent(share: number): string {
  return `${String(Math.floor(share * 1000) / 10)}%`;
}

/** Returns the precision and recall of the detector of the style, or that they are not measured. */
export function trustText({ precision, recall }: Pick<Coinjoin, 'precision' | 'recall'>): string {
  if (precision === null) return 'precision not measured';
  return `precision ${percent(precision)}${recall === null ? '' : `, recall ${percent(recall)}`}`;
}

/** Returns evidence for a CoinJoin in the transaction. */
export function evidenceText(
  { evidence }: Pick<Coinjoin, 'evidence'>,
  { count, counted }: Pick<Formats, 'count' | 'counted'>,
): string {
  const { inputs, unknown_inputs, outputs, equal_outputs, participants } = evidence;
  const unknown = unknown_inputs > 0 ? ` (${count(unknown_inputs)} unknown)` : '';
  const people = participants === null ? '' : `, about ${counted(participants, 'participant')}`;
  return `${counted(inputs, 'input')}${unknown}, ${count(equal_outputs)} of ${counted(outputs, 'output')} with equal amounts${people}`;
}
