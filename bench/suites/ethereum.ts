import { mkdir, rm } from 'node:fs/promises';
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
  /** In bulk into an empty ledger, or block by block; runs before 2026-11-25 without it are block by block. */
  bulk?: boolean;
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
  /** Of a bulk load: after each segment, in one run. */
  curve?: EthereumAnswer['curve'];
}

export interface EthereumResult {
  /** Threads that decode and verify. */
  threads: number;
  figures: EthereumFigure[];
}

const leastTransactions = { blocks: 20_000, bulk: 200_000 } as const;

function summarize(bulk: boolean, runs: readonly EthereumAnswer[]): EthereumFigure {
  const middle = (of: (run: EthereumAnswer) => number): number => median(runs.map(of));
  return {
    bulk,
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
    curve: runs[0]?.curve ?? [],
  };
}

/**
 * Imports repeated recorded blocks, with decoding and verification: block by block in three runs, and more of them in bulk in
 * one. Returns undefined if they are missing.
 */
export async function measureEthereum(
  places: FreeSlots,
  quick: boolean,
): Promise<EthereumResult | undefined> {
  if (!hasRecordedBlocks()) return undefined;
  const threads = Math.max(1, Math.min(4, availableParallelism() - 1));
  const figures: EthereumFigure[] = [];
  for (const way of ['blocks', 'bulk'] as const) {
    const folder = join(places.folder, `ethereum-${way}`);
    await mkdir(folder);
    await writeRepeatedBlocks(folder, quick ? 15_000 : leastTransactions[way]);
    const runs: EthereumAnswer[] = [];
    for (let round = 0; round < (quick || way === 'bulk' ? 1 : 3); round++) {
      runs.push(
        await withFresh(places, ({ dataDir, databaseUrl }) =>
          askOnce<EthereumAnswer>(
            new URL('../children/ethereum-child.ts', import.meta.url),
            { folder, threads, bulk: way === 'bulk', dataDir, databaseUrl } satisfies EthereumOrder,
            { flags: scriptFlags('import'), seconds: 300 },
          ),
        ),
      );
    }
    figures.push(summarize(way === 'bulk', runs));
    await rm(folder, { recursive: true });
  }
  return { threads, figures };
}
