import type { Hashing } from '@hopscope/chain';
import type { BitcoinLedger, NetworkName } from '../../ledger/bitcoin/ledger.ts';
import { BlockFileError } from '../bitcoin-files/find-files.ts';
import type { ImportProgress } from '../bitcoin-files/import-report.ts';
import type { BulkSettings } from '../bitcoin-files/load-in-bulk.ts';
import { importBlocks } from '../bitcoin-files/import-blocks.ts';

/** Texts about the steps of an initial load, for people. */
export const steps: Record<ImportProgress['phase'], string> = {
  scan: "Scanning the node's block files",
  load: "Loading the node's block files",
  build: 'Building the tables of the ledger',
};

/** A message about an initial load from files, for people; undefined if there is none. */
export type LoadNotice = string | undefined;

/**
 * Loads the blocks in the node's folder of block files (with its XOR key), like `npm run import`. Returns a message if it
 * couldn't, or couldn't completely: the rest is read from the node. Throws errors of the ledger.
 */
export async function loadFiles(options: {
  ledger: BitcoinLedger;
  hashing: Hashing;
  network: NetworkName;
  folder: string;
  bulk?: BulkSettings;
  signal: AbortSignal;
  onNotice(words: LoadNotice): void;
  onHeight(height: number): void;
}): Promise<LoadNotice> {
  const { folder, onNotice, onHeight } = options;
  try {
    const report = await importBlocks({
      ...options,
      paths: [folder],
      onProgress(progress) {
        if (progress.phase === 'load') onHeight(progress.height);
        const share = progress.totalBytes === 0 ? 1 : progress.bytes / progress.totalBytes;
        onNotice(`${steps[progress.phase]}: ${Math.floor(share * 100)}%`);
      },
    });
    const [refused] = report.refused;
    return refused && `Not all of the node's block files were loaded: ${refused.reason}`;
  } catch (error) {
    if (!isFileFault(error)) throw error;
    return "The node's block files cannot be read. All blocks are fetched over RPC.";
  }
}

function isFileFault(error: unknown): boolean {
  return error instanceof BlockFileError || (error instanceof Error && 'syscall' in error && 'path' in error);
}
