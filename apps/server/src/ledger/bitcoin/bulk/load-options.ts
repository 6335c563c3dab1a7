import type { Hashing } from '@hopscope/chain';
import type { SqlDatabase } from '../../../db/session.ts';
import type { NetworkName } from '../ledger-row.ts';
import type { BitcoinListener } from '../listener.ts';
import type { RecordMemory } from '../../shared/bulk/record-file.ts';

/** A run of consecutive blocks to load. */
export interface BlockRun {
  readonly height: number;
  readonly count: number;
  /** Returns the hash of a block by its index in the run, in internal byte order. */
  hash(place: number): Uint8Array | Promise<Uint8Array>;
  /**
   * Returns the bytes of a block, in `memory` if they fit, otherwise in separate memory. Called in ascending order, one
   * after another.
   */
  read(place: number, memory: Uint8Array): Uint8Array | Promise<Uint8Array>;
}

export interface BulkProgress {
  readonly blocks: number;
  readonly transactions: number;
  readonly bytes: number;
  readonly height: number;
}

/** Limits for unspent outputs and clusters. */
export interface LoadMemory {
  /** Bytes of everything, with indexes. If more is needed, the load ends early and is published. */
  readonly most: number;
  /** Number of unspent outputs in columns. Older ones move to a file. */
  readonly outputs: number;
  /** Newest records of that file in memory. */
  readonly storedOutputs: RecordMemory;
  /** Newest nodes of clusters in memory; others are in a file. */
  readonly nodes: RecordMemory;
}

const recordsPerBlock = 8192;
/** About the bytes of an unspent output in columns, with its part of a transaction and of the slots. */
const bytesPerOutput = 110;
const bytesPerNode = 49;

/** Divides memory: a quarter for unspent outputs, a sixteenth for nodes, the rest for indexes, which can't move to files. */
export function divideMemory(bytes: number): LoadMemory {
  return {
    most: bytes,
    outputs: Math.floor(bytes / 4 / bytesPerOutput),
    storedOutputs: { blockRecords: recordsPerBlock, blocks: 2 },
    nodes: {
      blockRecords: recordsPerBlock,
      blocks: Math.max(2, Math.floor(bytes / 16 / bytesPerNode / recordsPerBlock)),
    },
  };
}

/** The history to load. */
export interface HistoryOptions {
  readonly network: NetworkName;
  /** Folder for the files of runs; created and removed. */
  readonly folder: string;
  readonly memory: LoadMemory;
  /** Number of transactions per segment; a load can continue after each segment. */
  readonly segmentTransactions: number;
  /** Threads that read and verify blocks in advance of the thread that adds them to the tables; 0: that thread does it. */
  readonly threads: number;
  /** Ascending by height. */
  readonly runs: readonly BlockRun[];
  readonly totalBytes: number;
  /** Throws ChainError if the difficulty isn't the one that the chain requires. */
  checkDifficulty(height: number, header: Uint8Array): Promise<void>;
  /** Receives the header of a block that was checked before the load was stopped. */
  noteHeader(height: number, header: Uint8Array): void;
  onProgress?(progress: BulkProgress): void;
  /** Called after all blocks are read; `share` (0 to 1) of the records was converted to rows. */
  onBuild?(share: number): void;
  readonly signal: AbortSignal | undefined;
}

export interface BulkLoadOptions extends HistoryOptions {
  readonly db: SqlDatabase;
  readonly hashing: Hashing;
  readonly keepScripts: boolean;
  readonly listener: BitcoinListener;
}

/** Result of a load. */
export interface BulkLoadResult extends BulkProgress {
  /** False if it was stopped: it continues after its last segment when it is called again with the same blocks. */
  readonly published: boolean;
  /** Number of blocks of each run that the ledger contains now. */
  readonly loaded: readonly number[];
}
