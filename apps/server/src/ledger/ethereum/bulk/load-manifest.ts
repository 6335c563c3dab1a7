import { createManifestStore } from '../../shared/bulk/manifest-store.ts';
import type { HeightRange } from '../../shared/ranges.ts';
import type { SumDelta } from '../accounts/effects.ts';

/** Progress of a load: written in the transaction that ends a segment. */
export interface EthereumLoadManifest {
  /** Name of the folder with the files of its runs. */
  readonly id: string;
  readonly chainId: bigint;
  readonly network: string;
  /** The number of partitions of homes and lookup keys is 2 to the power of this. */
  readonly partitionBits: number;
  /** Number of complete segments; their runs are numbered from 0. */
  readonly segments: number;
  readonly ranges: readonly HeightRange[];
  /** Hash of the highest block in hex. */
  readonly tip: string;
  readonly blocks: number;
  readonly transactions: number;
  readonly sums: SumDelta;
}

export const ethereumManifests = createManifestStore<EthereumLoadManifest>('eth_load', 1);

/** Target size of a partition's entries in bytes, and a high estimate of those of one block. */
const partitionBytes = 32 << 20;
const bytesPerBlock = 100_000;

/** Chooses the number of partitions for a load of this many blocks. */
export function choosePartitionBits(blocks: number): number {
  return Math.min(10, Math.max(4, Math.ceil(Math.log2((blocks * bytesPerBlock) / partitionBytes))));
}
