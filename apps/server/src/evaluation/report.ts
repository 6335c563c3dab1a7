import type { WalletHabits } from '@hopscope/demo';
import { plainNumbers } from '@hopscope/domain';
import type { HeuristicQuality } from './evaluate-change.ts';
import { type ChangeOddsQuality, sureOdds } from './evaluate-change-odds.ts';
import type { ClusterQuality } from './evaluate-clusters.ts';
import type { CoinJoinQuality } from './evaluate-coinjoins.ts';
import type { DepositQuality } from './evaluate-deposits.ts';
import type { LabeledFinding } from './evaluate-labeled.ts';
import type { EmulatedFinding } from './emulated.ts';
import { describeEmulated, describeLabeled } from './labeled-report.ts';
import { intervalOf, inWords, type Ratio, sumOf, valueOf, withInterval } from './ratio.ts';
import type { RecordedFinding } from './recorded.ts';
import { table } from './table.ts';

/** Figures of one demo network. */
export interface DemoQuality {
  readonly seed: number;
  readonly transactions: number;
  readonly clusters: ClusterQuality;
  /** With change outputs of at least `sureOdds` joined, too. */
  readonly probableClusters: ClusterQuality;
  readonly coinJoins: CoinJoinQuality;
  readonly change: readonly HeuristicQuality[];
  readonly changeOdds: ChangeOddsQuality;
  readonly deposits: DepositQuality;
}

/** Figures of a demo network whose people have habits drawn at random. */
export interface HabitsQuality extends Pick<DemoQuality, 'clusters' | 'probableClusters' | 'changeOdds'> {
  readonly seed: number;
  readonly habits: WalletHabits;
}

/** Adds up a ratio over all demo networks. */
function all(demos: readonly DemoQuality[], of: (demo: DemoQuality) => Ratio | undefined): Ratio {
  return sumOf(demos.flatMap((demo) => of(demo) ?? []));
}

function clusterTable(demos: readonly DemoQuality[]): string {
  const rows: [string, (evaluated: ClusterQuality) => Ratio][] = [
    ['Pairs of addresses in the same cluster with the same owner (precision)', ({ pairs }) => pairs],
    ['Addresses owned by the main owner of their cluster (precision)', ({ members }) => members],
    [
      'Pairs of spent addresses of the same wallet in the same cluster (recall)',
      ({ pairRecall }) => pairRecall,
    ],
    ['Spent addresses in the largest cluster of their wallet (recall)', ({ memberRecall }) => memberRecall],
    ['PayJoins excluded from clustering (recall)', ({ payJoins }) => payJoins],
    ['Suspected PayJoins that are PayJoins (precision)', ({ payJoinPrecision }) => payJoinPrecision],
  ];
  return table(
    ['measure', 'clusters', 'with probable change'],
    rows.map(([name, of]) => [
      name,
      inWords(all(demos, ({ clusters }) => of(clusters))),
      inWords(all(demos, ({ probableClusters }) => of(probableClusters))),
    ]),
  );
}

const percent = (share: number): string => `${String(share * 100)}%`;

function oddsTable(demos: readonly DemoQuality[], mainnet: ChangeOddsQuality | undefined): string {
  const rows: [string, (quality: ChangeOddsQuality) => Ratio][] = [
    [
      `Outputs of at least ${percent(sureOdds)} that are the change (precision)`,
      ({ precision }) => precision,
    ],
    [`Payments whose change is found with at least ${percent(sureOdds)} (recall)`, ({ recall }) => recall],
    [
      'Of the surest half of all payments, those whose likeliest output is the change',
      ({ surestHalf }) => surestHalf,
    ],
  ];
  const error = (of: readonly ChangeOddsQuality[]): string =>
    of.length === 0
      ? 'not measured'
      : Math.max(...of.map(({ calibrationError }) => calibrationError)).toFixed(4);
  return table(
    ['measure', 'all demo networks', 'mainnet'],
    [
      ...rows.map(([name, of]) => [
        name,
        inWords(all(demos, ({ changeOdds }) => of(changeOdds))),
        mainnet ? withInterval(of(mainnet)) : 'not measured',
      ]),
      [
        'Mean difference between probability and truth, in ten bins (largest of the networks)',
        error(demos.map(({ changeOdds }) => changeOdds)),
        error(mainnet ? [mainnet] : []),
      ],
    ],
  );
}

