import { statSync } from 'node:fs';
import { openBench } from '../lib/open-bench.ts';
import { type SqlDatabase, withSession } from '../../apps/server/src/db/session.ts';
import { takeWriterLock } from '../../apps/server/src/db/writer-lock.ts';
import { createBitcoinLedger } from '../../apps/server/src/ledger/bitcoin/ledger.ts';
import { nativeHashing } from '../../apps/server/src/ledger/native-hashing.ts';
import { importBlocks } from '../../apps/server/src/sources/bitcoin-files/import-blocks.ts';
import { obey } from './child-side.ts';
import { bulkSettings } from '../lib/bulk-settings.ts';
import { peakMemory } from '../lib/peak-memory.ts';

/** Files to import into an empty ledger, as `npm run import` does. */
export interface LoadOrder {
  paths: readonly string[];
  dataDir: string;
  databaseUrl: string | undefined;
  /** `later`: clusters are skipped. */
  clusters: 'now' | 'later';
  /** True: in bulk, as the command loads an empty ledger; false: block by block. */
  bulk: boolean;
  keepScripts: boolean;
}

export interface LoadAnswer {
  transactions: number;
  blocks: number;
  rawBytes: number;
  /** From reading the state of the ledger, before the first block is read, to the last commit. */
  loadSeconds: number;
  /** From the start of the process to the closed database. */
  totalSeconds: number;
  /** CPU time of this process, all threads, during the load. */
  loadCpuSeconds: number;
  /** Of this process, all threads, without the database. */
  peakBytes: number;
  /** Tables and indexes of the Bitcoin ledger. */
  databaseBytes: number;
  /** Seconds since the start of the load at which this many transactions were read, and the memory of this process. */
  progress: { seconds: number; transactions: number; bytes: number }[];
}

async function sizeOf(db: SqlDatabase): Promise<number> {
  const { rows } = await withSession(db, (session) =>
    session.query<{ bytes: bigint }>(
      `select sum(pg_total_relation_size(oid))::int8 as bytes from pg_class where relkind = 'r' and relname like 'btc\\_%'`,
    ),
  );
  return Number(rows[0]?.bytes ?? 0n);
}

obey<{ order: LoadOrder; answer: LoadAnswer }>(async (order) => {
  const { paths, dataDir, databaseUrl, clusters, keepScripts } = order;
  const { db, close } = await openBench({ dataDir, databaseUrl });
  const lock = await takeWriterLock(db);
  if (!lock) throw new Error('Somebody else writes to the database of the bench');
  const ledger = createBitcoinLedger({ db, hashing: nativeHashing, clusters, keepScripts });
  const start = (): { at: number; cpu: NodeJS.CpuUsage } => ({
    at: performance.now(),
    cpu: process.cpuUsage(),
  });
  let begun: ReturnType<typeof start> | undefined;
  let load = { seconds: 0, cpuSeconds: 0 };
  const progress: LoadAnswer['progress'] = [];
  const report = await importBlocks({
    ledger: {
      ...ledger,
      ranges() {
        begun ??= start();
        return ledger.ranges();
      },
      loadHistory(options) {
        begun ??= start();
        return ledger.loadHistory(options);
      },
    },
    ...(order.bulk && {
      bulk: bulkSettings(dataDir),
    }),
    hashing: nativeHashing,
    paths,
    network: undefined,
    onProgress: (step) => {
      if (step.phase !== 'load' || !begun) return;
      const { user, system } = process.cpuUsage(begun.cpu);
      load = { seconds: (performance.now() - begun.at) / 1000, cpuSeconds: (user + system) / 1e6 };
      progress.push({
        seconds: load.seconds,
        transactions: step.transactions,
        bytes: process.memoryUsage.rss(),
      });
    },
  });
  if (begun) {
    // The last part of a bulk load comes after the last progress report.
    const { user, system } = process.cpuUsage(begun.cpu);
    if (order.bulk)
      load = { seconds: (performance.now() - begun.at) / 1000, cpuSeconds: (user + system) / 1e6 };
  }
  const [refused] = report.refused;
  if (refused) throw new Error(`The import refused ${refused.what}: ${refused.reason}`);
  await lock.release();
  const databaseBytes = await sizeOf(db);
  await close();
  return {
    transactions: report.loadedTransactions,
    blocks: report.loadedBlocks,
    rawBytes: paths.reduce((sum, path) => sum + statSync(path).size, 0),
    loadSeconds: load.seconds,
    loadCpuSeconds: load.cpuSeconds,
    totalSeconds: performance.now() / 1000,
    peakBytes: peakMemory(),
    databaseBytes,
    progress,
  };
});
