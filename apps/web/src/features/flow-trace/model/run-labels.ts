import { assetKey } from '@hopscope/canvas';
import type { AutoTraceLine, FlowPath, FlowPathLine, FlowStop } from '@hopscope/contract';
import { descending, plural } from '@hopscope/domain';
import { fullAmount } from './node-labels.ts';
import { flowStopText } from '@hopscope/contract';

/** One conversion of an automatic trace. */
export type TraceHop = Extract<AutoTraceLine, { line: 'hops' }>['hops'][number];
type AutoEnd = Extract<AutoTraceLine, { line: 'end' }>;
type PathEnd = Extract<FlowPathLine, { line: 'end' }>;

const ends: Readonly<Record<AutoEnd['reason'], string>> = {
  done: 'All traced funds reached an endpoint.',
  hops: 'Stopped at the hop limit.',
  nodes: 'Stopped at the address limit.',
  reads: 'Stopped at the lookup limit.',
  rounds: 'Stopped at the round limit.',
};

/** Says why an auto-trace ended, and where funds of several starts met. Its sums are in the outcome of the document. */
export function autoWords({ reason, convergence }: AutoEnd, nameOf: (nodeId: string) => string): string[] {
  const visited = convergence.map(
    ({ node, asset, starts }) =>
      `Funds of ${starts.length} start addresses converge at ${nameOf(node)}: ${starts.map(({ amount }) => fullAmount(amount, asset)).join(' and ')}.`,
  );
  return [ends[reason], ...visited];
}

/** Maximum number of conversions that are named. */
const mostConversions = 3;

/** Describes conversions that a trace followed, in its order; empty without any. */
export function conversionWords(hops: readonly TraceHop[]): string[] {
  if (hops.length === 0) return [];
  const named = hops
    .slice(0, mostConversions)
    .map(
      ({ gave, got }) => `${fullAmount(gave.amount, gave.asset)} into ${fullAmount(got.amount, got.asset)}`,
    );
  const more = hops.length > mostConversions ? `, and ${hops.length - mostConversions} more` : '';
  return [`Followed conversions: ${named.join(', ')}${more}.`];
}

/**
 * Lists endpoints, largest first, with the exact total per reason, entity, and asset. Amounts of the poison method
 * don't add up (`adds` false), so each stop has its own line.
 */
export function stopLines(stops: readonly FlowStop[], adds: boolean): string[] {
  const groups = Map.groupBy(stops, (stop) =>
    adds ? JSON.stringify([stop.reason, stop.entity?.id ?? null, assetKey(stop.asset)]) : stop,
  );
  return [...groups.values()]
    .flatMap((group) => {
      const [first] = group;
      if (!first) return [];
      return [
        { first, count: group.length, sum: group.reduce((all, { amount }) => all + BigInt(amount), 0n) },
      ];
    })
    .toSorted((a, b) => descending(a.sum, b.sum))
    .map(({ first, count, sum }) => {
      const at = first.entity ? ` at ${first.entity.name}` : count > 1 ? ` at ${count} endpoints` : '';
      return `${flowStopText(first.reason)}: ${fullAmount(sum, first.asset)}${at}`;
    });
}

const outcomes = {
  found: { proven: 'Path found (optimal).', open: 'Path found. A better path may exist.' },
  none: { proven: 'No path exists within the hop limit.', open: 'No path found.' },
  none_within_bounds: {
    proven: 'No path found within the limits.',
    open: 'No path found within the limits. A path may exist beyond them.',
  },
} as const;

/** What can have gone along a path at most, of the asset that arrives. */
export interface PathWidth extends Pick<FlowPath, 'width' | 'widthAsset'> {
  readonly direction: 'forward' | 'backward';
}

/** Summarizes a path search and what it skipped. `widths`: of the paths that were found. */
export function pathWords({ results, notWalked, bounds }: PathEnd, widths: readonly PathWidth[]): string[] {
  const { services, hubs, coinJoins, tooLarge } = notWalked;
  const left = [
    [services, 'service', 'services'],
    [hubs, 'address with very many transactions', 'addresses with very many transactions'],
    [coinJoins, 'CoinJoin', 'CoinJoins'],
    [tooLarge, 'very large transaction', 'very large transactions'],
  ] as const;
  const skipped = left
    .filter(([count]) => count > 0)
    .map(([count, one, many]) => `${count} ${plural(count, one, many)}`);
  return [
    ...results.map(
      ({ direction, outcome, proven }) =>
        `${direction === 'forward' ? 'From A to B' : 'From B to A'}: ${outcomes[outcome][proven ? 'proven' : 'open']}`,
    ),
    ...widths.map(
      ({ direction, width, widthAsset }) =>
        `At most ${fullAmount(width, widthAsset)} can have reached ${direction === 'forward' ? 'B' : 'A'} this way.`,
    ),
    ...(skipped.length > 0 ? [`Not searched through: ${skipped.join(', ')}.`] : []),
    ...bounds,
  ];
}
