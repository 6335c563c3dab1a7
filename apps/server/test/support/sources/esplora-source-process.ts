import type { SqlDatabase } from '../../../src/db/session.ts';
import { createBitcoinLedger } from '../../../src/ledger/bitcoin/ledger.ts';
import { nativeHashing as hashing } from '../../../src/ledger/native-hashing.ts';
import {
  createEsploraSource,
  type EsploraSettings,
  type EsploraSource,
} from '../../../src/sources/esplora/esplora-source.ts';
import { bitcoinDemand, createMatching } from '../../../src/contexts/compliance/matching/matching.ts';

/** Runs a source, and records its reported retries and defects. */
export function runEsplora(
  db: SqlDatabase,
  url: string,
  more: Partial<EsploraSettings> = {},
): { source: EsploraSource; output: string[]; failures: unknown[] } {
  const output: string[] = [];
  const failures: unknown[] = [];
  const source = createEsploraSource({
    db,
    ledger: createBitcoinLedger({ db, hashing, listener: createMatching().bitcoin }),
    listener: createMatching().bitcoin,
    demand: bitcoinDemand,
    hashing,
    now: Date.now,
    onFailure: (error) => void failures.push(error),
    onTrouble: (reason) => void output.push(reason),
    settings: {
      url,
      network: 'demo',
      perSecond: 100_000,
      reorganizationLimit: 100,
      pollMs: 10,
      timeoutMs: 60_000,
      retryMs: 10,
      maxBytes: 2_000_000,
      ...more,
    },
  });
  source.start();
  return { source, output, failures };
}
