import type { SqlDatabase } from '../../../db/session.ts';
import { createBitcoinLedger } from '../../../ledger/bitcoin/ledger.ts';
import { relabel } from '../../../ledger/bitcoin/clusters/clusters.ts';
import { nativeHashing } from '../../../ledger/native-hashing.ts';
import type { Audit } from '../../identity/audit/audit.service.ts';
import { behaviorItems } from '../attributions/behavior.ts';
import type { ImportItem } from '../import/import-item.ts';
import { createDirectorySync, type DirectorySync } from '../releases/sync.service.ts';

/**
 * Creates the directory's synchronization on a database, with the clusters and network of its Bitcoin ledger, and the
 * attributions that the ledger suggests.
 */
export function createSyncOver(options: {
  db: SqlDatabase;
  audit: Pick<Audit, 'record'>;
  now: () => number;
}): DirectorySync & { behavior: (signal: AbortSignal) => AsyncIterable<ImportItem> } {
  const ledger = createBitcoinLedger({ db: options.db, hashing: nativeHashing });
  const network = async () => (await ledger.network()) ?? 'mainnet';
  return {
    ...createDirectorySync({ ...options, clusters: { relabel }, network }),
    behavior: (signal) => behaviorItems({ ...options, network, signal }),
  };
}
