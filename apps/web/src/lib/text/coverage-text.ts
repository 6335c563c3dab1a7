import type { Formats } from '@hopscope/domain';
import type { Coverage } from '@hopscope/contract';

/** Maximum number of ranges, from the top, that are listed. */
const namedRanges = 5;

/** Describes the coverage of an answer, with block numbers in the person's format. */
export function coverageText({ kind, ranges, history }: Coverage, { count, counted }: Formats): string {
  if (kind === 'address') return historyText(history, count);
  const last = ranges.at(-1);
  if (kind === 'empty' || !last) return 'The ledger is empty';
  if (kind === 'complete') return `Complete: genesis to block ${count(last.to)}`;
  const named = ranges
    .slice(-namedRanges)
    .map(({ from, to }) => (from === to ? count(from) : `${count(from)}–${count(to)}`));
  const hidden = ranges.length - named.length;
  const single = named.length === 1 && hidden === 0 && last.from === last.to;
  const earlier = hidden > 0 ? `${counted(hidden, 'earlier range')} and ` : '';
  return `Part of the chain: ${single ? 'block' : 'blocks'} ${earlier}${named.join('; ')}`;
}

function historyText(history: Coverage['history'], count: Formats['count']): string {
  if (!history) return 'By address, reported by a network service';
  const { stored, total } = history;
  if (total === null) return `By address: ${count(stored)} entries so far, total unknown`;
  return stored === total
    ? `By address: all ${count(total)} history entries`
    : `By address: partial ${count(stored)} of ${count(total)}`;
}
