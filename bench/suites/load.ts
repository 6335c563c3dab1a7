import { join } from 'node:path';
import { writeDemo } from '../lib/demo-blocks.ts';
import { scriptFlags } from '../lib/script-flags.ts';
import { importInto } from '../lib/import-into.ts';
import { askOnce } from '../children/child.ts';
import type { FloorAnswer, FloorOrder } from '../children/floor-child.ts';
import type { LoadAnswer } from '../children/load-child.ts';
import { type FreeSlots, withFresh } from '../lib/free-slots.ts';
import { allFiles, mainFile } from '../lib/reference-data.ts';
import { median } from '../lib/statistics.ts';

export type LoadInput =
  | 'main file'
  | 'all files'
  | 'main file in bulk'
  | 'demo block by block'
  | 'demo block by block without clusters and scripts'
  | 'demo in bulk'
  | 'demo in bulk without scripts'
  | 'large demo in bulk'
  | 'large demo in bulk without scripts';

/** Medians over the runs; rates are transactions per second. */
export interface LoadFigure {
  input: LoadInput;
  runs: number;
  transactions: number;
  rawBytes: number;
  loadRate: number;
  totalRate: number;
  /** Transactions per second of CPU time of the import, all threads (the server of PostgreSQL is another process). */
  perCpuSecond: number;
  /** The highest peak of all runs. */
  peakBytes: number;
  bytesPerRawByte: number;
  /** Load rates of individual runs. */
  loadRates: number[];
  /** Rate of the last tenth of the blocks ÷ rate of the first; null if progress is too coarse. */
  lastByFirst: number | null;
  /**
   * Of the first run, a point for each tenth of the blocks: transactions so far, rate since the last point, and memory.
   */
  curve: { transactions: number; rate: number; bytes: number }[];
  /**
   * Load rate ÷ rate of COPY and keys alone on one connection, and ÷ rate of reading and verifying alone on one thread.
   */
  byFloor: { copy: number; decode: number } | null;
}

export interface LoadResult {
  flags: string[];
  figures: LoadFigure[];
}

interface Series {
  readonly input: LoadInput;
  readonly paths: readonly string[];
  readonly rounds: number;
  readonly how: Parameters<typeof importInto>[2];
}

/** Files of complete chains with all inputs known. */
interface Demos {
  readonly small: string;
  readonly large: string;
}

function seriesOf({ small, large }: Demos, rounds: number): readonly Series[] {
  const bare = { bulk: true, keepScripts: false };
  return [
    { input: 'main file', paths: [mainFile], rounds, how: {} },
    { input: 'all files', paths: allFiles, rounds, how: {} },
    { input: 'main file in bulk', paths: [mainFile], rounds, how: { bulk: true } },
    { input: 'demo block by block', paths: [small], rounds, how: {} },
    {
      input: 'demo block by block without clusters and scripts',
      paths: [small],
      rounds,
      how: { clusters: 'later', keepScripts: false },
    },
    { input: 'demo in bulk', paths: [small], rounds, how: { bulk: true } },
    { input: 'demo in bulk without scripts', paths: [small], rounds, how: bare },
    { input: 'large demo in bulk', paths: [large], rounds: 1, how: { bulk: true } },
    { input: 'large demo in bulk without scripts', paths: [large], rounds: 1, how: bare },
  ];
}

interface Run extends LoadAnswer {
  readonly floor: FloorAnswer | undefined;
}

/** Returns transactions per second between two points. */
function rateBetween(
  from: LoadAnswer['progress'][number] | undefined,
  to: LoadAnswer['progress'][number] | undefined,
): number | undefined {
  return from && to && to.seconds > from.seconds
    ? (to.transactions - from.transactions) / (to.seconds - from.seconds)
    : undefined;
}

