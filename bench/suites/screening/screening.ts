import { join } from 'node:path';
import { askOnce } from '../../children/child.ts';
import { writeDemo } from '../../lib/demo-blocks.ts';
import { scriptFlags } from '../../lib/script-flags.ts';
import { importInto } from '../../lib/import-into.ts';
import { type BenchLedger, type FreeSlots, withFresh } from '../../lib/free-slots.ts';
import { mainFile } from '../../lib/reference-data.ts';
import { type LatencyFigure, measureLatency } from './screening-latency.ts';
import type { ScreeningAnswer, ScreeningOrder } from '../../children/screening-child.ts';
import { median } from '../../lib/statistics.ts';

/** Cost of screening. */
export interface ScreeningResult {
  overhead: {
    input: string;
    addresses: number;
    transactions: number;
    withRate: number;
    withoutRate: number;
    /** Time with monitored addresses ÷ time without, of each pair of runs. */
    ratios: number[];
    /** Ratios without reading all addresses, which each process does once. */
    laterRatios: number[];
    readMs: number;
    cpuRatios: number[];
  }[];
  hits: { transactions: number; plainMs: number; hitMs: number }[];
  latency: LatencyFigure[];
}

export const log = (what: string): void =>
  void process.stderr.write(`  ${new Date().toISOString()} ${what}\n`);

type Work = ScreeningOrder extends infer O
  ? O extends unknown
    ? Omit<O, 'dataDir' | 'databaseUrl'>
    : never
  : never;

/** Gives an order to a process of its own. */
export function askScreening({ dataDir, databaseUrl }: BenchLedger, work: Work): Promise<ScreeningAnswer> {
  return askOnce<ScreeningAnswer>(
    new URL('../../children/screening-child.ts', import.meta.url),
    { dataDir, databaseUrl, ...work },
    // Screening belongs to the server.
    { flags: scriptFlags(work.kind === 'again' ? 'start' : 'import'), seconds: 900 },
  );
}

async function measureOverhead(
  places: FreeSlots,

  { input, path, addresses, rounds }: { input: string; path: string; addresses: number; rounds: number },
): Promise<ScreeningResult['overhead'][number]> {
  const seconds: { some: number[]; none: number[] } = { some: [], none: [] };
  const cpu: typeof seconds = { some: [], none: [] };
  const reads: number[] = [];
  let transactions = 0;
  for (let round = 0; round < rounds; round++) {
    const order = round % 2 === 0 ? (['some', 'none'] as const) : (['none', 'some'] as const);
    for (const monitored of order) {
      const run = await withFresh(places, async (place) => {
        const { readMs } = await askScreening(place, {
          kind: 'monitor',
          addresses: monitored === 'some' ? addresses : 0,
        });
        if (monitored === 'some') reads.push(readMs);
        return importInto(place, [path]);
      });
      seconds[monitored].push(run.loadSeconds);
      cpu[monitored].push(run.loadCpuSeconds);
      transactions = run.transactions;
    }
  }
  return {
    input,
    addresses,
    transactions,
    withRate: Math.round(transactions / median(seconds.some)),
    withoutRate: Math.round(transactions / median(seconds.none)),
    ratios: seconds.some.map((own, i) => own / (seconds.none[i] ?? Number.NaN)),
    laterRatios: seconds.some.map(
      (own, i) => (own - (reads[i] ?? Number.NaN) / 1000) / (seconds.none[i] ?? Number.NaN),
    ),
    readMs: median(reads),
    cpuRatios: cpu.some.map((own, i) => own / (cpu.none[i] ?? Number.NaN)),
  };
}

/** Measures the cost of monitored addresses during an import, of a block full of matches, and how soon it is seen. */
export async function measureScreening(places: FreeSlots, quick: boolean): Promise<ScreeningResult> {
  const addresses = quick ? 20_000 : 1_000_000;
  const transactions = quick ? 300 : 3_000;
  const demo = join(places.folder, 'screening-demo.dat');
  await writeDemo(demo, quick ? 2_000 : 150_000);
  const inputs = [
    { input: 'main file', path: mainFile, addresses, rounds: 1 },
    { input: 'demo', path: demo, addresses, rounds: quick ? 1 : 3 },
  ];
  const result: ScreeningResult = { overhead: [], hits: [], latency: [] };
  for (const input of inputs) {
    result.overhead.push(await measureOverhead(places, input));
    log(JSON.stringify(result.overhead.at(-1)));
  }
  const { plainMs, hitMs } = await withFresh(places, (place) =>
    askScreening(place, { kind: 'hits', transactions, blocks: quick ? 1 : 5 }),
  );
  result.hits.push({ transactions, plainMs: median(plainMs), hitMs: median(hitMs) });
  log(JSON.stringify(result.hits.at(-1)));
  await withFresh(places, async (place) => {
    result.latency.push(await measureLatency(place, quick ? 10 : 50));
    log(JSON.stringify(result.latency.at(-1)));
  });
  return result;
}
