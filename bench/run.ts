import { measureBackup } from './suites/backup.ts';
import { measureCanvas } from './suites/canvas.ts';
import { measureChecks } from './suites/checks.ts';
import { measureCrossings } from './suites/crossings.ts';
import { measureClusters } from './suites/clusters.ts';
import { measureDecode } from './suites/decode.ts';
import { keepResults } from './report/history.ts';
import { measureDemo } from './suites/demo.ts';
import { measureDirectory } from './suites/directory.ts';
import { measureEthereum } from './suites/ethereum.ts';
import { measureEvidence } from './suites/evidence.ts';
import { measureExplorer } from './suites/explorer.ts';
import { measureFirstPage } from './suites/first-page.ts';
import { measureFrames } from './suites/frames.ts';
import { measureLargeDocument } from './suites/large-document.ts';
import { measureLoad } from './suites/load.ts';
import { measureLists } from './suites/lists.ts';
import { measureAnswers } from './suites/answers.ts';
import { measureLoop } from './suites/loop.ts';
import { describeCommit, describeMachine, loadAverage } from './report/machine.ts';
import { type BenchOptions, type PartName, readOptions, usage } from './options.ts';
import { measurePages } from './lib/pages.ts';
import { createFreeSlots, type FreeSlots } from './lib/free-slots.ts';
import { missingFiles } from './lib/reference-data.ts';
import { describeResults } from './report/report.ts';
import type { Results } from './report/results.ts';
import { measureProcesses } from './suites/processes.ts';
import { measureRisk } from './suites/risk.ts';
import { measureRpc } from './suites/rpc.ts';
import { measureScreening } from './suites/screening/screening.ts';
import { measureStart } from './suites/start.ts';
import { measureStream } from './suites/stream.ts';
import { measureTracing } from './suites/tracing.ts';

async function runPart(
  part: PartName,
  quick: boolean,
  places: () => Promise<FreeSlots>,
): Promise<Pick<Results, PartName>> {
  switch (part) {
    case 'start':
      return { start: await measureStart(await places(), quick) };
    case 'decode':
      return { decode: await measureDecode(quick) };
    case 'load':
      return { load: await measureLoad(await places(), quick) };
    case 'clusters':
      return { clusters: await measureClusters(await places(), quick) };
    case 'directory':
      return { directory: await measureDirectory(await places(), quick) };
    case 'lists':
      return { lists: await measureLists(await places()) };
    case 'rpc':
      return { rpc: await measureRpc(await places(), quick) };
    case 'loop':
      return { loop: await measureLoop(await places(), quick) };
    case 'stream':
      return { stream: await measureStream(await places(), quick) };
    case 'ethereum': {
      const ethereum = await measureEthereum(await places(), quick);
      return ethereum ? { ethereum } : {};
    }
    case 'demo':
      return { demo: await measureDemo(quick) };
    case 'pages':
      return { pages: await measurePages(await places(), quick) };
    case 'answers':
      return { answers: await measureAnswers(await places(), quick) };
    case 'checks':
      return { checks: await measureChecks(await places(), quick) };
    case 'explorer':
      return { explorer: await measureExplorer(await places(), quick) };
    case 'risk':
      return { risk: await measureRisk(await places(), quick) };
    case 'tracing':
      return { tracing: await measureTracing(await places(), quick) };
    case 'crossings':
      return { crossings: await measureCrossings(await places(), quick) };
    case 'canvas':
      return { canvas: await measureCanvas(quick) };
    case 'frames':
      return { frames: await measureFrames(quick) };
    case 'large-document':
      return { 'large-document': await measureLargeDocument(await places(), quick) };
    case 'evidence':
      return { evidence: await measureEvidence(quick) };
    case 'screening':
      return { screening: await measureScreening(await places(), quick) };
    case 'backup':
      return { backup: await measureBackup(await places(), quick) };
    case 'processes':
      return { processes: await measureProcesses(await places(), quick) };
    case 'first-page':
      return { 'first-page': await measureFirstPage(await places(), quick) };
  }
}

async function measureAll({ parts, quick }: BenchOptions): Promise<Results> {
  let results: Results = {
    startedAt: new Date().toISOString(),
    ...describeCommit(),
    quick,
    machine: describeMachine(),
    loadAverages: {},
  };
  let opening: Promise<FreeSlots> | undefined;
  const places = (): Promise<FreeSlots> => (opening ??= createFreeSlots());
  try {
    for (const part of parts) {
      process.stderr.write(`Measuring ${part} …\n`);
      const before = loadAverage();
      const measured = await runPart(part, quick, places);
      results = { ...results, ...measured };
      results.loadAverages[part] = [before, loadAverage()];
    }
    return opening ? { ...results, databases: (await opening).facts } : results;
  } finally {
    await (await opening)?.close();
  }
}

async function main(): Promise<number> {
  let options: BenchOptions | undefined;
  try {
    options = readOptions(process.argv.slice(2));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${usage}\n`);
    return 1;
  }
  if (!options) {
    process.stdout.write(`${usage}\n`);
    return 0;
  }
  const missing = missingFiles();
  if (missing.length > 0) {
    process.stdout.write(
      `Nothing to measure: the bench needs real blocks, which are not part of the repository. Missing:\n${missing.map((path) => `  ${path}`).join('\n')}\n`,
    );
    return 0;
  }
  const results = await measureAll(options);
  process.stdout.write(`${describeResults(results)}\n`);
  if (!options.quick) process.stdout.write(`Kept as ${keepResults(results)}\n`);
  return 0;
}

process.exitCode = await main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  return 1;
});
