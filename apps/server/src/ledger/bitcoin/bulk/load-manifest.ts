import { createManifestStore } from '../../shared/bulk/manifest-store.ts';
import type { HeightRange } from '../ranges.ts';
import type { NetworkName } from '../ledger-row.ts';
import type { Totals } from '../blocks/batch.ts';
import type { Partitions } from './records.ts';

/** Progress of a load: written in the transaction that ends a segment. */
export interface LoadManifest {
  /** Name of the folder with the files of its runs. */
  readonly id: string;
  readonly network: NetworkName;
  readonly keepScripts: boolean;
  readonly partitions: Partitions;
  /** Number of complete segments; their runs are numbered from 0. */
  readonly segments: number;
  readonly ranges: readonly HeightRange[];
  /** Hash of the highest block, as hex digits in internal byte order. */
  readonly tip: string;
  readonly blocks: number;
  readonly transactions: number;
  readonly bytes: number;
  readonly totals: Totals;
}

export const manifestStore = createManifestStore<LoadManifest>('btc_load', 1);
