import { openBench } from '../lib/open-bench.ts';
import { createBitcoinLedger } from '../../apps/server/src/ledger/bitcoin/ledger.ts';
import { nativeHashing } from '../../apps/server/src/ledger/native-hashing.ts';
import { createBitcoinCoreSource } from '../../apps/server/src/sources/bitcoin-core/bitcoin-core-source.ts';
import { obey } from './child-side.ts';
import { bulkSettings } from '../lib/bulk-settings.ts';
import { peakMemory } from '../lib/peak-memory.ts';

/** A node to load into an empty ledger, as the server does. */
export interface RpcOrder {
  url: string;
  /** Height at which the load ends. */
  target: number;
  dataDir: string;
  databaseUrl: string | undefined;
  /** True: in bulk, as the server loads an empty ledger; false: block by block. */
  bulk: boolean;
}

export interface RpcAnswer {
  /** From the detection of the node, before the first block is requested, to the last commit. */
  loadSeconds: number;
  /** From the first request to the node to its detection. */
  startSeconds: number;
  /** CPU time of this process, all threads, during the load. */
  loadCpuSeconds: number;
  requests: number;
  peakBytes: number;
}

obey<{ order: RpcOrder; answer: RpcAnswer }>(async ({ url, target, dataDir, databaseUrl, bulk }) => {
  const { db, close } = await openBench({ dataDir, databaseUrl });
  const source = createBitcoinCoreSource({
    ledger: createBitcoinLedger({ db, hashing: nativeHashing }),
    hashing: nativeHashing,
    mempool: undefined,
    settings: {
      url,
      user: undefined,
      password: undefined,
      cookieFile: undefined,
      zmqUrl: undefined,
      blocksDir: undefined,
      network: undefined,
      historyFrom: 0,
      reorganizationLimit: 6,
      pollMs: 1000,
      timeoutMs: 30_000,
      retryMs: 1000,
      maxBytes: 256_000_000,
    },
    ...(bulk && { bulk: bulkSettings(dataDir) }),
    onFailure: (error) => process.stderr.write(`${String(error)}\n`),
    onTrouble: (reason) => process.stderr.write(`${reason}\n`),
    now: Date.now,
  });
  const asked = performance.now();
  source.start();
  while (!source.node() && source.status().phase === 'starting') {
    await new Promise((resolve) => setImmediate(resolve));
  }
  const [begun, cpu] = [performance.now(), process.cpuUsage()];
  for (;;) {
    const status = source.status();
    if (status.phase === 'failed') throw new Error(status.reason);
    if (status.phase === 'following' && status.height >= target) break;
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  const loadSeconds = (performance.now() - begun) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  await source.stop();
  await close();
  return {
    loadSeconds,
    startSeconds: (begun - asked) / 1000,
    loadCpuSeconds: (user + system) / 1e6,
    requests: source.requests(),
    peakBytes: peakMemory(),
  };
});
