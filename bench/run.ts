import { measureCanvas } from './canvas.ts';
import { measureClusters } from './clusters.ts';
import { measureDecode } from './decode.ts';
import { keepResults } from './history.ts';
import { measureDemo } from './demo.ts';
import { measureDirectory } from './directory.ts';
import { measureEthereum } from './ethereum.ts';
import { measureEvidence } from './evidence.ts';
import { measureExplorer } from './explorer.ts';
import { measureFirstPage } from './first-page.ts';
import { measureFrames } from './frames.ts';
import { measureIngest } from './ingest.ts';
import { measureLists } from './lists.ts';
import { measureLoad } from './load.ts';
import { measureLoop } from './loop.ts';
import { describeCommit, describeMachine, loadAverage } from './machine.ts';
import { type BenchOptions, type PartName, readOptions, usage } from './options.ts';
import { measurePages } from './pages.ts';
import { createPlaces, type Places } from './places.ts';
import { missingFiles } from './reference-data.ts';
import { describeResults } from './report.ts';
import type { Results } from './results.ts';
import { measureRisk } from './risk.ts';
import { measureRpc } from './rpc.ts';
import { measureScreening } from './screening.ts';
import { measureStart } from './start.ts';
import { measureStream } from './stream.ts';
import { measureTracing } from './tracing.ts';

async function runPart(
  part: PartName,
  quick: boolean,
  places: () => Promise<Places>,
): Promise<Pick<Results, PartName>> {
  switch (part) {
    case 'start':
      return { start: await measureStart(await places(), quick) };
    case 'decode':
      return { decode: await measureDecode(quick) };
    case 'ingest':
      return { ingest: await measureIngest(await places(), quick) };
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
    case 'load':
      return { load: await measureLoad(await places(), quick) };
    case 'explorer':
      return { explorer: await measureExplorer(await places(), quick) };
    case 'risk':
      return { risk: await measureRisk(await places(), quick) };
    case 'tracing':
      return { tracing: await measureTracing(await places(), quick) };
    case 'canvas':
      return { canvas: await measureCanvas(quick) };
    case 'frames':
      return { frames: await measureFrames(quick) };
    case 'evidence':
      return { evidence: await measureEvidence(quick) };
    case 'screening':
      return { screening: await measureScreening(await places(), quick) };
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
  let opening: Promise<Places> | undefined;
  const places = (): Promise<Places> => (opening ??= createPlaces());
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
