import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { randomHabits, type WalletHabits } from '@hopscope/demo';
import { secondsOfDay, utcDay } from '@hopscope/domain';
import { measuredHistory } from '@hopscope/risk';
import { openTemporary } from '../db/open-temporary.ts';
import { collectDemoFacts, type DemoFacts } from '../evaluation/demo-facts.ts';
import { droppedFigures, type Figures, figuresOfRun } from '../evaluation/compare-figures.ts';
import { evaluateChange } from '../evaluation/evaluate-change.ts';
import { demoChangeCases, recordedChangeCases } from '../evaluation/change-cases.ts';
import { evaluateChangeOdds, sureOdds } from '../evaluation/evaluate-change-odds.ts';
import { evaluateClusters } from '../evaluation/evaluate-clusters.ts';
import { evaluateCoinJoins } from '../evaluation/evaluate-coinjoins.ts';
import { evaluateDeposits } from '../evaluation/evaluate-deposits.ts';
import { evaluateEmulated } from '../evaluation/emulated.ts';
import { evaluateLabeled } from '../evaluation/evaluate-labeled.ts';
import { evaluateRecorded, readConsecutive } from '../evaluation/recorded.ts';
import { type RiskSample, evaluateRisk } from '../evaluation/evaluate-risk.ts';
import {
  describeEvaluation,
  describeMeasured,
  type DemoQuality,
  type HabitsQuality,
} from '../evaluation/report.ts';
import { figuresOf } from '../evaluation/risk-figures.ts';
import { addRun, describeHistory, runOf } from '../evaluation/history.ts';
import { describeMeasuredRisk, describeRisk } from '../evaluation/risk-report.ts';
import { collectRiskTruth } from '../evaluation/risk-truth.ts';
import { describeWeights, trainChange } from '../evaluation/train-change.ts';
import {
  describeEthereum,
  describeMeasuredEthereum,
  ethereumFigures,
} from '../evaluation/ethereum/ethereum-report.ts';
import {
  collectEthereumRiskTruth,
  type EthereumRiskTruth,
} from '../evaluation/ethereum/ethereum-risk-truth.ts';
import { evaluateBridged } from '../evaluation/ethereum/evaluate-bridged.ts';
import { evaluateConversions } from '../evaluation/ethereum/evaluate-conversions.ts';
import { evaluateCrossings } from '../evaluation/ethereum/evaluate-crossings.ts';
import { evaluateRecordedConversions } from '../evaluation/ethereum/recorded-conversions.ts';
import { evaluateMixerLinks } from '../evaluation/ethereum/evaluate-mixer-links.ts';
import { openBothFixture, openEthereumFixture, openFixtureLedger } from '../evaluation/fixture-ledger.ts';

const usage = `npm run evaluate -- [--recorded <folder>] [--labeled <folder>] [--transactions <folder>] [--accept] | --train --recorded <folder>

Measures clusters, detectors of CoinJoins, change, and deposit addresses, and risk scores on demo networks with known ground
truth. Writes docs/concepts/evaluation.md and the figures in packages/risk/src (measured.ts, measured-risk.ts,
measured-ethereum.ts), and adds changed ones to measured-history.ts. Fails if a figure is below the 95% interval of the one
in apps/server/src/evaluation/figures.json, which it writes otherwise.

  --recorded <folder>   also report findings in recorded mainnet blocks and transactions
  --labeled <folder>    also compare with published lists of CoinJoins, and with wallets on a private network
                        (tests/fixtures/dumplings__*.zip and emul__*.zip of github.com/crocs-muni/coinjoin-analysis, each
                        unpacked into a folder of its name, and its data)
  --transactions <folder>  also compare conversions of recorded mainnet transactions with what was read by hand (a clone of
                        github.com/rotki/test-caching)
  --accept              write figures.json although a figure has dropped
  --train               only fit the weights of change outputs, on other demo networks and on the recorded blocks, and write
                        packages/risk/src/change/change-weights.ts`;

