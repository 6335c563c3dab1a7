import type { NetworkName } from '../../ledger/bitcoin/ledger.ts';
import type { ScanReport } from './scan.ts';

export type ImportProgress =
  | { phase: 'scan'; bytes: number; totalBytes: number }
  /** After a bulk load has read all blocks: the estimated number of bytes whose rows are built. */
  | { phase: 'build'; bytes: number; totalBytes: number }
  | {
      phase: 'load';
      blocks: number;
      totalBlocks: number;
      transactions: number;
      bytes: number;
      totalBytes: number;
      height: number;
    };

export interface Refusal {
  /** Hash in display order, or the file if there is no block. */
  what: string;
  height: number | undefined;
  reason: string;
  /** Number of descendants that were skipped with it. */
  followers: number;
}

/** Complete result of an import. */
export interface ImportReport {
  network: NetworkName;
  loadedBlocks: number;
  /** Number of blocks of a bulk load that was stopped: not in the ledger yet. */
  preparedBlocks: number;
  loadedTransactions: number;
  loadedBytes: number;
  /** Number of blocks disconnected in favor of a heavier branch. */
  disconnected: number;
  alreadyStored: number;
  duplicates: number;
  /** Number of blocks outside the chain that are stored for a later import. */
  storedForks: number;
  /** Number of blocks outside the chain that are too old to matter. */
  ignoredForks: number;
  refused: Refusal[];
  damaged: ScanReport['damaged'];
  interrupted: boolean;
}

export function emptyReport(network: NetworkName): ImportReport {
  return {
    network,
    loadedBlocks: 0,
    preparedBlocks: 0,
    loadedTransactions: 0,
    loadedBytes: 0,
    disconnected: 0,
    alreadyStored: 0,
    duplicates: 0,
    storedForks: 0,
    ignoredForks: 0,
    refused: [],
    damaged: [],
    interrupted: false,
  };
}
