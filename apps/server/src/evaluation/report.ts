import { plainNumbers } from '@hopscope/domain';
import type { JudgedHeuristic } from './evaluate-change.ts';
import type { JudgedClusters } from './evaluate-clusters.ts';
import type { JudgedCoinJoins } from './evaluate-coinjoins.ts';
import type { JudgedDeposits } from './evaluate-deposits.ts';
import { inWords, type Ratio, sumOf, valueOf } from './ratio.ts';
import type { RecordedFinding } from './recorded.ts';
import { table } from './table.ts';

/** What was judged of one demo. */
export interface JudgedDemo {
  readonly seed: number;
  readonly transactions: number;
  readonly clusters: JudgedClusters;
  readonly coinJoins: JudgedCoinJoins;
  readonly change: readonly JudgedHeuristic[];
  readonly deposits: JudgedDeposits;
}

/** A ratio of all demos together. */
function all(demos: readonly JudgedDemo[], of: (demo: JudgedDemo) => Ratio | undefined): Ratio {
  return sumOf(demos.flatMap((demo) => of(demo) ?? []));
}

function clusterTable(demos: readonly JudgedDemo[]): string {
  const rows: [string, (judged: JudgedClusters) => Ratio][] = [
    ['Pairs of addresses in one cluster that have one owner (precision)', ({ pairs }) => pairs],
    ['Addresses that belong to the owner of most of their cluster (precision)', ({ members }) => members],
    [
      'Pairs of spent addresses of one wallet that are in one cluster (recall)',
      ({ pairRecall }) => pairRecall,
    ],
    [
      'Spent addresses that are in the largest cluster of their wallet (recall)',
      ({ memberRecall }) => memberRecall,
    ],
    ['PayJoins through which nothing was joined', ({ payJoins }) => payJoins],
    ['What looked like a PayJoin and is one', ({ payJoinPrecision }) => payJoinPrecision],
  ];
  return table(
    ['figure', 'all demos together'],
    rows.map(([name, of]) => [name, inWords(all(demos, ({ clusters }) => of(clusters)))]),
  );
}

function styleTable(demos: readonly JudgedDemo[]): string {
  const names = demos[0]?.coinJoins.styles.map(({ style }) => style) ?? [];
  const of = (style: string, what: 'precision' | 'recall'): string =>
    inWords(all(demos, ({ coinJoins }) => coinJoins.styles.find((one) => one.style === style)?.[what]));
  return table(
    ['style', 'precision', 'recall'],
    [
      ...names.map((style) => [`\`${style}\``, of(style, 'precision'), of(style, 'recall')]),
      [
        'any',
        inWords(all(demos, ({ coinJoins }) => coinJoins.precision)),
        inWords(all(demos, ({ coinJoins }) => coinJoins.recall)),
      ],
    ],
  );
}

function changeTable(demos: readonly JudgedDemo[]): string {
  const names = demos[0]?.change.map(({ heuristic }) => heuristic) ?? [];
  const of = (heuristic: string, what: 'precision' | 'recall'): string =>
    inWords(all(demos, ({ change }) => change.find((one) => one.heuristic === heuristic)?.[what]));
  return table(
    ['heuristic', 'precision', 'recall'],
    names.map((name) => [`\`${name}\``, of(name, 'precision'), of(name, 'recall')]),
  );
}

function recordedTable(recorded: readonly RecordedFinding[]): string {
  return table(
    ['piece', 'transactions', 'found', 'undecided', 'looks like a PayJoin'],
    recorded.map(({ name, transactions, coinJoins, undecided, payJoins, several }) => {
      const counts = new Map<string, number>();
      for (const { style } of coinJoins) counts.set(style, (counts.get(style) ?? 0) + 1);
      const found = [...counts].map(([style, count]) => `${count} \`${style}\``).join(', ');
      return [name, String(transactions), found || 'none', String(undecided), `${payJoins} of ${several}`];
    }),
  );
}

function foundList(recorded: readonly RecordedFinding[]): string {
  return recorded
    .flatMap(({ coinJoins }) => coinJoins)
    .map(
      ({ txid, style, equal, denomination }) =>
        `- \`${txid}\`: ${style}, ${equal} outputs of ${denomination} satoshis`,
    )
    .join('\n');
}

