import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { divideMemory } from '../../apps/server/src/ledger/bitcoin/bulk/load-options.ts';
import { type BulkSettings, usualBulk } from '../../apps/server/src/sources/bitcoin-files/load-in-bulk.ts';

/** Returns the settings of installations, for histories of any size. */
export function bulkSettings(dataDir: string): BulkSettings {
  return {
    ...usualBulk,
    leastBytes: 0,
    folder: join(dataDir, 'load'),
    memory: divideMemory(1 << 30),
    threads: Math.min(3, availableParallelism() - 1),
  };
}
