import type { Coverage, EthereumCoverage } from '@hopscope/contract';
import type { HeightRange } from '../../../ledger/bitcoin/ranges.ts';

function inWords(ranges: readonly HeightRange[]): string {
  const shown = ranges.slice(-5).map(({ from, to }) => (from === to ? `${from}` : `${from}–${to}`));
  const hidden = ranges.length - shown.length;
  return `${hidden > 0 ? `${hidden} earlier ranges and ` : ''}${shown.join(', ')}`;
}

/** Returns the coverage of a ledger with `ranges`. */
export function presentCoverage(ranges: readonly HeightRange[]): Coverage {
  const [first] = ranges;
  if (!first) return { kind: 'empty', ranges: [], text: 'The ledger is empty' };
  if (ranges.length === 1 && first.from === 0) {
    return { kind: 'complete', ranges: [{ ...first }], text: `Complete: genesis to block ${first.to}` };
  }
  return {
    kind: 'range',
    ranges: ranges.map((range) => ({ ...range })),
    text: `Part of the chain: blocks ${inWords(ranges)}`,
  };
}

const lackWords = {
  traces: 'internal transfers are unknown in some of them',
  openings: 'earlier balances are unknown',
} as const;

/** Returns the coverage of the Ethereum ledger, with the reasons why balances aren't exact. */
export function presentEthereumCoverage(state: {
  ranges: readonly HeightRange[];
  hasAllTraces: boolean;
  openingsKnown: boolean;
}): EthereumCoverage {
  const base = presentCoverage(state.ranges);
  if (base.kind === 'empty') return { ...base, lacks: [] };
  const lacks: EthereumCoverage['lacks'] = [];
  if (!state.hasAllTraces) lacks.push('traces');
  if (!state.openingsKnown) lacks.push('openings');
  return { ...base, lacks, text: [base.text, ...lacks.map((lack) => lackWords[lack])].join('; ') };
}
