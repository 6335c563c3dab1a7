import { mkdir } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { askOnce } from '../children/child.ts';
import { hasRecordedBlocks, writeRepeatedBlocks } from '../lib/ethereum-blocks.ts';
import type { EthereumAnswer, EthereumOrder } from '../children/ethereum-child.ts';
import { scriptFlags } from '../lib/script-flags.ts';
import { type FreeSlots, withFresh } from '../lib/free-slots.ts';
import { median } from '../lib/statistics.ts';

/** Medians over the runs; rates are per second of the load. */
export interface EthereumFigure {
  runs: number;
  transactions: number;
  accounts: number;
  /** Rows of movements in the lists of accounts. */
  entries: number;
  loadRate: number;
  entryRate: number;
  /** Transactions per second of CPU time of the import, all threads (the server of PostgreSQL is another process). */
  perCpuSecond: number;
  peakBytes: number;
  bytesPerTransaction: number;
  /** Load rates of individual runs. */
  loadRates: number[];
}

export interface EthereumResult {
  /** Threads that decode and verify. */
  threads: number;
  figures: EthereumFigure[];
}

const leastTransactions = 20_000;

function summarize(runs: readonly EthereumAnswer[]): EthereumFigure {
  const middle = (of: (run: EthereumAnswer) => number): number => median(runs.map(of));
  return {
    runs: runs.length,
    transactions: runs[0]?.transactions ?? 0,
    accounts: runs[0]?.accounts ?? 0,
    entries: runs[0]?.entries ?? 0,
    loadRate: Math.round(middle((run) => run.transactions / run.loadSeconds)),
    entryRate: Math.round(middle((run) => run.entries / run.loadSeconds)),
    perCpuSecond: Math.round(middle((run) => run.transactions / run.loadCpuSeconds)),
    peakBytes: Math.max(...runs.map((run) => run.peakBytes)),
    bytesPerTransaction: Math.round(middle((run) => run.databaseBytes / run.transactions)),
    loadRates: runs.map((run) => Math.round(run.transactions / run.loadSeconds)),
  };
}

/** Imports repeated recorded blocks, with decoding and verification; undefined if they are missing. */
export async function measureEthereum(
  places: FreeSlots,
  quick: boolean,
): Promise<EthereumResult | undefined> {
  if (!hasRecordedBlocks()) return undefined;
  const folder = join(places.folder, 'ethereum');
  await mkdir(folder);
  await writeRepeatedBlocks(folder, quick ? 1000 : leastTransactions);
  const threads = Math.max(1, Math.min(4, availableParallelism() - 1));
  const runs: EthereumAnswer[] = [];
  for (let round = 0; round < (quick ? 1 : 3); round++) {
    runs.push(
      await withFresh(places, ({ dataDir, databaseUrl }) =>
        askOnce<EthereumAnswer>(
          new URL('../children/ethereum-child.ts', import.meta.url),
          { folder, threads, dataDir, databaseUrl } satisfies EthereumOrder,
          { flags: scriptFlags('import'), seconds: 300 },
        ),
      ),
    );
  }
  return { threads, figures: [summarize(runs)] };
}
