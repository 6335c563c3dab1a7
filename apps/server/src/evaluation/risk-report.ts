import { plainNumbers } from '@hopscope/domain';
import { type MeasuredRisk, type MeasuredShare, riskGroupNames } from '@hopscope/risk';
import { table } from './table.ts';

const { count, counted } = plainNumbers;

function words({ value, right, of }: MeasuredShare): string {
  return value === null ? 'not measurable' : `${value.toFixed(4)} (${count(right)} of ${count(of)})`;
}

const number = (value: number | null): string => (value === null ? 'not measurable' : value.toFixed(4));
const reached = (is: boolean): string => (is ? 'reached' : 'missed');

function goals({ direct, clean, auc }: MeasuredRisk): string {
  const two = auc.find(({ hops }) => hops === 2);
  const rows = [
    [
      'Addresses of crime and sanctions that the directory names: at least *Medium*',
      '1.0',
      words(direct.medium),
      reached(direct.medium.value === 1),
    ],
    ['The same: *High*', '', words(direct.high), ''],
    [
      'Clean addresses: at least *Medium*',
      '≤ 0.01',
      words(clean.medium),
      reached((clean.medium.value ?? 1) <= 0.01),
    ],
    ['The same: *High*', '≤ 0.01', words(clean.high), reached((clean.high.value ?? 1) <= 0.01)],
    ...auc.map(({ hops, value, cases }) => [
      `Area under the ROC curve at ${counted(hops, 'hop')} (${cases} addresses)`,
      hops === 2 ? '≥ 0.98' : '',
      number(value),
      hops === 2 ? reached((value ?? 0) >= 0.98) : '',
    ]),
    [
      'At two hops with a directory that names every actor’s addresses',
      '≥ 0.98',
      number(two?.perfectDirectory ?? null),
      reached((two?.perfectDirectory ?? 0) >= 0.98),
    ],
  ];
  return table(['figure', 'reach', 'measured', ''], rows);
}

/** The section of `docs/concepts/evaluation.md` about scores. */
export function describeRisk(figures: MeasuredRisk): string {
  const { seeds, transactions, addresses, auc, groups, actors, reliability, rules, methods } = figures;
  const perfect = auc
    .map(({ hops, perfectDirectory }) => `${number(perfectDirectory)} at ${hops}`)
    .join(', ');
  return `## Scores

By the server's own modules over a built-in database: ${seeds.length} demos (seeds ${seeds.join(', ')}), ${count(transactions)} Bitcoin transactions, ${count(addresses)} addresses scored by the default profile. The directory is the demo's imperfect one: it names 25 to 80 of 100 addresses of an illicit actor, nobody's private ones, and is wrong in one entry of eighty. No severity, weight or limit was changed for these demos: the numbers of the rule about peel chains, and these groups, were chosen on seed 21. Of Bitcoin only: Ethereum, tokens and countries are not in these figures, and neither is real labeled data.

What is true comes from the simulation: who owns an address, and, divided over inputs in proportion, what part of the money it received comes from illicit actors (or goes on to them) with no service and no CoinJoin between, over so many changes of address on the way of the largest part. *Clean* is asked of both directions, and of the shares that the simulation hands through CoinJoins as well. No number counts as 0.

### Reached and missed

${goals(figures)}

The area under the ROC curve is how often an address with illicit money scores above a clean one. What is missing to 1 is for the most part what nobody told the directory: with one that names every address of every actor it is ${perfect} hops.

### What an address truly is, and its level

${table(
  ['address', 'scored', 'without a number', 'Medium', 'High', 'median'],
  groups.map(({ group, asked, unknown, medium, high, median }) => [
    riskGroupNames[group],
    String(asked),
    String(unknown),
    String(medium),
    String(high),
    String(median),
  ]),
)}

*Medium* counts *High* too. A clean address with 35 has been through a CoinJoin: whose coins those were cannot be told, which is *Low* (58 × 60 %) and keeps such addresses close to those with little illicit money. Dealings with services that ask for no names are risky by the profile's own judgement: that is no false alarm, and it is shown beside the clean ones, not among them.

### By illicit actor

${table(
  ['actor', 'named addresses: at least Medium', 'area at one and two hops', 'addresses there'],
  actors.map(({ actor, listed, auc: area, cases }) => [
    actor.replaceAll('_', ' '),
    words(listed),
    number(area),
    String(cases),
  ]),
)}

### Is the score a probability?

Of all addresses with such a score (each of those asked counts as often as its group is large), how many are bad: of an illicit actor, or at least a tenth from one or to one. It is none: a score says how grave and how near, not how likely. Addresses with such money through CoinJoins only are left out.

${table(
  ['score', 'bad'],
  reliability.map(({ from, bad }) => [`${from} to ${from === 90 ? 100 : from + 9}`, words(bad)]),
)}

### Rules of behavior

*Right*: the transactions are what the rule looks for. *Bad*: the address is bad. Both weighed as above; counts are of those asked. Where the demo has no such story, nothing can be measured.

${table(
  ['rule', 'right where it speaks', 'found of all', 'bad where it speaks', 'clean addresses with it'],
  rules.map(({ id, precision, recall, bad, clean }) => [
    `\`${id}\``,
    words(precision),
    words(recall),
    words(bad),
    words(clean),
  ]),
)}

### The four methods

On addresses with illicit money over one to three hops or that send it on, beside haircut:

${table(
  ['method', 'same level', 'scores apart on average (of 1)'],
  methods.map(({ method, sameLevel, apart }) => [method, words(sameLevel), apart.toFixed(4)]),
)}

One score took ${figures.milliseconds.p50} ms (median) and ${figures.milliseconds.p95} ms (95 of 100) where this was measured, one after the other in the built-in database beside other work; that is no benchmark.
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

/** `packages/risk/src/measured-risk.ts`: what the server serves of it. */
export function describeMeasuredRisk(figures: MeasuredRisk): string {
  const lines = Object.entries(figures).map(([name, value]) => {
    const isTable = Array.isArray(value) && typeof value[0] === 'object';
    return isTable
      ? `  ${name}: [\n${value.map((row) => `    ${plain(row)},`).join('\n')}\n  ],`
      : `  ${name}: ${plain(value)},`;
  });
  return `import type { MeasuredRisk } from './measured-risk-shape.ts';

// Written by \`npm run evaluate\`; what the figures are stands in docs/concepts/evaluation.md.

/** What scores are worth, on demo networks. */
// biome-ignore format: one row a line
export const measuredRisk: MeasuredRisk = {
${lines.join('\n')}
};
`;
}
