import { join } from 'node:path';
import { askOnce } from '../children/child.ts';
import type { ClustersAnswer, ClustersOrder } from '../children/clusters-child.ts';
import { writeDemo } from '../lib/demo-blocks.ts';
import { scriptFlags } from '../lib/script-flags.ts';
import { importInto } from '../lib/import-into.ts';
import { type FreeSlots, withFresh } from '../lib/free-slots.ts';
import { mainFile } from '../lib/reference-data.ts';
import { median } from '../lib/statistics.ts';

/** The same import with and without clusters, runs in turn; median transactions per second. */
export interface ClusterOverhead {
  input: string;
  transactions: number;
  withRate: number;
  withoutRate: number;
  /** Time with clusters ÷ time without, of each pair of runs. */
  ratios: number[];
  /**
   * CPU time with clusters ÷ without, of the import with all its threads (the server of PostgreSQL is another process).
   */
  cpuRatios: number[];
}

export interface ClustersResult {
  overhead: ClusterOverhead[];
  large: ClustersAnswer[];
}

async function measureOverhead(
  places: FreeSlots,

  { input, path, rounds }: { input: string; path: string; rounds: number },
): Promise<ClusterOverhead> {
  const seconds: { now: number[]; later: number[] } = { now: [], later: [] };
  const cpu: typeof seconds = { now: [], later: [] };
  let transactions = 0;
  for (let round = 0; round < rounds; round++) {
    const order = round % 2 === 0 ? (['now', 'later'] as const) : (['later', 'now'] as const);
    for (const clusters of order) {
      const run = await withFresh(places, (place) => importInto(place, [path], { clusters }));
      seconds[clusters].push(run.loadSeconds);
      cpu[clusters].push(run.loadCpuSeconds);
      transactions = run.transactions;
    }
  }
  return {
    input,
    transactions,
    withRate: Math.round(transactions / median(seconds.now)),
    withoutRate: Math.round(transactions / median(seconds.later)),
    ratios: seconds.now.map((own, i) => own / (seconds.later[i] ?? Number.NaN)),
    cpuRatios: cpu.now.map((own, i) => own / (cpu.later[i] ?? Number.NaN)),
  };
}

/** Measures the cost of clusters during an import, and of a cluster of a million addresses afterward. */
export async function measureClusters(places: FreeSlots, quick: boolean): Promise<ClustersResult> {
  const demo = join(places.folder, 'clusters-demo.dat');
  await writeDemo(demo, quick ? 2_000 : 60_000);
  const rounds = quick ? 1 : 3;
  const inputs = [
    { input: 'main file', path: mainFile, rounds },
    { input: 'demo, every input known', path: demo, rounds },
  ];
  const result: ClustersResult = { overhead: [], large: [] };
  for (const input of inputs) result.overhead.push(await measureOverhead(places, input));
  const addresses = quick ? 20_000 : 1_000_000;
  const large = await withFresh(places, ({ dataDir, databaseUrl }) =>
    askOnce<ClustersAnswer>(
      new URL('../children/clusters-child.ts', import.meta.url),
      { dataDir, databaseUrl, addresses } satisfies ClustersOrder,
      { flags: scriptFlags('import'), seconds: 600 },
    ),
  );
  result.large.push({ ...large });
  return result;
}
