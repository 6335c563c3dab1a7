import { decodeHeader, networks, workOfBits } from '@hopscope/chain';
import type { BulkProgress, LoadMemory } from '../../ledger/bitcoin/bulk/load-options.ts';
import { createDifficultyCheck, emptyLedger } from './difficulty.ts';
import type { Loader } from './load-branch.ts';
import type { Branch } from './plan.ts';

/** How an empty ledger is filled in bulk. */
export interface BulkSettings {
  /** Folder for temporary files. */
  readonly folder: string;
  readonly memory: LoadMemory;
  /** Number of threads that read and verify blocks in advance. */
  readonly threads: number;
  /** Raw size of blocks in bytes from which a bulk load is worthwhile. */
  readonly leastBytes: number;
  /** Number of transactions after which a load can be continued. */
  readonly segmentTransactions: number;
}

/** Defaults of most installations; `folder` and `memory` are settings. */
export const usualBulk = { leastBytes: 32 << 20, segmentTransactions: 100_000 } as const;

/** Returns the branch without its first records. */
function rest(loader: Loader, branch: Branch, loaded: number): Branch {
  const records = branch.records.slice(loaded);
  const work = records.reduce((sum, record) => sum + workOfBits(loader.source.index.bits(record)), 0n);
  return { height: branch.height + loaded, records, work };
}

/**
 * Loads branches, in ascending order of height, in bulk if the ledger is empty and they are large. Returns the branches left
 * to load block by block, which also determines why they weren't loaded. A load that is stopped returns nothing, and
 * continues when it is repeated.
 */
export async function loadInBulk(
  loader: Loader,
  branches: readonly Branch[],
  given: {
    settings: BulkSettings | undefined;
    totalBytes: number;
    onProgress(progress: BulkProgress): void;
    onBuild(share: number): void;
  },
): Promise<readonly Branch[]> {
  const { settings, totalBytes } = given;
  if (!settings || totalBytes < settings.leastBytes) return branches;
  const { index } = loader.source;
  const { hashing } = loader;
  const difficulty = createDifficultyCheck({
    ledger: emptyLedger,
    network: networks[loader.network],
    hashing,
  });
  const recordAt = (branch: Branch, place: number): number => branch.records[place] ?? -1;
  const result = await loader.ledger.loadHistory({
    network: loader.network,
    folder: settings.folder,
    memory: settings.memory,
    threads: settings.threads,
    segmentTransactions: settings.segmentTransactions,
    totalBytes,
    runs: branches.map((branch) => ({
      height: branch.height,
      count: branch.records.length,
      hash: (place) => index.hash(recordAt(branch, place)),
      read(place, memory) {
        const record = recordAt(branch, place);
        const length = index.length(record);
        return loader.source.readNow(
          { file: index.file(record), offset: index.offset(record), length },
          memory,
        );
      },
    })),
    checkDifficulty: (height, header) => difficulty.check(height, decodeHeader(header, hashing).header),
    noteHeader: (height, header) => difficulty.note(height, decodeHeader(header, hashing).header),
    onProgress: given.onProgress,
    onBuild: given.onBuild,
    signal: loader.signal,
  });
  if (!result) return branches;
  if (!result.published) {
    loader.report.preparedBlocks = result.blocks;
    return [];
  }
  loader.report.loadedBlocks += result.blocks;
  loader.report.loadedTransactions += result.transactions;
  loader.report.loadedBytes += result.bytes;
  return branches.map((branch, i) => rest(loader, branch, result.loaded[i] ?? 0));
}