/** `docs/concepts/evaluation.md`. */
export function describeEvaluation(
  demos: readonly JudgedDemo[],
  recorded: readonly RecordedFinding[],
  risk: string,
): string {
  const transactions = demos.reduce((sum, demo) => sum + demo.transactions, 0);
  const largest = Math.max(...demos.map(({ clusters }) => clusters.largest));
  const addresses = demos.reduce((sum, { clusters }) => sum + clusters.addresses, 0);
  const clusters = demos.reduce((sum, demo) => sum + demo.clusters.clusters, 0);
  return `# Measured quality

Written by \`npm run evaluate\`; do not edit. The rules are in [clusters.md](clusters.md) and [risk.md](risk.md).

## On the demo network

${demos.length} demos of a year (seeds ${demos.map(({ seed }) => seed).join(', ')}), ${plainNumbers.count(transactions)} Bitcoin transactions together. The truth is told by the simulation; detectors see the transactions only. A demo is made by the same people as the detectors: its wallets are tidier than the world's, and figures there are an upper bound. Where a figure is exactly 1, it says: no error in this many cases.

### Clusters

${plainNumbers.count(addresses)} addresses in ${plainNumbers.count(clusters)} clusters, the largest of ${plainNumbers.count(largest)}. Most wallets never spend all they have at once, and services spend their oldest coins in batches: that is why recall is low, and no rule about inputs alone can raise it.

${clusterTable(demos)}

The demo's PayJoins pay round amounts or come from wallets with different scripts. One that does neither cannot be told from a payment, and would join two owners.

### CoinJoins

${styleTable(demos)}

Consolidations and batch payouts taken for CoinJoins: ${inWords(all(demos, ({ coinJoins }) => coinJoins.confused))}. The demo has no rounds of Wasabi 1 and 2 with their own scripts and amounts: those two are looked at on recorded transactions below. Its makers and takers bring up to six coins each, newest first, where JoinMarket's bring few: of so many coins amounts do not always show the makers. With five participants or more such a round is found by its equal outputs; with fewer it is undecided, and nothing is joined through it: ${inWords(all(demos, ({ coinJoins }) => coinJoins.undecided))} of all rounds.

### Change

Of payments that are no CoinJoin and no PayJoin; each heuristic by itself. Recall counts payments with exactly one change output. None is used for clusters or inheritance.

${changeTable(demos)}

### Deposit addresses

Suggested from the entries of an imperfect directory (some hot wallets unknown, one entry in eighty wrong).

${table(
  ['figure', 'all demos together'],
  [
    [
      'Suggestions that name the owner (precision)',
      inWords(all(demos, ({ deposits }) => deposits.precision)),
    ],
    ['The same with the highest confidence', inWords(all(demos, ({ deposits }) => deposits.surest))],
    [
      'Swept addresses of these entities that nobody listed, suggested (recall)',
      inWords(all(demos, ({ deposits }) => deposits.recall)),
    ],
  ],
)}

${risk}
## On mainnet

${
  recorded.length === 0
    ? 'Not looked at in this run (`--recorded <folder>`).'
    : `Recorded blocks and transactions. Nobody knows the truth of all of them; what was found is listed.

${recordedTable(recorded)}

\`undecided\`: inputs that the piece does not hold would decide, or amounts do not tell; such transactions are shown as not assessed, and nothing is joined through them. In blocks by themselves most inputs are not held, so little can look like a PayJoin there.

${foundList(recorded)}`
}
`;
}

/** `packages/risk/src/measured.ts`: what the server serves beside labels. */
export function describeMeasured(demos: readonly JudgedDemo[]): string {
  const figures = (of: (demo: JudgedDemo) => { precision: Ratio; recall: Ratio } | undefined): string => {
    const [precision, recall] = [
      all(demos, (demo) => of(demo)?.precision),
      all(demos, (demo) => of(demo)?.recall),
    ];
    return `{ precision: ${valueOf(precision)}, recall: ${valueOf(recall)} }`;
  };
  const styles = demos[0]?.coinJoins.styles.map(({ style }) => style) ?? [];
  const heuristics = demos[0]?.change.map(({ heuristic }) => heuristic) ?? [];
  const styleLines = styles.map(
    (style) =>
      `  ${style}: ${figures(({ coinJoins }) => coinJoins.styles.find((one) => one.style === style))},`,
  );
  const changeLines = heuristics.map(
    (name) => `  ${name}: ${figures(({ change }) => change.find(({ heuristic }) => heuristic === name))},`,
  );
  return `import type { ChangeHeuristic } from './change/find-change.ts';
import type { CoinJoinStyle } from './coinjoin/verdict.ts';

// Written by \`npm run evaluate\`; where the figures come from stands in docs/concepts/evaluation.md.

/** How often a detector is right where it speaks, and how many it finds of all; null where nothing was there to measure. */
export interface MeasuredFigures {
  readonly precision: number | null;
  readonly recall: number | null;
}

/** Of the detectors of CoinJoins, on the demo network. */
export const measuredCoinJoins: Readonly<Record<CoinJoinStyle, MeasuredFigures>> = {
${styleLines.join('\n')}
};

/** Of the heuristics of change, on the demo network. */
export const measuredChange: Readonly<Record<ChangeHeuristic, MeasuredFigures>> = {
${changeLines.join('\n')}
};

/** Of suggested deposit addresses, on the demo network. */
export const measuredDeposits: MeasuredFigures = ${figures(({ deposits }) => deposits)};
`;
}