const seeds = [1, 2, 3];
const trainingSeeds = [4, 5];
const habitSeeds = [6, 7, 8];
const length = 365 * secondsOfDay;
const end = 1_750_000_000;
const project = new URL('../../../../', import.meta.url);
/** What later runs are compared with. */
const figuresPath = 'apps/server/src/evaluation/figures.json';
const figuresFile = new URL(figuresPath, project);

const factsOf = (seed: number, habits?: WalletHabits): DemoFacts =>
  collectDemoFacts({
    seed,
    ...(habits && { habits }),
    start: end - length,
    length,
    blockInterval: 3600,
    transactions: 60_000,
    ethereumTransactions: 0,
  });

function evaluateDemo(seed: number): DemoQuality {
  process.stderr.write(`Measuring the demo network with seed ${seed} …\n`);
  const facts = factsOf(seed);
  return {
    seed,
    transactions: facts.transactions.length,
    clusters: evaluateClusters(facts),
    probableClusters: evaluateClusters(facts, sureOdds),
    coinJoins: evaluateCoinJoins(facts.transactions),
    change: evaluateChange(facts.transactions),
    changeOdds: evaluateChangeOdds(demoChangeCases(facts.transactions)),
    deposits: evaluateDeposits(facts),
  };
}

function evaluateHabits(seed: number): HabitsQuality {
  process.stderr.write(`Measuring the demo network with random habits and seed ${seed} …\n`);
  const habits = randomHabits(seed);
  const facts = factsOf(seed, habits);
  return {
    seed,
    habits,
    clusters: evaluateClusters(facts),
    probableClusters: evaluateClusters(facts, sureOdds),
    changeOdds: evaluateChangeOdds(demoChangeCases(facts.transactions)),
  };
}

const riskLength = 240 * secondsOfDay;
/** Addresses to sample per demo network: clean ones, of each other group, and those scored by every method. */
const riskCases = { clean: 320, others: 80, methods: 60 };

async function evaluateRiskOf(
  seed: number,
): Promise<{ seed: number; transactions: number; risk: RiskSample }> {
  process.stderr.write(`Scoring the demo network with seed ${seed} …\n`);
  const truth = collectRiskTruth({
    seed,
    start: end - riskLength,
    length: riskLength,
    blockInterval: 3600,
    transactions: 30_000,
    ethereumTransactions: 0,
  });
  const { db, close } = await openTemporary();
  try {
    const fixture = await openFixtureLedger(truth, db);
    return { seed, transactions: truth.transactions, risk: await evaluateRisk(truth, fixture, riskCases) };
  } finally {
    await close();
  }
}

/** The Ethereum side is scored with fewer addresses; there are no methods to compare. */
const ethereumCases = { clean: 200, others: 50, methods: 0 };

async function evaluateBridgedOf(truth: EthereumRiskTruth) {
  const { db, close } = await openTemporary();
  try {
    return await evaluateBridged(truth, await openBothFixture(truth, db));
  } finally {
    await close();
  }
}

async function evaluateEthereumOf(seed: number) {
  process.stderr.write(`Scoring the Ethereum side of the demo network with seed ${seed} …\n`);
  const truth = collectEthereumRiskTruth({
    seed,
    start: end - riskLength,
    length: riskLength,
    blockInterval: 3600,
    transactions: 6000,
    ethereumTransactions: 20_000,
  });
  const { db, close } = await openTemporary();
  try {
    const fixture = await openEthereumFixture(truth, db);
    const risk = await evaluateRisk(truth, fixture, ethereumCases);
    return {
      bridged: await evaluateBridgedOf(truth),
      conversions: evaluateConversions(truth),
      crossings: evaluateCrossings(truth),
      mixers: await evaluateMixerLinks(truth),
      scored: { seed, transactions: truth.transactions, risk },
    };
  } finally {
    await close();
  }
}

