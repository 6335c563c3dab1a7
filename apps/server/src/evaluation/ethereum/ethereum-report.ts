import { type MixerHeuristic, mixerHeuristics, plainNumbers } from '@hopscope/domain';
import type { MeasuredRisk, MeasuredShare } from '@hopscope/risk';
import type { ConversionQuality } from './evaluate-conversions.ts';
import type { BridgedQuality } from './evaluate-bridged.ts';
import type { CrossingQuality } from './evaluate-crossings.ts';
import type { MixerLinkQuality } from './evaluate-mixer-links.ts';
import type { RecordedConversions } from './recorded-conversions.ts';
import { intervalOf, type Ratio, sumOf, withInterval } from '../ratio.ts';
import { table } from '../table.ts';

/** Figures of the Ethereum side of the demo networks. */
export interface EthereumQuality {
  readonly risk: MeasuredRisk;
  readonly conversions: readonly ConversionQuality[];
  readonly crossings: readonly CrossingQuality[];
  readonly mixers: readonly MixerLinkQuality[];
  readonly bridged: readonly BridgedQuality[];
  /** Undefined: not compared. */
  readonly recorded: RecordedConversions | undefined;
}

const linkNames: Readonly<Record<MixerHeuristic, string>> = {
  same_account: 'to the recipient itself',
  linked_account: 'to accounts that the recipient paid or was paid by',
  same_counts: 'by equal counts',
  same_gas_price: 'by an unusual gas price',
  note_chain: 'along a chain of notes',
  same_relayer: 'by the relayer and who was paid then',
};

const linksBy = ({ mixers }: EthereumQuality, heuristic: MixerHeuristic): Ratio =>
  sumOf(mixers.map(({ precision }) => precision[heuristic]));

const opposite = ({ right, of }: MeasuredShare): Ratio => ({ right: of - right, of });

function rowsOf(quality: EthereumQuality): { name: string; ratio: Ratio }[] {
  const { risk, conversions, crossings, mixers, bridged, recorded } = quality;
  return [
    { name: 'Attributed addresses linked to crime or sanctions: High', ratio: risk.direct.high },
    { name: 'Clean addresses: below Medium', ratio: opposite(risk.clean.medium) },
    {
      name: 'Swaps, loans, user operations, settled orders, and additions of liquidity: found with their account and amounts',
      ratio: sumOf(conversions.map(({ recall }) => recall)),
    },
    {
      name: 'Transactions with a conversion: they convert',
      ratio: sumOf(conversions.map(({ precision }) => precision)),
    },
    {
      name: 'Transfers over the bridge from Bitcoin: found as an exact crossing',
      ratio: sumOf(crossings.map(({ recall }) => recall)),
    },
    {
      name: 'Exact crossings: they connect the two transactions of one transfer',
      ratio: sumOf(crossings.map(({ precision }) => precision)),
    },
    {
      name: 'Accounts that the bridge paid for bitcoin of illicit actors, unknown to the directory: crime is found in what they received',
      ratio: sumOf(bridged.map(({ illicit }) => illicit)),
    },
    {
      name: 'Accounts that the bridge paid for clean bitcoin: no crime is',
      ratio: sumOf(bridged.map(({ clean }) => clean)),
    },
    ...(recorded
      ? [
          {
            name: 'Recorded on mainnet, exchanges and aggregators: conversions as read by hand',
            ratio: recorded.exchange,
          },
          {
            name: 'Recorded on mainnet, others with several assets: conversions as read by hand',
            ratio: recorded.other,
          },
        ]
      : []),
    ...mixerHeuristics.map((heuristic) => ({
      name: `Mixer links ${linkNames[heuristic]}: they name who made the deposit`,
      ratio: linksBy(quality, heuristic),
    })),
    {
      name: 'Withdrawals from the mixer: with a link that names who made the deposit',
      ratio: sumOf(mixers.map(({ recall }) => recall)),
    },
  ];
}

/** Returns the figures that a later run is compared with. */
export function ethereumFigures(quality: EthereumQuality): Record<string, Ratio> {
  const figures = rowsOf(quality).map(({ name, ratio: { right, of } }) => [
    `Ethereum: ${name}`,
    { right, of },
  ]);
  return Object.fromEntries(figures);
}

const area = (value: number | null): string => (value === null ? 'not measurable' : value.toFixed(4));

