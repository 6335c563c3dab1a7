import { expect, test } from 'vitest';
import { randomRuns } from '../../../../../test/depth.ts';
import type { SqlDatabase } from '../../../src/db/session.ts';
import { auditBitcoin } from '../../../src/ledger/bitcoin/audit/audit.ts';
import { createBitcoinLedger } from '../../../src/ledger/bitcoin/ledger.ts';
import { nativeHashing } from '../../../src/ledger/native-hashing.ts';
import { type BitcoinTestNode, startBitcoinNode } from '../../support/sources/bitcoin-node.ts';
import { createChain, type TestChain } from '../../support/ledger/chain-builder.ts';
import { rawBlocks, type RunningSource, startCoreSource } from '../../support/sources/core-source.ts';
import { describeWithDatabase } from '../../support/databases.ts';
import { dumpLedger } from '../../support/ledger/dump.ts';
import { makeRuns, meetFault } from '../../support/survival/fault-runs.ts';
import { openFaultProxy } from '../../support/survival/fault-proxy.ts';
import { busiestKeys, entriesOf, monitor, screened } from '../../support/api/monitored.ts';
import { between, httpFaults, type NamedFault, oldAnswers } from '../../support/survival/named-faults.ts';
import { createRandom } from '../../support/survival/random.ts';
import { createMatching } from '../../../src/contexts/compliance/matching/matching.ts';

const runs = randomRuns(2);

const inInfo =
  (fields: Record<string, unknown>): NamedFault['make'] =>
  () => ({
    result: ({ method }, result) =>
      method === 'getblockchaininfo' && typeof result === 'object' ? { ...result, ...fields } : result,
  });
const faults: readonly NamedFault[] = [
  ...httpFaults,
  oldAnswers,
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
    says: /response is invalid|different block|unknown format|does not match|is not JSON|refused|HTTP/,
  },
  {
    name: 'leaves answers out',
    make: () => ({ answer: (answer) => ({ ...answer, body: Buffer.from('[]') }) }),
    says: /response does not match|response is invalid|unknown format/,
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

/** One run: a node that grows, reorganizes and fails in every way, and a source that follows it through all of it. */
async function disturb(
  [db, fresh]: readonly [SqlDatabase, SqlDatabase],
  seed: number,
  occurred: (fault: NamedFault) => void,
): Promise<void> {
  const random = createRandom(seed);
  let chain: TestChain = createChain({ seed, maxTxs: 4, wallet: 10 });
  chain.extend(10 + random.below(30));
  const entries = entriesOf(busiestKeys(chain, 4));
  for (const each of [db, fresh]) await monitor(each, entries);
  const node: BitcoinTestNode = await startBitcoinNode({ network: 'demo', blocks: rawBlocks(chain.blocks) });
  node.manners.rest = random.chance(0.5);
  if (random.chance(0.3)) Object.assign(node.manners, { rest: false, getblock: 'boolean', jsonRpc: 2 });
  const proxy = await openFaultProxy(node.url);
  const begin = (): RunningSource =>
    startCoreSource(db, { url: proxy.url, timeoutMs: 400, retryMs: 10, pollMs: 10, maxBytes: 2_000_000 });
  const ledger = createBitcoinLedger({ db, hashing: nativeHashing, listener: createMatching().bitcoin });

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
    await expect.poll(arrived, { interval: 20 }).toBe(true);
    await source.reaches('following');
  };

  const changing = between('reorganizes between answers', async () => change());
  let source = begin();
  try {
    // The first fault may meet the source in its very first load.
    if (random.chance(0.6)) await caughtUp(source);
    for (let left = 3; left > 0; left--) {
      const fault = random.pick([...faults, changing]);
      occurred(fault);
      source = await meetFault({ random, proxy, fault, source, begin, change });
      await caughtUp(source);
    }
    expect(await auditBitcoin(db)).toMatchObject({ ok: true });
    await createBitcoinLedger({
      db: fresh,
      hashing: nativeHashing,
      listener: createMatching().bitcoin,
    }).append('demo', chain.blocks);
    expect(await dumpLedger(db)).toBe(await dumpLedger(fresh));
    const hits = await screened(fresh, 'confirmed');
    expect(hits.length).toBeGreaterThan(0);
    expect(await screened(db, 'confirmed')).toEqual(hits);
    expect(source.failures).toEqual([]);
  } finally {
    await source.stop();
    await proxy.close();
    await node.close();
  }
}

describeWithDatabase('A node that fails at random', (databases) => {
  test('leaves, once it works again, a ledger like that of a fresh sync', async () => {
    const used = [await databases.empty(), await databases.empty()] as const;
    await makeRuns(runs, used, (seed, occurred) => disturb(used, seed, occurred));
  });
});
