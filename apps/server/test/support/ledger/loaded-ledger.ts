import { afterAll, beforeAll, describe } from 'vitest';
import type { SqlDatabase } from '../../../src/db/session.ts';
import { type BitcoinLedger, createBitcoinLedger } from '../../../src/ledger/bitcoin/ledger.ts';
import { nativeHashing } from '../../../src/ledger/native-hashing.ts';
import { importBlocks } from '../../../src/sources/bitcoin-files/import-blocks.ts';
import type { ImportReport } from '../../../src/sources/bitcoin-files/import-report.ts';
import { type Api, createApi } from '../api/api-client.ts';
import { ownDatabase } from '../databases.ts';
import { createMatching } from '../../../src/contexts/compliance/matching/matching.ts';

/** Imports files into a ledger, as the import command does. */
export function load(
  ledger: BitcoinLedger,
  paths: readonly string[],
  more: { firstHeight?: number } = {},
): Promise<ImportReport> {
  return importBlocks({ ledger, hashing: nativeHashing, paths, network: undefined, ...more });
}

export interface LoadedLedger {
  readonly db: SqlDatabase;
  readonly ledger: BitcoinLedger;
  readonly api: Api;
}

export interface LedgerOptions {
  now?: () => number;
  /** Setup before the first test. */
  prepare?: (ledger: BitcoinLedger) => Promise<unknown>;
}

/** Opens a ledger with its API for as long as the caller needs it. */
export async function openLedger(
  options: LedgerOptions = {},
): Promise<LoadedLedger & { close(): Promise<void> }> {
  const { db, remove } = await ownDatabase();
  const ledger = createBitcoinLedger({ db, hashing: nativeHashing, listener: createMatching().bitcoin });
  await options.prepare?.(ledger);
  const api = await createApi(db, options.now ? { now: options.now } : {});
  return {
    db,
    ledger,
    api,
    async close() {
      await api.app.close();
      await remove();
    },
  };
}

/** Defines tests that share one ledger and its API. */
export function describeLedger(
  name: string,
  options: LedgerOptions,
  tests: (loaded: LoadedLedger) => void,
): void {
  describe(name, () => {
    let open: Awaited<ReturnType<typeof openLedger>> | undefined;
    const loaded = (): LoadedLedger => {
      if (!open) throw new Error('The ledger is there once the tests run');
      return open;
    };
    beforeAll(async () => {
      open = await openLedger(options);
    });
    afterAll(() => open?.close());
    tests({
      get db() {
        return loaded().db;
      },
      get ledger() {
        return loaded().ledger;
      },
      get api() {
        return loaded().api;
      },
    });
  });
}
