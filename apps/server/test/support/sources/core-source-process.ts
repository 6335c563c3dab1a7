import type { SqlDatabase } from '../../../src/db/session.ts';
import { createBitcoinLedger } from '../../../src/ledger/bitcoin/ledger.ts';
import type { BitcoinMempool } from '../../../src/ledger/bitcoin/mempool/mempool.ts';
import { nativeHashing } from '../../../src/ledger/native-hashing.ts';
import {
  type BitcoinCoreSettings,
  type BitcoinCoreSource,
  createBitcoinCoreSource,
} from '../../../src/sources/bitcoin-core/bitcoin-core-source.ts';
import type { BulkSettings } from '../../../src/sources/bitcoin-files/load-in-bulk.ts';
import { createMatching } from '../../../src/contexts/compliance/matching/matching.ts';

export const coreSettings: Omit<BitcoinCoreSettings, 'url'> = {
  user: undefined,
  password: undefined,
  cookieFile: undefined,
  zmqUrl: undefined,
  blocksDir: undefined,
  network: undefined,
  historyFrom: 0,
  reorganizationLimit: 100,
  pollMs: 30,
  timeoutMs: 60_000,
  retryMs: 30,
  maxBytes: 20_000_000,
};

/** A running source, with the defects and problems that it reported. */
export interface StartedSource extends BitcoinCoreSource {
  failures: unknown[];
  troubles: string[];
}

/** Follows a node with frequent polling. */
export function startCoreSource(
  db: SqlDatabase,
  settings: Partial<BitcoinCoreSettings> & { url: string },
  mempool?: BitcoinMempool,
  bulk?: BulkSettings,
): StartedSource {
  const failures: unknown[] = [];
  const troubles: string[] = [];
  const source = createBitcoinCoreSource({
    ledger: createBitcoinLedger({ db, hashing: nativeHashing, listener: createMatching().bitcoin }),
    hashing: nativeHashing,
    mempool,
    settings: { ...coreSettings, ...settings },
    ...(bulk && { bulk }),
    onFailure: (error) => failures.push(error),
    onTrouble: (reason) => troubles.push(reason),
    now: Date.now,
  });
  source.start();
  return { ...source, failures, troubles };
}