function lastByFirst({ progress }: LoadAnswer): number | null {
  if (progress.length < 20) return null;
  const tenth = Math.floor(progress.length / 10);
  const first = rateBetween(progress[0], progress[tenth]);
  const last = rateBetween(progress.at(-1 - tenth), progress.at(-1));
  return first !== undefined && last !== undefined ? last / first : null;
}

function curveOf({ progress }: LoadAnswer): LoadFigure['curve'] {
  if (progress.length < 20) return [];
  const at = (tenth: number): LoadAnswer['progress'][number] | undefined =>
    progress[Math.round((tenth * (progress.length - 1)) / 10)];
  return Array.from({ length: 10 }, (_, i) => {
    const [from, to] = [at(i), at(i + 1)];
    return {
      transactions: to?.transactions ?? 0,
      rate: Math.round(rateBetween(from, to) ?? 0),
      bytes: to?.bytes ?? 0,
    };
  });
}

function summarizeRuns(input: LoadInput, runs: readonly Run[]): LoadFigure {
  const middle = (of: (run: Run) => number): number => median(runs.map(of));
  const floored = runs.flatMap(({ floor, loadSeconds }) => (floor ? [{ floor, loadSeconds }] : []));
  return {
    input,
    runs: runs.length,
    transactions: runs[0]?.transactions ?? 0,
    rawBytes: runs[0]?.rawBytes ?? 0,
    loadRate: Math.round(middle((run) => run.transactions / run.loadSeconds)),
    totalRate: Math.round(middle((run) => run.transactions / run.totalSeconds)),
    perCpuSecond: Math.round(middle((run) => run.transactions / run.loadCpuSeconds)),
    peakBytes: Math.max(...runs.map((run) => run.peakBytes)),
    bytesPerRawByte: middle((run) => run.databaseBytes / run.rawBytes),
    loadRates: runs.map((run) => Math.round(run.transactions / run.loadSeconds)),
    lastByFirst: runs[0] ? lastByFirst(runs[0]) : null,
    curve: runs[0] ? curveOf(runs[0]) : [],
    byFloor:
      floored.length === 0
        ? null
        : {
            copy: median(floored.map(({ floor, loadSeconds }) => floor.copySeconds / loadSeconds)),
            decode: median(floored.map(({ floor, loadSeconds }) => floor.decodeSeconds / loadSeconds)),
          },
  };
}

/** Loads a fresh ledger and, in bulk from one demo file, measures the lower bounds for the same rows. */
async function runOnce(places: FreeSlots, { paths, how }: Series, demos: Demos): Promise<Run> {
  return withFresh(places, async (place) => {
    const answer = await importInto(place, paths, how);
    const [path] = paths;
    if (how?.bulk !== true || path !== demos.small) return { ...answer, floor: undefined };
    const order: FloorOrder = { path, dataDir: place.dataDir, databaseUrl: place.databaseUrl };
    const floor = await askOnce<FloorAnswer>(new URL('../children/floor-child.ts', import.meta.url), order, {
      seconds: 600,
    });
    return { ...answer, floor };
  });
}

/** Loads fresh ledgers repeatedly, inputs in turn, each run in its own process. */
export async function measureLoad(places: FreeSlots, quick: boolean): Promise<LoadResult> {
  const demos: Demos = {
    small: join(places.folder, 'demo.dat'),
    large: join(places.folder, 'large-demo.dat'),
  };
  await writeDemo(demos.small, quick ? 3_000 : 400_000);
  await writeDemo(demos.large, quick ? 6_000 : 4_300_000, { days: 365, blockInterval: 3_600 });
  const rounds = quick ? 1 : 3;
  const series = seriesOf(demos, rounds).map((each) => ({ ...each, done: [] as Run[] }));
  for (let round = 0; round < rounds; round++) {
    for (const each of series) {
      if (round < each.rounds) each.done.push(await runOnce(places, each, demos));
    }
  }
  return {
    flags: scriptFlags('import'),
    figures: series.map(({ input, done }) => summarizeRuns(input, done)),
  };
}
