import { expect, test } from 'vitest';
import type { SqlDatabase } from '../src/db/session.ts';
import { auditBitcoin } from '../src/ledger/bitcoin/audit.ts';
import { createBitcoinLedger } from '../src/ledger/bitcoin/ledger.ts';
import { nativeHashing } from '../src/ledger/native-hashing.ts';
import { type BitcoinTestNode, startBitcoinNode } from './support/bitcoin-node.ts';
import { createChain, type TestChain } from './support/chain-builder.ts';
import { rawBlocks, type RunningSource, startCoreSource } from './support/core-source.ts';
import { describeOnBothEngines, emptyTables } from './support/databases.ts';
import { dumpLedger } from './support/dump.ts';
import { type FaultProxy, openFaultProxy, type ProxyFault } from './support/fault-proxy.ts';
import { createRandom, type Random } from './support/random.ts';

const runs = Number(process.env['TEST_RUNS'] ?? 2);
const firstSeed = Number(process.env['TEST_SEED'] ?? 1);

interface NamedFault {
  name: string;
  make(random: Random, proxy: FaultProxy): ProxyFault;
  /** What the status says meanwhile; undefined where nothing is wrong yet (the node is only behind). */
  says: RegExp | undefined;
  /** Waiting does not mend it: the source is started again afterwards. */
  ends?: true;
}

const status =
  (code: number, headers: Record<string, string> = {}): NamedFault['make'] =>
  () => ({
    request: (response) => response.writeHead(code, headers).end('no').writableEnded,
  });
const inInfo =
  (fields: Record<string, unknown>): NamedFault['make'] =>
  () => ({
    result: ({ method }, result) =>
      method === 'getblockchaininfo' && typeof result === 'object' ? { ...result, ...fields } : result,
  });
const brokenOff = /broke its answer off|cannot be reached|not answer in JSON|does not hold/;

const faults: readonly NamedFault[] = [
  {
    name: 'refuses connections',
    make: () => ({ request: (response) => response.destroy().destroyed }),
    says: /cannot be reached/,
  },
  { name: 'stalls', make: () => ({ request: () => true }), says: /not answered within/ },
  {
    name: 'cuts answers off',
    make: (random) => ({ cutAfter: (length) => random.below(length) }),
    says: brokenOff,
  },
  {
    name: 'turns bits of blocks over',
    make: (random) => ({
      // Only blocks: numbers of a JSON answer may change without anybody being able to see it.
      answer: (answer, { path, calls }) => {
        if (!path.includes('/block/') && calls[0]?.method !== 'getblock') return answer;
        const body = Buffer.from(answer.body);
        const at = random.below(body.length);
        body[at] = (body[at] ?? 0) ^ (1 << random.below(8));
        return { ...answer, body };
      },
      spares: ({ path, calls }) => !path.includes('/block/') && calls[0]?.method !== 'getblock',
    }),
    says: /does not hold|another block|no known form|not answer|refuses|HTTP/,
  },
  {
    name: 'answers as it was at first',
    make: (_, proxy) => ({
      result: ({ method, params }, result) => proxy.firstResult(method, params) ?? result,
    }),
    says: undefined,
  },
  { name: 'answers 401', make: status(401), says: /does not accept user and password/ },
  { name: 'answers 429', make: status(429, { 'retry-after': '1' }), says: /too many requests/ },
  { name: 'answers 500', make: status(500), says: /HTTP status 500/ },
  { name: 'answers 503', make: status(503), says: /HTTP status 503/ },
  {
    name: 'answers a page',
    make: () => ({
      request: (response) =>
        response.writeHead(200, { 'content-type': 'text/html' }).end('<html>').writableEnded,
    }),
    says: /not answer in JSON/,
  },
  {
    name: 'answers without end',
    make: () => ({ request: (response) => response.end(Buffer.alloc(3_000_000, 0x20)).writableEnded }),
    says: /longer than 2 MB/,
  },
  {
    name: 'leaves answers out',
    make: () => ({ answer: (answer) => ({ ...answer, body: Buffer.from('[]') }) }),
    says: /not answer what it was asked|does not hold|no known form/,
  },
  { name: 'is on another network', make: inInfo({ chain: 'regtest' }), says: /network|regtest/, ends: true },
  { name: 'is on an unknown network', make: inInfo({ chain: 'testnet4' }), says: /on testnet4/, ends: true },
  {
    name: 'has another first block',
    make: () => ({
      result: ({ method, params }, result) =>
        method === 'getblockchaininfo' && typeof result === 'object'
          ? { ...result, chain: 'main' }
          : method === 'getblockhash' && params[0] === 0
            ? 'ab'.repeat(32)
            : result,
    }),
    says: /first block is another|ledger is for|changed its network/,
    ends: true,
  },
];

