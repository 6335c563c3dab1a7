import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { collectDemoFacts } from './evaluation/demo-facts.ts';
import { judgeChange } from './evaluation/judge-change.ts';
import { judgeClusters } from './evaluation/judge-clusters.ts';
import { judgeCoinJoins } from './evaluation/judge-coinjoins.ts';
import { judgeDeposits } from './evaluation/judge-deposits.ts';
import { judgeRecorded } from './evaluation/recorded.ts';
import { describeEvaluation, describeMeasured, type JudgedDemo } from './evaluation/report.ts';

const usage = `npm run evaluate -- [--recorded <folder>]

Measures the detectors of CoinJoins, clusters, change and deposit addresses on demo networks, whose truth is known, and writes
docs/evaluation.md and packages/risk/src/measured.ts.

  --recorded <folder>   also looks at recorded blocks and transactions of mainnet`;

const seeds = [1, 2, 3];
const length = 365 * 86_400;
const end = 1_750_000_000;
const project = new URL('../../../', import.meta.url);

function judgeDemo(seed: number): JudgedDemo {
  process.stderr.write(`Demo with seed ${seed} …\n`);
  const facts = collectDemoFacts({
    seed,
    start: end - length,
    length,
    blockInterval: 3600,
    transactions: 60_000,
    ethereumTransactions: 0,
  });
  return {
    seed,
    transactions: facts.transactions.length,
    clusters: judgeClusters(facts),
    coinJoins: judgeCoinJoins(facts.transactions),
    change: judgeChange(facts.transactions),
    deposits: judgeDeposits(facts),
  };
}

const { values } = parseArgs({
  options: { recorded: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
});
if (values.help === true) process.stdout.write(`${usage}\n`);
else {
  const demos = seeds.map(judgeDemo);
  const recorded = values.recorded === undefined ? [] : judgeRecorded(values.recorded);
  writeFileSync(new URL('docs/evaluation.md', project), describeEvaluation(demos, recorded));
  writeFileSync(new URL('packages/risk/src/measured.ts', project), describeMeasured(demos));
  process.stdout.write('Wrote docs/evaluation.md and packages/risk/src/measured.ts\n');
}
