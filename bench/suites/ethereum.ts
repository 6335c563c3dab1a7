import { mkdir, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { nativeHashing } from '../../apps/server/src/ledger/native-hashing.ts';
import { writeDemoFiles } from '../../apps/server/src/sources/demo/write-files.ts';
import { askOnce } from '../children/child.ts';
import { hasRecordedBlocks, writeRepeatedBlocks } from '../lib/ethereum-blocks.ts';
import type { EthereumAnswer, EthereumOrder } from '../children/ethereum-child.ts';
import { scriptFlags } from '../lib/script-flags.ts';
import { type FreeSlots, withFresh } from '../lib/free-slots.ts';
import { median } from '../lib/statistics.ts';

/** Medians over the runs; rates are per second of the load. */
export interface EthereumFigure {
  /** Runs before 2026-12-01 without it are of recorded blocks. */
  input?: EthereumOrder['input'];
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

interface Load extends Pick<EthereumOrder, 'input' | 'bulk'> {
  readonly transactions: number;
  readonly runs: number;
}

/** A demo of 530,000 has a bit more than 500,000. */
const loads: readonly Load[] = [
  { input: 'recorded', bulk: false, transactions: 20_000, runs: 3 },
  { input: 'recorded', bulk: true, transactions: 200_000, runs: 1 },
  { input: 'demo', bulk: true, transactions: 530_000, runs: 1 },
];

/** Writes blocks to a folder; returns the one to import. */
async function writeBlocks(folder: string, { input }: Load, transactions: number): Promise<string> {
  if (input === 'recorded') {
    await writeRepeatedBlocks(folder, transactions);
    return folder;
  }
  const demo = {
    seed: 1,
    start: 1_700_000_000,
    length: 365 * 86_400,
    blockInterval: 3600,
    transactions: 1000,
  };
  await writeDemoFiles({
    folder,
    demo: { ...demo, ethereumTransactions: transactions },
    hashing: nativeHashing,
    truth: false,
    signal: new AbortController().signal,
  });
  return join(folder, 'ethereum');
}

function summarize({ input, bulk }: Load, runs: readonly EthereumAnswer[]): EthereumFigure {
  const middle = (of: (run: EthereumAnswer) => number): number => median(runs.map(of));
  return {
    input,
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
 * Imports blocks, with decoding and verification: repeated recorded ones block by block and more of them in bulk, and a demo in
 * bulk. Returns undefined if the recorded ones are missing.
 */
export async function measureEthereum(
  places: FreeSlots,
  quick: boolean,
): Promise<EthereumResult | undefined> {
  if (!hasRecordedBlocks()) return undefined;
  const threads = Math.max(1, Math.min(4, availableParallelism() - 1));
  const figures: EthereumFigure[] = [];
  for (const load of loads) {
    const { input, bulk } = load;
    const written = join(places.folder, `ethereum-${input}`);
    await mkdir(written);
    const folder = await writeBlocks(written, load, quick ? 15_000 : load.transactions);
    const runs: EthereumAnswer[] = [];
    for (let round = 0; round < (quick ? 1 : load.runs); round++) {
      runs.push(
        await withFresh(places, ({ dataDir, databaseUrl }) =>
          askOnce<EthereumAnswer>(
            new URL('../children/ethereum-child.ts', import.meta.url),
            { folder, threads, input, bulk, dataDir, databaseUrl } satisfies EthereumOrder,
            { flags: scriptFlags('import'), seconds: 600 },
          ),
        ),
      );
    }
    figures.push(summarize(load, runs));
    await rm(written, { recursive: true });
  }
  return { threads, figures };
}
