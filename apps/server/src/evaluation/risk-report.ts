import { plainNumbers } from '@hopscope/domain';
import { type MeasuredRisk, type MeasuredShare, riskGroupNames } from '@hopscope/risk';
import { table } from './table.ts';

const { count, counted } = plainNumbers;

function words({ value, right, of }: MeasuredShare): string {
  return value === null ? 'not measurable' : `${value.toFixed(4)} (${count(right)} of ${count(of)})`;
}

const number = (value: number | null): string => (value === null ? 'not measurable' : value.toFixed(4));
const status = (isReached: boolean): string => (isReached ? 'met' : 'missed');

function goals({ direct, clean, auc }: MeasuredRisk): string {
  const two = auc.find(({ hops }) => hops === 2);
  const rows = [
    [
      'Listed addresses of criminal or sanctioned entities scored *Medium* or higher',
      '1.0',
      words(direct.medium),
      status(direct.medium.value === 1),
    ],
    ['Listed addresses of criminal or sanctioned entities scored *High*', '', words(direct.high), ''],
    [
      'Clean addresses scored *Medium* or higher',
      '≤ 0.01',
      words(clean.medium),
      status((clean.medium.value ?? 1) <= 0.01),
    ],
    ['Clean addresses scored *High*', '≤ 0.01', words(clean.high), status((clean.high.value ?? 1) <= 0.01)],
    ...auc.map(({ hops, value, cases }) => [
      `ROC AUC at ${counted(hops, 'hop')} (${cases} addresses)`,
      hops === 2 ? '≥ 0.98' : '',
      number(value),
      hops === 2 ? status((value ?? 0) >= 0.98) : '',
    ]),
    [
      'ROC AUC at 2 hops with a complete directory',
      '≥ 0.98',
      number(two?.perfectDirectory ?? null),
      status((two?.perfectDirectory ?? 0) >= 0.98),
    ],
  ];
  return table(['measure', 'target', 'result', 'status'], rows);
}

/** Returns the section of `docs/concepts/evaluation.md` on scores. */
export function describeRisk(figures: MeasuredRisk): string {
  const { seeds, transactions, addresses, auc, groups, actors, reliability, rules, methods } = figures;
  const perfect = auc
    .map(({ hops, perfectDirectory }) => `${number(perfectDirectory)} at ${counted(hops, 'hop')}`)
    .join(', ');
  return `## Scores

Computed by the server's own modules on the built-in database: ${seeds.length} demo networks (seeds ${seeds.join(', ')}), ${count(transactions)} Bitcoin transactions, and ${count(addresses)} addresses scored with the default profile. The directory is imperfect: it lists 25–80% of the addresses of an illicit actor and no private addresses, and one entry in 80 is wrong. No severity, weight, or limit was tuned on these networks; the parameters of the peel chain rule and the groups below were chosen on seed 21. The figures cover Bitcoin; those of Ethereum are [below](#on-ethereum). They don't include countries or real labeled data.

The ground truth comes from the simulation: the owner of each address, and the share of its received money that comes from or goes to illicit actors without passing through a service or a CoinJoin. Shares are divided over inputs in proportion. The number of hops is that of the path with the largest share. A *clean* address has almost no such share in either direction, including shares that pass through CoinJoins. An address without a score counts as 0.

### Targets

${goals(figures)}

ROC AUC, the area under the receiver operating characteristic curve, is the probability that an address with illicit money scores higher than a clean one. It falls short of 1 mainly because the directory is incomplete: with a directory that lists every address of every actor, it is ${perfect}.

### Risk levels by actual type of address

${table(
  ['actual type', 'addresses', 'no score', 'Medium or higher', 'High', 'median score'],
  groups.map(({ group, asked, unknown, medium, high, median }) => [
    riskGroupNames[group],
    String(asked),
    String(unknown),
    String(medium),
    String(high),
    String(median),
  ]),
)}

Clean addresses with a score of 35 received money through a CoinJoin. The origin of such money can't be determined, which the default profile scores as *Low* (58 × 60%), close to addresses with little illicit money. Exposure to services that don't identify their customers is a risk by definition of the profile, not a false positive. Such addresses are listed separately from clean ones.

### By illicit actor

${table(
  [
    'actor',
    'listed addresses scored Medium or higher',
    'ROC AUC at 1 and 2 hops',
    'addresses at 1 and 2 hops',
  ],
  actors.map(({ actor, listed, auc: area, cases }) => [
    actor.replaceAll('_', ' '),
    words(listed),
    number(area),
    String(cases),
  ]),
)}

### Score and probability

The share of bad addresses by score. An address is *bad* if it belongs to an illicit actor, or if at least a tenth of its money comes from or goes to one. Sampled addresses are weighted by the size of their group. Addresses with such money only through CoinJoins are excluded. A score is not a probability: it states how severe and how close an exposure is.

${table(
  ['score', 'bad addresses'],
  reliability.map(({ from, bad }) => [`${from} to ${from === 90 ? 100 : from + 9}`, words(bad)]),
)}

### Rules of behavior

*Precision*: findings whose transactions follow the pattern of the rule. *Recall*: addresses with the pattern that the rule finds. *Bad*: addresses with a finding that are bad. Precision and the share of bad addresses are weighted by group size; counts are unweighted. A rule is not measurable if the demo network has no transactions with its pattern.

${table(
  ['rule', 'precision', 'recall', 'bad', 'clean addresses with a finding'],
  rules.map(({ id, precision, recall, bad, clean }) => [
    `\`${id}\``,
    words(precision),
    words(recall),
    words(bad),
    words(clean),
  ]),
)}

### Tracing methods

Compared with haircut, on addresses that received illicit money over 1 to 3 hops or sent it on:

${table(
  ['method', 'same risk level', 'mean difference of scores (0 to 1)'],
  methods.map(({ method, sameLevel, apart }) => [method, words(sameLevel), apart.toFixed(4)]),
)}

Computing one score took ${figures.milliseconds.p50} ms (median) and ${figures.milliseconds.p95} ms (95th percentile), one after another, on the built-in database and with other work on the same computer. This is not a benchmark.
`;
}

function plain(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(plain).join(', ')}]`;
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value).map(([name, one]) => `${name}: ${plain(one)}`);
    return `{ ${fields.join(', ')} }`;
  }
  return typeof value === 'string' ? `'${value}'` : String(value);
}

/** Returns the source of `packages/risk/src/measured-risk.ts`: the figures that the API returns. */
export function describeMeasuredRisk(figures: MeasuredRisk): string {
  const lines = Object.entries(figures).map(([name, value]) => {
    const isTable = Array.isArray(value) && typeof value[0] === 'object';
    return isTable
      ? `  ${name}: [\n${value.map((row) => `    ${plain(row)},`).join('\n')}\n  ],`
      : `  ${name}: ${plain(value)},`;
  });
  return `import type { MeasuredRisk } from './measured-risk-shape.ts';

// Written by \`npm run evaluate\`; see docs/concepts/evaluation.md for the method.

/** Quality of risk scores, measured on demo networks. */
// biome-ignore format: one row a line
export const measuredRisk: MeasuredRisk = {
${lines.join('\n')}
};
`;
}