const { values } = parseArgs({
  options: {
    recorded: { type: 'string' },
    labeled: { type: 'string' },
    transactions: { type: 'string' },
    accept: { type: 'boolean' },
    train: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  },
});
if (values.help === true) process.stdout.write(`${usage}\n`);
else if (values.train === true) {
  const { reused } = recordedChangeCases(readConsecutive(values.recorded ?? ''));
  if (reused.length === 0) throw new RangeError('--train needs --recorded with blk_560062_560073.dat');
  process.stderr.write(`Training on the demo networks with seeds ${trainingSeeds.join(', ')} …\n`);
  const weights = trainChange([
    { cases: trainingSeeds.flatMap((seed) => demoChangeCases(factsOf(seed).transactions)), withNone: true },
    { cases: reused, withNone: false },
  ]);
  writeFileSync(
    new URL('packages/risk/src/change/change-weights.ts', project),
    describeWeights(weights, { seeds: trainingSeeds, recorded: reused.length }),
  );
  process.stdout.write(
    'Wrote packages/risk/src/change/change-weights.ts. Now run this command without --train\n',
  );
} else {
  const demos = seeds.map(evaluateDemo);
  const habits = habitSeeds.map(evaluateHabits);
  const recorded = values.recorded === undefined ? [] : evaluateRecorded(values.recorded);
  const { retrospective } = recordedChangeCases(readConsecutive(values.recorded ?? ''));
  const change = retrospective.length === 0 ? undefined : evaluateChangeOdds(retrospective);
  const labeled = values.labeled === undefined ? [] : evaluateLabeled(values.labeled);
  const emulated = values.labeled === undefined ? [] : evaluateEmulated(values.labeled);
  const evaluated = [];
  for (const seed of seeds) evaluated.push(await evaluateRiskOf(seed));
  const risk = figuresOf(evaluated);
  const ofEthereum = [];
  for (const seed of seeds) ofEthereum.push(await evaluateEthereumOf(seed));
  const ethereum = {
    risk: figuresOf(ofEthereum.map(({ scored }) => scored)),
    conversions: ofEthereum.map(({ conversions }) => conversions),
    crossings: ofEthereum.map(({ crossings }) => crossings),
    mixers: ofEthereum.map(({ mixers }) => mixers),
    bridged: ofEthereum.map(({ bridged }) => bridged),
    recorded:
      values.transactions === undefined ? undefined : evaluateRecordedConversions(values.transactions),
  };
  const write = (path: string, text: string): void => writeFileSync(new URL(path, project), text);
  write(
    'docs/concepts/evaluation.md',
    describeEvaluation(
      demos,
      { habits, recorded, labeled, emulated, change },
      `${describeRisk(risk)}${describeEthereum(ethereum)}`,
    ),
  );
  write('packages/risk/src/measured.ts', describeMeasured(demos, { labeled, emulated, change }));
  write('packages/risk/src/measured-risk.ts', describeMeasuredRisk(risk));
  write('packages/risk/src/measured-ethereum.ts', describeMeasuredEthereum(ethereum));
  const history = addRun(measuredHistory, runOf(utcDay(Date.now()), risk));
  write('packages/risk/src/measured-history.ts', describeHistory(history));
  process.stdout.write('Wrote docs/concepts/evaluation.md and the figures in packages/risk/src\n');
  const figures = {
    ...figuresOfRun({ demos, habits, labeled, emulated, change, risk }),
    ...ethereumFigures(ethereum),
  };
  const before = existsSync(figuresFile)
    ? (JSON.parse(readFileSync(figuresFile, 'utf8')) as Figures)
    : undefined;
  const dropped = droppedFigures(before ?? {}, figures);
  for (const line of dropped) process.stderr.write(`Dropped: ${line}\n`);
  if (dropped.length > 0 && values.accept !== true) process.exitCode = 1;
  else write(figuresPath, `${JSON.stringify({ ...before, ...figures }, undefined, 2)}\n`);
}