function styleTable(demos: readonly DemoQuality[]): string {
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

function changeTable(demos: readonly DemoQuality[]): string {
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
    ['data', 'transactions', 'CoinJoins', 'undecided', 'suspected PayJoins'],
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

function habitsTable(networks: readonly HabitsQuality[]): string {
  return table(
    [
      'seed: habits',
      'pairs with one owner: clusters, with probable change',
      'addresses in the largest cluster of their wallet: clusters, with probable change',
      'change of at least 99%: precision, recall',
      'calibration error',
    ],
    networks.map(({ seed, habits, clusters, probableClusters, changeOdds }) => [
      `${seed}: ${[...new Set(habits.styles)].join(', ')}; ${plainNumbers.counted(new Set(habits.orders).size, 'order')} of outputs; of 1,000, ${habits.sameAddress} wallets reuse the change address, ${habits.reusers} people are paid at old addresses, ${plainNumbers.count(habits.round)} payments are round`,
      `${inWords(clusters.pairs)}, ${inWords(probableClusters.pairs)}`,
      `${inWords(clusters.memberRecall)}, ${inWords(probableClusters.memberRecall)}`,
      `${inWords(changeOdds.precision)}, ${inWords(changeOdds.recall)}`,
      changeOdds.calibrationError.toFixed(4),
    ]),
  );
}

/** Returns the text of `docs/concepts/evaluation.md`. */
export function describeEvaluation(
  demos: readonly DemoQuality[],
  {
    habits,
    recorded,
    labeled,
    emulated,
    change,
  }: {
    habits: readonly HabitsQuality[];
    recorded: readonly RecordedFinding[];
    labeled: readonly LabeledFinding[];
    emulated: readonly EmulatedFinding[];
    change: ChangeOddsQuality | undefined;
  },
  risk: string,
): string {
  const transactions = demos.reduce((sum, demo) => sum + demo.transactions, 0);
  const largest = Math.max(...demos.map(({ clusters }) => clusters.largest));
  const addresses = demos.reduce((sum, { clusters }) => sum + clusters.addresses, 0);
  const clusters = demos.reduce((sum, demo) => sum + demo.clusters.clusters, 0);
  return `# Measured quality

Written by \`npm run evaluate\`; do not edit. The rules are in [Clusters and CoinJoins](clusters.md) and [Risk](risk.md).

## On the demo network

${demos.length} demo networks of one year each (seeds ${demos.map(({ seed }) => seed).join(', ')}), with ${plainNumbers.count(transactions)} Bitcoin transactions in total. Detectors see only the transactions; their results are compared with the owners and transaction types that the simulation records. The same people wrote the simulation and the detectors, and simulated wallets are more regular than real ones, so read these figures as an upper bound. A figure of exactly 1 means no error in the given number of cases.

### Clusters

${plainNumbers.count(addresses)} addresses in ${plainNumbers.count(clusters)} clusters; the largest has ${plainNumbers.count(largest)} addresses. Recall is low because most wallets never spend all their coins at once, and services spend their oldest coins in batches. No rule based on inputs alone can raise it. The last column joins the change output, too, where its odds are at least ${percent(sureOdds)}, as [Probable owner](clusters.md#probable-owner) does.

${clusterTable(demos)}

The PayJoins of the demo network pay round amounts, or come from wallets with different script types. A PayJoin without either feature can't be distinguished from a payment, and would merge the clusters of two owners.

### CoinJoins

${styleTable(demos)}

Consolidations and batch payouts mistaken for CoinJoins: ${inWords(all(demos, ({ coinJoins }) => coinJoins.confused))}. The demo network has no Wasabi 1 or 2 rounds with their specific scripts and amounts; both styles are checked on recorded transactions below. Makers and takers in the demo network spend up to six coins each, newest first, while those of JoinMarket spend few. With that many coins, amounts don't always identify the makers. Such a round is detected by its equal outputs if it has at least five participants. With fewer, it is undecided and excluded from clustering: ${inWords(all(demos, ({ coinJoins }) => coinJoins.undecided))} of all rounds.

### Change

Each heuristic on its own, on payments other than CoinJoins and PayJoins. Recall is measured on payments with exactly one change output. Clusters and inherited attributions use none of these heuristics.

${changeTable(demos)}

All signals together give each output its odds. The weights come from other demo networks, and from payments of mainnet that send the change back to an input's address (with that signal hidden). They are measured on payments that were not used for that: on mainnet, ${
    change ? plainNumbers.count(change.payments) : 'no'
  } payments of blocks 560,062 to 560,073 whose change goes to an address that the same blocks later show to be the payer's, by co-spending. That is a small sample of two hours, of owners who spend soon, so it says little about errors below one in a hundred. The change is always spent in these cases, so what spends it is known more often than for new payments. In the demo network nearly every payment has change, so the odds of *no change* are hardly measured.

${oddsTable(demos, change)}

### Other habits

Networks like those above, but with script types, orders of outputs, reuse of addresses, and roundness of amounts drawn at random for each. The weights were not fitted to them.

${habitsTable(habits)}

### Deposit addresses

Suggested from an imperfect directory: some hot wallets are missing, and one entry in 80 is wrong.

${table(
  ['measure', 'all demo networks'],
  [
    [
      'Suggestions that name the right owner (precision)',
      inWords(all(demos, ({ deposits }) => deposits.precision)),
    ],
    [
      'Suggestions with the highest confidence that name the right owner (precision)',
      inWords(all(demos, ({ deposits }) => deposits.surest)),
    ],
    [
      'Unlisted deposit addresses of these entities that are suggested (recall)',
      inWords(all(demos, ({ deposits }) => deposits.recall)),
    ],
  ],
)}

${risk}
## On mainnet

${
  recorded.length === 0
    ? 'Not measured in this run. To measure on recorded data, pass `--recorded <folder>`.'
    : `Recorded blocks and transactions. Their owners are largely unknown, so this section lists findings without precision and recall.

${recordedTable(recorded)}

*Undecided*: the verdict depends on inputs outside the data, or amounts are inconclusive. The application shows such transactions as not assessed and excludes them from clustering. Most inputs of isolated blocks are outside the data, so few transactions there can be suspected PayJoins.

${foundList(recorded)}`
}
${describeLabeled(labeled)}${describeEmulated(emulated)}`;
}

/** Returns the source of `packages/risk/src/measured.ts`: the figures that the API sends with labels. */
export function describeMeasured(
  demos: readonly DemoQuality[],
  {
    labeled,
    emulated,
    change: mainnet,
  }: {
    labeled: readonly LabeledFinding[];
    emulated: readonly EmulatedFinding[];
    change: ChangeOddsQuality | undefined;
  },
): string {
  const onMainnet = [
    ...labeled.map(({ name, style, found }) => ({
      name: `${name}${style === null ? ': not taken for a CoinJoin' : ': recognized as a CoinJoin'}`,
      ratio: found,
    })),
    ...emulated.map(({ name, recall }) => ({
      name: `${name} on a private network: recognized as a CoinJoin`,
      ratio: recall,
    })),
    ...(mainnet
      ? [
          {
            name: `Change with odds of at least ${percent(sureOdds)}, January 2019: right`,
            ratio: mainnet.precision,
          },
        ]
      : []),
  ].flatMap(({ name, ratio }) => {
    const interval = intervalOf(ratio);
    return interval
      ? [
          `  { name: '${name.replace(': no CoinJoins:', ':')}', right: ${ratio.right}, of: ${ratio.of}, from: ${interval.from.toFixed(4)}, to: ${interval.to.toFixed(4)} },`,
        ]
      : [];
  });
  const figures = (of: (demo: DemoQuality) => { precision: Ratio; recall: Ratio } | undefined): string => {
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

// Written by \`npm run evaluate\`; see docs/concepts/evaluation.md for the method.

/** Precision and recall of a detector, 0 to 1; null without cases to measure. */
export interface MeasuredFigures {
  readonly precision: number | null;
  readonly recall: number | null;
}

/** How often an output that is named the change is it: \`right\` of \`of\` outputs; null: not measured. */
export interface MeasuredChangeOdds {
  readonly sure: number;
  readonly demo: MeasuredFigures;
  readonly mainnet: (MeasuredFigures & { readonly right: number; readonly of: number }) | null;
}

/** Cases whose truth is known: \`right\` of \`of\`, with the 95% interval of the share (Wilson). */
export interface MeasuredRatio {
  readonly name: string;
  readonly right: number;
  readonly of: number;
  readonly from: number;
  readonly to: number;
}

/** On real transactions; empty where it was not measured. */
// biome-ignore format: one row a line
export const measuredOnMainnet: readonly MeasuredRatio[] = [
${onMainnet.join('\n')}
];

/** CoinJoin detection by style, measured on the demo network. */
export const measuredCoinJoins: Readonly<Record<CoinJoinStyle, MeasuredFigures>> = {
${styleLines.join('\n')}
};

/** Change heuristics, measured on the demo network. */
export const measuredChange: Readonly<Record<ChangeHeuristic, MeasuredFigures>> = {
${changeLines.join('\n')}
};

/** Change outputs with odds of at least \`sure\`, measured on the demo network and on recorded blocks of mainnet. */
export const measuredChangeOdds: MeasuredChangeOdds = {
  sure: ${sureOdds},
  demo: ${figures(({ changeOdds }) => changeOdds)},
  mainnet: ${
    mainnet
      ? `{ precision: ${valueOf(mainnet.precision)}, recall: ${valueOf(mainnet.recall)}, right: ${mainnet.precision.right}, of: ${mainnet.precision.of} }`
      : 'null'
  },
};

/** Suggested deposit addresses, measured on the demo network. */
export const measuredDeposits: MeasuredFigures = ${figures(({ deposits }) => deposits)};
`;
}