/** One run: a node that grows, reorganises and fails in every way, and a source that follows it through all of it. */
async function disturb(db: SqlDatabase, fresh: SqlDatabase, seed: number): Promise<Record<string, number>> {
  const random = createRandom(seed);
  const met: Record<string, number> = {};
  let chain: TestChain = createChain({ seed, maxTxs: 4, wallet: 10 });
  chain.extend(10 + random.below(30));
  const node: BitcoinTestNode = await startBitcoinNode({ network: 'demo', blocks: rawBlocks(chain.blocks) });
  node.manners.rest = random.chance(0.5);
  if (random.chance(0.3)) Object.assign(node.manners, { rest: false, getblock: 'boolean', jsonRpc: 2 });
  const proxy = await openFaultProxy(node.url);
  const begin = (): RunningSource =>
    startCoreSource(db, { url: proxy.url, timeoutMs: 400, retryMs: 10, pollMs: 10, maxBytes: 2_000_000 });
  const ledger = createBitcoinLedger({ db, hashing: nativeHashing });

  const change = (): void => {
    const depth = random.chance(0.5) ? 0 : Math.min(chain.blocks.length - 2, 1 + random.below(8));
    const fork = chain.fork(chain.blocks.length - 1 - depth, random.below(2 ** 32));
    const blocks = fork.extend(depth + 1 + random.below(4));
    node.setFrom(blocks[0]?.height ?? 0, rawBlocks(blocks));
    chain = fork;
  };
  const caughtUp = async (source: RunningSource): Promise<void> => {
    const tip = chain.blocks.at(-1)?.block.hash ?? new Uint8Array();
    const arrived = async (): Promise<boolean> => (await ledger.heightsOf([tip])).size === 1;
    await expect.poll(arrived, { timeout: 30_000, interval: 20 }).toBe(true);
    await source.reaches('following');
  };

  let source = begin();
  try {
    // The first fault may meet the source in its very first load.
    if (random.chance(0.6)) await caughtUp(source);
    for (let left = 3; left > 0; left--) {
      const fault = random.pick(faults);
      met[fault.name] = (met[fault.name] ?? 0) + 1;
      // In the middle of what the source does, and the chain changes meanwhile.
      for (let wait = random.below(6), from = proxy.requests; proxy.requests < from + wait; ) {
        await new Promise((resolve) => setImmediate(resolve));
      }
      proxy.setFault(fault.make(random, proxy));
      change();
      const { says } = fault;
      if (says) {
        const words = (): string => {
          const now = source.status();
          return 'reason' in now ? now.reason : '';
        };
        await expect.poll(words, { timeout: 10_000, interval: 10 }).toMatch(says);
        expect(words()).not.toMatch(/127\.0\.0\.1|localhost/);
      } else await expect.poll(() => proxy.disturbed, { timeout: 10_000, interval: 10 }).toBeGreaterThan(5);
      if (random.chance(0.5)) change();
      proxy.setFault(undefined);
      if (source.status().phase === 'failed') {
        expect(fault.ends).toBe(true);
        await source.stop();
        expect(source.failures).toEqual([]);
        source = begin();
      }
      await caughtUp(source);
    }
    expect(await auditBitcoin(db)).toMatchObject({ ok: true });
    await createBitcoinLedger({ db: fresh, hashing: nativeHashing }).append('demo', chain.blocks);
    expect(await dumpLedger(db)).toBe(await dumpLedger(fresh));
    expect(source.failures).toEqual([]);
    return met;
  } finally {
    await source.stop();
    await proxy.close();
    await node.close();
  }
}

describeOnBothEngines('A node that fails at random', (databases) => {
  test(
    'leaves, once it works again, a ledger like that of a fresh sync',
    async () => {
      const [db, fresh] = [await databases.empty(), await databases.empty()];
      const met: Record<string, number> = {};
      for (let seed = firstSeed; seed < firstSeed + runs; seed++) {
        const faced = await disturb(db, fresh, seed).catch((error: unknown) => {
          throw new Error(`The run with seed ${seed} failed: ${String(error)}`, { cause: error });
        });
        for (const [name, count] of Object.entries(faced)) met[name] = (met[name] ?? 0) + count;
        for (const used of [db, fresh]) await emptyTables(used);
      }
      process.stderr.write(`Faults met in ${runs} runs: ${JSON.stringify(met)}\n`);
    },
    30_000 + runs * 30_000,
  );
});
