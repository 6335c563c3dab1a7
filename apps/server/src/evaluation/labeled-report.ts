import { plainNumbers } from '@hopscope/domain';
import type { EmulatedFinding } from './emulated.ts';
import type { LabeledFinding } from './evaluate-labeled.ts';
import { sumOf, withInterval } from './ratio.ts';
import { table } from './table.ts';

/** Returns the section about published lists; empty without any. */
export function describeLabeled(findings: readonly LabeledFinding[]): string {
  if (findings.length === 0) return '';
  const coinJoins = findings.filter(({ style }) => style !== null);
  const others = findings.filter(({ style }) => style === null);
  const removed = sumOf(findings.map((finding) => finding.removed));
  const together: LabeledFinding = {
    name: 'All CoinJoins',
    style: null,
    found: sumOf(coinJoins.map(({ found }) => found)),
    rightStyle: sumOf(coinJoins.map(({ rightStyle }) => rightStyle)),
    removed,
  };
  return `
### Published lists of CoinJoins

Lists of researchers (github.com/crocs-muni/coinjoin-analysis, \`tests/fixtures/dumplings__*.zip\`), which the detectors were not fitted to; with 95% intervals (Wilson). The ${plainNumbers.count(removed.of)} transactions that the authors removed from their lists by hand (\`data/*/false_cjtxs*.json\`) are not counted; the detectors recognize ${plainNumbers.count(removed.right)} of them as CoinJoins. Their list of JoinMarket candidates is no truth, so it isn't used. Wasabi 1 rounds of 2018 have amounts other than about 0.1 BTC; most of those are named \`equal_output\`.

${table(
  ['list', 'recognized as a CoinJoin', 'with the right style'],
  [
    ...[...coinJoins, together].map(({ name, found, rightStyle }) => [
      name,
      withInterval(found),
      withInterval(rightStyle),
    ]),
    ...others.map(({ name, found }) => [name, `not: ${withInterval(found)}`, '']),
  ],
)}
`;
}

/** Returns the section about emulations; empty without any. */
export function describeEmulated(findings: readonly EmulatedFinding[]): string {
  if (findings.length === 0) return '';
  const add = (of: (finding: EmulatedFinding) => number): number =>
    findings.reduce((sum, finding) => sum + of(finding), 0);
  return `
### Real wallets on a private network

The wallet software itself, run by researchers on a private network (\`tests/fixtures/emul__*.zip\` of the same repository), so the owner of every address of a wallet is known; ${plainNumbers.counted(
    add(({ runs }) => runs),
    'run',
  )}. A CoinJoin is a transaction whose inputs belong to several wallets. With 95% intervals (Wilson).

${table(
  ['software', 'recognized', 'with the right style', 'recognized ones that are CoinJoins'],
  findings.map(({ name, recall, rightStyle, precision }) => [
    name,
    withInterval(recall),
    withInterval(rightStyle),
    withInterval(precision),
  ]),
)}

Co-spending outside of recognized CoinJoins joins ${plainNumbers.counted(
    add(({ joined }) => joined),
    'address',
    'addresses',
  )}.
`;
}
