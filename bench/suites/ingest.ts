import { join } from 'node:path';
import { writeDemo } from '../lib/demo-blocks.ts';
import { importFlags } from '../lib/import-flags.ts';
import { importInto } from '../lib/import-into.ts';
import type { IngestAnswer } from '../children/ingest-child.ts';
import { type FreeSlots, withFresh } from '../lib/free-slots.ts';
import { allFiles, mainFile } from '../lib/reference-data.ts';
import { median } from '../lib/statistics.ts';

export type IngestInput =
  | 'main file'
  | 'all files'
  | 'main file in bulk'
  | 'demo block by block'
  | 'demo in bulk'
  | 'demo in bulk without scripts';

/** Medians over the runs; rates are transactions per second. */
export interface IngestFigure {
  input: IngestInput;
  runs: number;
  transactions: number;
  rawBytes: number;
  loadRate: number;
  wholeRate: number;
  /** Transactions per second of CPU of the import, all threads (the server of PostgreSQL is another process). */
  perCpuSecond: number;
  /** The highest of all runs. */
  peakBytes: number;
  bytesPerRawByte: number;
  /** Load rates of the single runs. */
  loadRates: number[];
}

export interface IngestResult {
  flags: string[];
  figures: IngestFigure[];
}

interface Series {
  readonly input: IngestInput;
  readonly paths: readonly string[];
  readonly how: Parameters<typeof importInto>[2];
}

/** What is imported; `demo`: a file with a complete chain, in which every input is known. */
function seriesOf(demo: string): readonly Series[] {
  return [
    { input: 'main file', paths: [mainFile], how: {} },
    { input: 'all files', paths: allFiles, how: {} },
    { input: 'main file in bulk', paths: [mainFile], how: { bulk: true } },
    { input: 'demo block by block', paths: [demo], how: {} },
    { input: 'demo in bulk', paths: [demo], how: { bulk: true } },
    { input: 'demo in bulk without scripts', paths: [demo], how: { bulk: true, keepScripts: false } },
  ];
}

function summarizeRuns(input: IngestInput, runs: readonly IngestAnswer[]): IngestFigure {
  const middle = (of: (run: IngestAnswer) => number): number => median(runs.map(of));
  return {
    input,
    runs: runs.length,
    transactions: runs[0]?.transactions ?? 0,
    rawBytes: runs[0]?.rawBytes ?? 0,
    loadRate: Math.round(middle((run) => run.transactions / run.loadSeconds)),
    wholeRate: Math.round(middle((run) => run.transactions / run.wholeSeconds)),
    perCpuSecond: Math.round(middle((run) => run.transactions / run.loadCpuSeconds)),
    peakBytes: Math.max(...runs.map((run) => run.peakBytes)),
    bytesPerRawByte: middle((run) => run.databaseBytes / run.rawBytes),
    loadRates: runs.map((run) => Math.round(run.transactions / run.loadSeconds)),
  };
}

/** Imports into a fresh ledger again and again, inputs in turn, each run in a process of its own. */
export async function measureIngest(places: FreeSlots, quick: boolean): Promise<IngestResult> {
  const rounds = quick ? 1 : 3;
  const demo = join(places.folder, 'demo.dat');
  await writeDemo(demo, quick ? 3_000 : 400_000);
  const series = seriesOf(demo).map((each) => ({ ...each, runs: [] as IngestAnswer[] }));
  for (let round = 0; round < rounds; round++) {
    for (const { paths, how, runs } of series)
      runs.push(await withFresh(places, (place) => importInto(place, paths, how)));
  }
  return { flags: importFlags(), figures: series.map(({ input, runs }) => summarizeRuns(input, runs)) };
}
