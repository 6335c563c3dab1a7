import type { NetworkName } from '../../ledger/bitcoin/ledger.ts';
import type { ScanReport } from './scan.ts';

export type ImportProgress =
  | { phase: 'scan'; bytes: number; totalBytes: number }
  /** After a bulk load has read all blocks: an estimate of the bytes whose rows are built. */
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
  /** Display hash, or the file where there is no block. */
  what: string;
  height: number | undefined;
  reason: string;
  /** Blocks that hang on it and were left out with it. */
  followers: number;
}

/** What an import did; nothing of it is silent. */
export interface ImportReport {
  network: NetworkName;
  loadedBlocks: number;
  /** Blocks of a bulk load that was stopped: not in the ledger yet. */
  preparedBlocks: number;
  loadedTransactions: number;
  loadedBytes: number;
  /** Blocks taken back for a heavier branch. */
  disconnected: number;
  alreadyHeld: number;
  duplicates: number;
  /** Blocks beside the chain, kept for a later import. */
  storedForks: number;
  /** Blocks beside the chain that are too old to matter. */
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
    alreadyHeld: 0,
    duplicates: 0,
    storedForks: 0,
    ignoredForks: 0,
    refused: [],
    damaged: [],
    interrupted: false,
  };
}
