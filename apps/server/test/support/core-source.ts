import { encodeBlock } from '@hopscope/chain';
import type { SourceStatus } from '@hopscope/contract';
import { expect } from 'vitest';
import type { SqlDatabase } from '../../src/db/session.ts';
import type { PlacedBlock } from '../../src/ledger/bitcoin/batch.ts';
import { createBitcoinLedger } from '../../src/ledger/bitcoin/ledger.ts';
import type { BitcoinMempool } from '../../src/ledger/bitcoin/mempool.ts';
import { nativeHashing } from '../../src/ledger/native-hashing.ts';
import {
  type BitcoinCoreSettings,
  type BitcoinCoreSource,
  createBitcoinCoreSource,
} from '../../src/sources/bitcoin-core/bitcoin-core-source.ts';

export const coreSettings: Omit<BitcoinCoreSettings, 'url'> = {
  user: undefined,
  password: undefined,
  cookieFile: undefined,
  zmqUrl: undefined,
  blocksDir: undefined,
  network: undefined,
  historyFrom: 0,
  reorganisationLimit: 100,
  pollMs: 30,
  timeoutMs: 1000,
  retryMs: 30,
  maxBytes: 20_000_000,
};

/** A source that runs, with what went wrong in it. */
export interface RunningSource extends BitcoinCoreSource {
  failures: unknown[];
  /** Waits until the status has a phase. */
  reaches(phase: SourceStatus['phase']): Promise<void>;
}

export function startCoreSource(
  db: SqlDatabase,
  settings: Partial<BitcoinCoreSettings> & { url: string },
  mempool?: BitcoinMempool,
): RunningSource {
  const failures: unknown[] = [];
  const source = createBitcoinCoreSource({
    ledger: createBitcoinLedger({ db, hashing: nativeHashing }),
    hashing: nativeHashing,
    mempool,
    settings: { ...coreSettings, ...settings },
    onFailure: (error) => failures.push(error),
    onRetry: () => {},
    now: Date.now,
  });
  source.start();
  return {
    ...source,
    failures,
    reaches: (phase) =>
      expect.poll(() => source.status(), { timeout: 30_000, interval: 20 }).toMatchObject({ phase }),
  };
}

export function rawBlocks(blocks: readonly PlacedBlock[]): Uint8Array[] {
  return blocks.map(({ block }) => encodeBlock(block));
}
