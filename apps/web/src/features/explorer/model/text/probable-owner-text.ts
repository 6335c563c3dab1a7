import type { OwnerLinkView } from '@hopscope/contract';

const signalTexts: Readonly<Record<OwnerLinkView['signals'][number], string>> = {
  address_reuse: 'to an address that pays',
  script_type: 'script type of the inputs',
  uneven_amount: 'amount not round',
  fresh_address: 'new address',
  optimal_change: 'smaller than every input',
  same_software: 'spent by the same kind of wallet',
  other_software: 'spent by another kind of wallet',
};

/** Returns a probability as percent with one decimal, rounded down, so that it never shows false certainty. */
export function oddsText(probability: number): string {
  return `${(Math.floor(probability * 1000) / 10).toFixed(1)}%`;
}

/** Returns why an output is probably change. */
export function signalsText(signals: OwnerLinkView['signals']): string {
  return signals.map((signal) => signalTexts[signal]).join(', ');
}
