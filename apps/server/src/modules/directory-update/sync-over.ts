import type { SqlDatabase } from '../../db/session.ts';
import { createBitcoinLedger } from '../../ledger/bitcoin/ledger.ts';
import { relabel } from '../../ledger/bitcoin/clusters.ts';
import { nativeHashing } from '../../ledger/native-hashing.ts';
import type { Audit } from '../audit/audit.service.ts';
import { createDirectorySync, type DirectorySync } from '../directory/sync.service.ts';

/** The directory's synchronisation over a database: with the clusters of its Bitcoin ledger, for that ledger's network. */
export function createSyncOver(options: {
  db: SqlDatabase;
  audit: Pick<Audit, 'record'>;
  now: () => number;
}): DirectorySync {
  const ledger = createBitcoinLedger({ db: options.db, hashing: nativeHashing });
  return createDirectorySync({
    ...options,
    clusters: { relabel },
    network: async () => (await ledger.network()) ?? 'mainnet',
  });
}
