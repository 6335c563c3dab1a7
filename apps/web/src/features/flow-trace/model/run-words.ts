import { assetKey } from '@hopscope/canvas';
import type { AutoTraceLine, FlowPathLine, FlowStop } from '@hopscope/contract';
import { descending } from '@hopscope/domain';
import { fullAmount } from './node-words.ts';
import { stopText } from './texts.ts';

type AutoEnd = Extract<AutoTraceLine, { line: 'end' }>;
type PathEnd = Extract<FlowPathLine, { line: 'end' }>;

const ends: Readonly<Record<AutoEnd['reason'], string>> = {
  done: 'Everything that was followed came to an end.',
  hops: 'It was cut short at the hops that were asked for.',
  nodes: 'It was cut short at the addresses that were asked for.',
  reads: 'It was cut short at the look-ups that were asked for.',
  rounds: 'It was cut short after many rounds.',
};

/** What an auto-trace came to, sentence by sentence; sums are exact. */
export function autoWords(
  { reason, accounts, convergence }: AutoEnd,
  nameOf: (nodeId: string) => string,
): string[] {
  const reported = accounts.flatMap(({ asset, followed, stops }) => [
    `Followed ${fullAmount(followed, asset)}.`,
    ...stops.map(
      (stop) =>
        `${stopText(stop.reason)}: ${fullAmount(stop.amount, asset)} at ${stop.count === 1 ? '1 place' : `${stop.count} places`}.`,
    ),
  ]);
  const visited = convergence.map(
    ({ node, asset, starts }) =>
      `Money of ${starts.length} starts comes together at ${nameOf(node)}: ${starts.map(({ amount }) => fullAmount(amount, asset)).join(' and ')}.`,
  );
  return [ends[reason], ...reported, ...visited];
}

/**
 * Where money came to rest, the largest first: a line for each reason, entity and asset with the exact sum. Amounts of the poison method
 * do not add up (`adds` false): each stop has its own line.
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
      const at = first.entity ? ` at ${first.entity.name}` : count > 1 ? ` at ${count} places` : '';
      return `${stopText(first.reason)}: ${fullAmount(sum, first.asset)}${at}`;
    });
}

const outcomes = {
  found: { proven: 'Found; there is no better one.', open: 'Found; a better one may have been missed.' },
  none: { proven: 'There is no path within the hops.', open: 'No path was found.' },
  none_within_bounds: {
    proven: 'No path was found within the bounds.',
    open: 'No path was found within the bounds; there may be one beyond.',
  },
} as const;

/** What a path search came to, with what was not searched. */
export function pathWords({ results, notWalked, bounds }: PathEnd): string[] {
  const { services, hubs, coinJoins, tooLarge } = notWalked;
  const left = [
    [services, 'service', 'services'],
    [hubs, 'address with very many transactions', 'addresses with very many transactions'],
    [coinJoins, 'CoinJoin', 'CoinJoins'],
    [tooLarge, 'very large transaction', 'very large transactions'],
  ] as const;
  const skipped = left
    .filter(([count]) => count > 0)
    .map(([count, one, many]) => `${count} ${count === 1 ? one : many}`);
  return [
    ...results.map(
      ({ direction, outcome, proven }) =>
        `${direction === 'forward' ? 'From A to B' : 'From B to A'}: ${outcomes[outcome][proven ? 'proven' : 'open']}`,
    ),
    ...(skipped.length > 0 ? [`Not walked through: ${skipped.join(', ')}.`] : []),
    ...bounds,
  ];
}
