import type { Hashing } from '@hopscope/chain';
import type { SqlDatabase } from '../../../db/session.ts';
import type { NetworkName } from '../ledger-row.ts';
import type { BitcoinListener } from '../listener.ts';

/** A run of blocks to load one above the other. */
export interface BlockRun {
  readonly height: number;
  readonly count: number;
  /** Hash of a block by its place in the run, internal byte order. */
  hash(place: number): Uint8Array | Promise<Uint8Array>;
  /**
   * The bytes of a block, in `memory` where it has room for them, otherwise in memory of their own. Asked for in ascending order,
   * one after the other.
   */
  read(place: number, memory: Uint8Array): Uint8Array | Promise<Uint8Array>;
}

export interface BulkProgress {
  readonly blocks: number;
  readonly transactions: number;
  readonly bytes: number;
  readonly height: number;
}

/** The history to load. */
export interface HistoryOptions {
  readonly network: NetworkName;
  /** Folder for the files of runs; made and removed. */
  readonly folder: string;
  /** Bytes of memory for unspent outputs and clusters: beyond it, the load ends early and is published. */
  readonly memory: number;
  /** Transactions of a segment, after which the load can go on from there. */
  readonly segmentTransactions: number;
  /** Threads that read and verify blocks ahead of the one that adds them to the tables; 0: that one does it. */
  readonly threads: number;
  /** Ascending by height. */
  readonly runs: readonly BlockRun[];
  readonly totalBytes: number;
  /** Throws ChainError where the difficulty is not the one that the chain asks for. */
  checkDifficulty(height: number, header: Uint8Array): Promise<void>;
  /** Takes note of a block that was checked before the load was stopped. */
  noteHeader(height: number, header: Uint8Array): void;
  onProgress?(progress: BulkProgress): void;
  /** All blocks are read; `share` (0 to 1) of the records has become rows. */
  onBuild?(share: number): void;
  readonly signal: AbortSignal | undefined;
}

export interface BulkLoadOptions extends HistoryOptions {
  readonly db: SqlDatabase;
  readonly hashing: Hashing;
  readonly keepScripts: boolean;
  readonly listener: BitcoinListener;
}

/** What a load did. */
export interface BulkLoadResult extends BulkProgress {
  /** False: it was stopped, and goes on from its last segment when it is called again with the same blocks. */
  readonly published: boolean;
  /** Blocks of each run that are in the ledger now. */
  readonly loaded: readonly number[];
}
