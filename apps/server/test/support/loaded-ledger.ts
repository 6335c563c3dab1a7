import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, inject } from 'vitest';
import { openPglite } from '../../src/db/pglite.ts';
import { openPostgres } from '../../src/db/postgres.ts';
import type { Engine, SqlDatabase } from '../../src/db/session.ts';
import { type BitcoinLedger, createBitcoinLedger } from '../../src/ledger/bitcoin/ledger.ts';
import { nativeHashing } from '../../src/ledger/native-hashing.ts';
import { importBlocks } from '../../src/sources/bitcoin-files/import-blocks.ts';
import type { ImportReport } from '../../src/sources/bitcoin-files/import-report.ts';
import { type Api, createApi } from './api-client.ts';
import { createPostgresDatabase, enginesFor } from './databases.ts';

/** A database that lives as long as its tests need it. */
export interface OwnDatabase {
  db: SqlDatabase;
  remove(): Promise<void>;
}

/** A migrated, empty database of its own. */
export async function ownDatabase(engine: Engine): Promise<OwnDatabase> {
  if (engine === 'pglite') {
    const tarball = await readFile(join(inject('pgliteFolder'), 'database.tar'));
    const db = await openPglite({ snapshot: new Uint8Array(tarball) });
    return { db, remove: () => db.close() };
  }
  const created = await createPostgresDatabase();
  const db = openPostgres({ url: created.url, poolSize: 4 });
  return {
    db,
    async remove() {
      await db.close();
      await created.drop();
    },
  };
}

/** Imports files into a ledger, as the import command does. */
export function load(
  ledger: BitcoinLedger,
  paths: readonly string[],
  more: { firstHeight?: number } = {},
): Promise<ImportReport> {
  return importBlocks({ ledger, hashing: nativeHashing, paths, network: undefined, ...more });
}

export interface LoadedLedger {
  readonly engine: Engine;
  readonly db: SqlDatabase;
  readonly ledger: BitcoinLedger;
  readonly api: Api;
}

export interface LedgerOptions {
  now?: () => number;
  /** What to do before the first test. */
  prepare?: (ledger: BitcoinLedger) => Promise<unknown>;
  /** For what depends on locks or on the engine's types, or takes more on one of them. */
  engines?: readonly Engine[];
}

/** A ledger with its API, for as long as the caller needs it. */
export async function openLedger(
  engine: Engine,
  options: LedgerOptions = {},
): Promise<LoadedLedger & { close(): Promise<void> }> {
  const { db, remove } = await ownDatabase(engine);
  const ledger = createBitcoinLedger({ db, hashing: nativeHashing });
  await options.prepare?.(ledger);
  const api = await createApi(db, options.now ? { now: options.now } : {});
  return {
    engine,
    db,
    ledger,
    api,
    async close() {
      await api.app.close();
      await remove();
    },
  };
}

/**
 * Runs tests that share one ledger and its API, on one of the engines, which follows from the name, unless the options
 * say where; with `TEST_ENGINES=both` on both.
 */
export function describeLedger(
  name: string,
  options: LedgerOptions,
  tests: (held: LoadedLedger) => void,
): void {
  for (const engine of options.engines ?? enginesFor(name)) {
    describe(`${name} (${engine})`, () => {
      let open: Awaited<ReturnType<typeof openLedger>> | undefined;
      const held = (): LoadedLedger => {
        if (!open) throw new Error('The ledger is there once the tests run');
        return open;
      };
      beforeAll(async () => {
        open = await openLedger(engine, options);
      });
      afterAll(() => open?.close());
      tests({
        engine,
        get db() {
          return held().db;
        },
        get ledger() {
          return held().ledger;
        },
        get api() {
          return held().api;
        },
      });
    });
  }
}
