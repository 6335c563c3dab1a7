import { join } from 'node:path';
import { openBench } from '../lib/open-bench.ts';
import { withSession } from '../../apps/server/src/db/session.ts';
import { auditEthereum } from '../../apps/server/src/ledger/ethereum/audit/audit.ts';
import { createEthereumLedger } from '../../apps/server/src/ledger/ethereum/ledger.ts';
import {
  importEthereumFolder,
  usualEthereumBulk,
} from '../../apps/server/src/sources/ethereum-files/import-folder.ts';
import { demoEthereumChain } from '../../apps/server/src/sources/demo/demo-ledgers.ts';
import { obey } from './child-side.ts';
import { peakMemory } from '../lib/peak-memory.ts';

/** A folder of blocks to import into an empty ledger, as `npm run import -- --ethereum` does. */
export interface EthereumOrder {
  folder: string;
  threads: number;
  /** Recorded blocks of mainnet, or those of a demo. */
  input: 'recorded' | 'demo';
  /** In bulk, or block by block. */
  bulk: boolean;
  dataDir: string;
  databaseUrl: string | undefined;
}

export interface EthereumAnswer {
  transactions: number;
  /** Entries in the lists of accounts. */
  entries: number;
  accounts: number;
  /** From opening the folder to the last commit. */
  loadSeconds: number;
  /** CPU time of this process, all threads, during the load. */
  loadCpuSeconds: number;
  peakBytes: number;
  /** Transactions read and resident memory of this process, all threads, after each segment of a bulk load. */
  curve: { transactions: number; seconds: number; residentBytes: number }[];
  /** Tables and indexes of the Ethereum ledger. */
  databaseBytes: number;
}

obey<{ order: EthereumOrder; answer: EthereumAnswer }>(async (order) => {
  const { db, close } = await openBench({ dataDir: order.dataDir, databaseUrl: order.databaseUrl });
  const startedAt = performance.now();
  const curve: EthereumAnswer['curve'] = [];
  const cpu = process.cpuUsage();
  const report = await importEthereumFolder({
    ledger: createEthereumLedger({ db }),
    chain: order.input === 'demo' ? demoEthereumChain : { chainId: 1n, network: 'mainnet' },
    folder: order.folder,
    threads: order.threads,
    bulk: order.bulk ? { ...usualEthereumBulk, folder: join(order.dataDir, 'load-ethereum') } : undefined,
    onProgress({ transactions }) {
      if (!order.bulk) return;
      curve.push({
        transactions,
        seconds: (performance.now() - startedAt) / 1000,
        residentBytes: process.memoryUsage.rss(),
      });
    },
  });
  const { user, system } = process.cpuUsage(cpu);
  const loadSeconds = (performance.now() - startedAt) / 1000;
  const peakBytes = peakMemory();
  if (report.refused) throw new Error(`The import refused ${report.refused.message}`);
  const { bytes, entries, accounts } = await withSession(db, async (session) => {
    const { rows } = await session.query<{ bytes: bigint }>(
      `select sum(pg_total_relation_size(oid))::int8 as bytes from pg_class where relkind = 'r' and relname like 'eth\\_%'`,
    );
    const audit = await auditEthereum(session);
    if (!audit.ok) throw new Error(`The ledger is damaged: ${audit.violation.message}`);
    const { report: checked } = audit;
    return {
      bytes: Number(rows[0]?.bytes ?? 0n),
      entries: checked.entries,
      accounts: Number(checked.totals.accounts),
    };
  });
  await close();
  return {
    transactions: report.transactions,
    entries,
    accounts,
    loadSeconds,
    loadCpuSeconds: (user + system) / 1e6,
    peakBytes,
    curve,
    databaseBytes: bytes,
  };
});
