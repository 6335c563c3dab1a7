import { openBench } from '../lib/open-bench.ts';
import { inTransaction, type SqlDatabase, withSession } from '../../apps/server/src/db/session.ts';
import {
  clusterTransactions,
  type PositionedTx,
} from '../../apps/server/src/ledger/bitcoin/clusters/cluster-blocks.ts';
import { clustersOf, membersOf } from '../../apps/server/src/ledger/bitcoin/clusters/clusters.ts';
import { claimClusters, writeDone } from '../../apps/server/src/ledger/bitcoin/clusters/cluster-store.ts';
import { positionOf } from '../../apps/server/src/ledger/bitcoin/positions.ts';
import { byteKey } from '../../apps/server/src/ledger/shared/byte-keys.ts';
import { createRandom } from '../../apps/server/test/support/survival/random.ts';
import { obey } from './child-side.ts';
import { peakMemory } from '../lib/peak-memory.ts';

/** Two clusters of half the addresses each, which one block then merges. */
export interface ClustersOrder {
  dataDir: string;
  databaseUrl: string | undefined;
  addresses: number;
}

export interface ClustersAnswer {
  addresses: number;
  /** Seconds to create the two clusters. */
  makeSeconds: number;
  /**
   * Milliseconds of blocks with 2,000 transactions that each add a new address to the cluster; the first merges the
   * halves.
   */
  joiningMs: number;
  blocksMs: number[];
  /** Milliseconds of pages of 50 members: at the start, in the middle, at the end. */
  pagesMs: number[];
  /** Milliseconds to look up the clusters of 1,000 addresses. */
  lookUpMs: number;
  peakBytes: number;
}

const perBlock = 2_000;
const random = createRandom(1);
const newKey = (): Uint8Array => Uint8Array.of(0x10, 0, ...random.bytes(20));

/** Returns a transaction that spends from these addresses into one output. */
function spending(position: number, keys: readonly Uint8Array[]): PositionedTx {
  const prevout = { kind: 'known', position: 0, vout: 0, type: 'p2wpkh', value: 1_234_567n } as const;
  return {
    position,
    record: {
      version: 2,
      locktime: 0,
      segwit: true,
      coinbase: false,
      size: 200,
      strippedSize: 120,
      inputs: keys.map((key) => ({
        prevout: { ...prevout, key },
        sequence: 0xffffffff,
        scriptSize: 0,
        witnessSize: 107,
      })),
      outputs: [{ type: 'p2wpkh', key: newKey(), value: 1_000_001n, script: undefined }],
    },
  };
}

async function addBlock(db: SqlDatabase, height: number, groups: readonly Uint8Array[][]): Promise<number> {
  const txs = groups.map((keys, i) => spending(positionOf(height, i + 1), keys));
  const startedAt = performance.now();
  await inTransaction(db, 'read write', async (session) => {
    await claimClusters(session);
    await clusterTransactions(session, txs, { empty: false });
    await writeDone(session, height);
  });
  return performance.now() - startedAt;
}

async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; result: T }> {
  const startedAt = performance.now();
  const result = await work();
  return { ms: performance.now() - startedAt, result };
}

obey<{ order: ClustersOrder; answer: ClustersAnswer }>(async ({ dataDir, databaseUrl, addresses }) => {
  const { db, close } = await openBench({ dataDir, databaseUrl });
  const halves = [newKey(), newKey()];
  const some: Uint8Array[] = [];
  const startedAt = performance.now();
  let height = 0;
  for (let made = 0; made < addresses; height++) {
    const groups: Uint8Array[][] = [];
    for (; groups.length < perBlock && made < addresses; made += 10) {
      const half = halves[groups.length % 2] ?? newKey();
      const fresh = Array.from({ length: 10 }, newKey);
      if (some.length < 1_000 && fresh[0]) some.push(fresh[0]);
      groups.push([half, ...fresh]);
    }
    await addBlock(db, height, groups);
  }
  const makeSeconds = (performance.now() - startedAt) / 1000;
  const member = (): Uint8Array => random.pick(some);
  const joining = [halves, ...Array.from({ length: perBlock - 1 }, () => [member(), newKey()])];
  const joiningMs = await addBlock(db, height++, joining);
  const blocksMs: number[] = [];
  for (let i = 0; i < 5; i++) {
    const groups = Array.from({ length: perBlock }, () => [member(), newKey()]);
    blocksMs.push(await addBlock(db, height++, groups));
  }
  const lookUp = await timed(() => withSession(db, (session) => clustersOf(session, some)));
  const cluster = lookUp.result.get(byteKey(some[0] ?? new Uint8Array()));
  if (!cluster || cluster.size < addresses) throw new Error(`The cluster has ${cluster?.size} addresses`);
  const pagesMs: number[] = [];
  for (const from of [0, Math.floor(cluster.size / 2), cluster.size - 50]) {
    const page = await timed(() => withSession(db, (session) => membersOf(session, cluster.root, from, 50)));
    if (page.result.length !== 50) throw new Error(`A page has ${page.result.length} members`);
    pagesMs.push(page.ms);
  }
  await close();
  return {
    addresses: cluster.size,
    makeSeconds,
    joiningMs,
    blocksMs,
    pagesMs,
    lookUpMs: lookUp.ms,
    peakBytes: peakMemory(),
  };
});
