import type { SqlDatabase } from '../../../db/session.ts';
import type { EthereumChain, Openings } from '../blocks/bundle.ts';
import type { EthereumListener } from '../listener.ts';
import type { PreparedBatch } from './prepare-batch.ts';

/** Prepared blocks in chain order. */
export interface PreparedSource {
  /** Returns the next blocks; undefined at the end, or before a block that can't be used. */
  next(): Promise<PreparedBatch | undefined>;
  /** Releases the memory of a batch. */
  release(batch: PreparedBatch): void;
  close(): Promise<void>;
}

export interface EthereumLoadProgress {
  readonly blocks: number;
  readonly transactions: number;
  readonly height: number;
}

/** The history to load. */
export interface EthereumHistory {
  readonly chain: EthereumChain;
  /** Folder for the files of runs; created and removed. */
  readonly folder: string;
  /** Number of transactions per segment; a load can continue after each segment. */
  readonly segmentTransactions: number;
  /** Heights of all blocks, ascending. */
  readonly heights: readonly number[];
  /** Returns the hash of one of the blocks; undefined if it can't be used. */
  hashAt(height: number): Promise<Uint8Array | undefined>;
  /** Starts preparing the blocks above a height. */
  prepare(above: number): PreparedSource;
  readonly openings?: Openings | undefined;
  onProgress?(progress: EthereumLoadProgress): void;
  readonly signal?: AbortSignal | undefined;
}

export interface EthereumLoadOptions extends EthereumHistory {
  readonly db: SqlDatabase;
  readonly listener: EthereumListener;
}

/** Result of a load. */
export interface EthereumLoadResult extends EthereumLoadProgress {
  /** False if it was stopped: it continues after its last segment when it is called again with the same blocks. */
  readonly published: boolean;
}