function describeRecorded({ recorded }: EthereumQuality): string {
  if (!recorded) return '';
  return `

The recorded transactions are the ${recorded.exchange.of + recorded.other.of} with several assets among those of mainnet that the tests of rotki have recorded with all transfers, also of ether within contracts (github.com/rotki/test-caching at eb86a80, folder \`cassettes/unit/decoders\`): Uniswap 2 to 4, Curve, Balancer, 1inch, 0x, ParaSwap, CoW Protocol, Odos, KyberSwap, Pendle, Aave, Compound, Lido, Sky, Yearn, Safe, ERC-4337, and others. The transfers of each were read, and what the rules had found was confirmed or corrected by hand (\`recorded-verdicts.json\`); accounts and amounts must be equal. The rules were improved on these transactions, so this isn't a blind test. Wrong are mostly rewards that were paid with a deposit or a repayment, and swaps by contracts on behalf of someone on another chain.`;
}

/** Returns the section of `docs/concepts/evaluation.md` on Ethereum. */
export function describeEthereum(quality: EthereumQuality): string {
  const { seeds, transactions, addresses, auc, groups, actors } = quality.risk;
  const [one, ...further] = auc;
  const mixed = actors.find(({ actor }) => actor === 'mixer')?.cases ?? 0;
  const none = further.every(({ cases }) => cases === 0)
    ? ' In these networks, nobody passes such funds on, so two and three hops are not measurable.'
    : '';
  const withScore = groups.find(({ group }) => group === 'clean');
  return `
### On Ethereum

The Ethereum side of ${seeds.length} demo networks (seeds ${seeds.join(', ')}), ${plainNumbers.count(transactions)} transactions; ${plainNumbers.count(addresses)} accounts scored, with ether or a token, as above. The ground truth follows ether and tokens through accounts in proportion, and through conversions of people: what they received has the origin of what they gave. With 95% intervals (Wilson).

${table(
  ['measure', 'all demo networks'],
  rowsOf(quality).map(({ name, ratio }) => [name, withInterval(ratio)]),
)}

An account that received illicit funds directly (${plainNumbers.counted(one?.cases ?? 0, 'account')}; the funds of ${mixed} accounts, at any distance, come mostly from the mixer) scores higher than a clean one with a probability of ${area(one?.value ?? null)} (ROC AUC), and with a complete directory of ${area(one?.perfectDirectory ?? null)}.${none} Of the ${withScore?.asked ?? 0} clean accounts, ${withScore?.unknown ?? 0} have no score, because too little of their funds has a known end; an account without a score counts as 0. Other contracts than pools are not measured, and scores don't follow mixer links.${describeRecorded(quality)}
`;
}

/** Returns the source of `packages/risk/src/measured-ethereum.ts`: the figures that the API returns. */
export function describeMeasuredEthereum(quality: EthereumQuality): string {
  const { seeds, transactions, addresses, auc } = quality.risk;
  const [one] = auc;
  const rows = rowsOf(quality).flatMap(({ name, ratio }) => {
    const interval = intervalOf(ratio);
    return interval
      ? `    { name: '${name}', right: ${ratio.right}, of: ${ratio.of}, from: ${interval.from.toFixed(4)}, to: ${interval.to.toFixed(4)} },`
      : [];
  });
  return `import type { MeasuredRatio } from './measured.ts';
import type { MixerHeuristic } from '@hopscope/domain';

// Written by \`npm run evaluate\`; see docs/concepts/evaluation.md for the method.

/** Scores and conversions on the Ethereum side of demo networks. \`auc\`: of accounts that received illicit funds directly. */
// biome-ignore format: one row a line
export const measuredEthereum: {
  readonly seeds: number;
  readonly transactions: number;
  readonly addresses: number;
  readonly auc: { readonly cases: number; readonly value: number | null; readonly perfectDirectory: number | null };
  readonly rows: readonly MeasuredRatio[];
} = {
  seeds: ${seeds.length},
  transactions: ${transactions},
  addresses: ${addresses},
  auc: { cases: ${one?.cases ?? 0}, value: ${one?.value ?? null}, perfectDirectory: ${one?.perfectDirectory ?? null} },
  rows: [
${rows.join('\n')}
  ],
};

/** How many of the links that each heuristic made for withdrawals from the mixer named who made the deposit. */
// biome-ignore format: one row a line
export const measuredMixerLinks: Readonly<Record<MixerHeuristic, { readonly right: number; readonly of: number }>> = {
${mixerHeuristics.map((each) => `  ${each}: { right: ${linksBy(quality, each).right}, of: ${linksBy(quality, each).of} },`).join('\n')}
};
`;
}
