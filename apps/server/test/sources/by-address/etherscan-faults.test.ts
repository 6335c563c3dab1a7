import { afterAll, beforeAll, expect, test } from 'vitest';
import { randomRuns } from '../../../../../test/depth.ts';
import type { SqlDatabase } from '../../../src/db/session.ts';
import { changeNode } from '../../support/sources/changing-node.ts';
import { describeWithDatabase } from '../../support/databases.ts';
import { type EthereumNode, startEthereumNode } from '../../support/sources/ethereum-node.ts';
import { followAll, live, setStage, type Stage, stranger } from '../../support/ledger/ethereum-stage.ts';
import { startEtherscan } from '../../support/sources/etherscan-server.ts';
import {
  etherscanKey as key,
  testChainId as chainId,
} from '../../support/sources/etherscan-source-process.ts';
import { bytesOf, expectSame, openEtherscan, untilComplete } from '../../support/sources/etherscan-world.ts';
import { openFaultProxy } from '../../support/survival/fault-proxy.ts';
import { makeRuns, meetFault } from '../../support/survival/fault-runs.ts';
import {
  between,
  damagedAnswers,
  httpFaults,
  type NamedFault,
  oldAnswers,
} from '../../support/survival/named-faults.ts';
import { createRandom } from '../../support/survival/random.ts';

const runs = randomRuns(1);

const refusing =
  (result: string): NamedFault['make'] =>
  () => ({
    answer: (answer) => ({
      ...answer,
      body: Buffer.from(JSON.stringify({ status: '0', message: 'NOTOK', result })),
    }),
  });

/** Changes the lists that hold rows. */
const inLists =
  (from: RegExp, to: string): NamedFault['make'] =>
  () => ({
    spares: ({ path }) => !/action=tx|action=token/.test(path),
    answer: (answer) => ({ ...answer, body: Buffer.from(answer.body.toString().replace(from, to)) }),
  });

const faults: readonly NamedFault[] = [
  ...httpFaults,
  damagedAnswers,
  oldAnswers,
  {
    name: 'refuses in an answer',
    make: refusing('Max rate limit reached'),
    says: /too many requests/,
  },
  {
    name: 'refuses the key',
    make: refusing(`Invalid API Key (#err2)|${key}`),
    says: /rejected the key/,
  },
  {
    name: 'does not know the chain',
    make: refusing('Missing or unsupported chainid parameter (required for v2 api)'),
    says: /does not support this chain/,
  },
  {
    name: 'tells negative amounts',
    make: inLists(/"value":"\d+"/, '"value":"-5"'),
    says: /unknown format \(value\)/,
  },
  { name: 'tells short hashes', make: inLists(/ash":"0x\w{4}/g, 'ash":"0x'), says: /unknown format/ },
  {
    name: 'tells rows of other blocks',
    make: inLists(/"blockNumber":"\d+"/g, '"blockNumber":"99999"'),
    says: /rows of other blocks/,
  },
];

const otherChain: NamedFault = {
  name: 'is on another chain',
  make: () => ({ result: ({ method }, result) => (method === 'eth_chainId' ? '0x5' : result) }),
  says: /The service is on chain 5, not on 31337/,
  ends: true,
  atStart: true,
};

describeWithDatabase('An Etherscan-compatible service that fails at random', (databases) => {
  let node: EthereumNode;
  let stage: Stage;
  beforeAll(async () => {
    node = await startEthereumNode();
    stage = await setStage(node);
    await live(node, stage, createRandom(7), 12);
  });
  afterAll(() => node?.stop());

  /** One run: a service that grows, reorganizes and fails in every way, and a source that is asked for addresses meanwhile. */
  async function disturb(
    [db, full]: readonly [SqlDatabase, SqlDatabase],
    seed: number,
    occurred: (fault: NamedFault) => void,
  ): Promise<void> {
    const random = createRandom(seed);
    const world = await changeNode(node, { stage, random, deepest: 3 });
    const dialect = random.pick(['etherscan', 'blockscout'] as const);
    const window = 15 + random.below(40);
    const server = await startEtherscan(node, { dialect, chainId, key, largest: window });
    const proxy = await openFaultProxy(server.url);
    const [from = ''] = node.accounts;
    const asked = [from, stranger(1 + random.below(3)), stage.splitter];
    const begin = () => {
      const more = { window, timeoutMs: 1000, reorganizationLimit: 24 };
      const { source, failures } = openEtherscan(db, `${proxy.url}/api`, more);
      return { ...source, failures };
    };
    type Source = ReturnType<typeof begin>;
    const ask = (source: Source): void => {
      for (const address of asked) void source.fetchAddress(bytesOf(address));
    };
    const changing = between('reorganizes between answers', world.change);
    let source = begin();
    try {
      for (let left = 3; left > 0; left--) {
        const possible = [...faults, changing, changing, ...(dialect === 'blockscout' ? [otherChain] : [])];
        const fault = random.pick(possible);
        occurred(fault);
        source = await meetFault({ random, proxy, fault, source, begin, change: world.change, ask });
        if (random.chance(0.3)) {
          await source.stop();
          source = begin();
        }
        // What a service told before its newest block is looked at again with the next one.
        await world.change();
        for (const address of asked) await untilComplete(db, node, address, () => ask(source));
      }
      await followAll(node, full);
      for (const address of asked) await expectSame(db, full, { node, address, dialect });
      expect(source.failures).toEqual([]);
      expect(source.status()).toMatchObject({ phase: 'following', height: await node.height() });
    } finally {
      await source.stop();
      await proxy.close();
      await server.close();
      await world.reset();
    }
  }

  test('leaves, once it works again, histories like those of a ledger of the same blocks', async () => {
    const used = [await databases.empty(), await databases.empty()] as const;
    await makeRuns(runs, used, (seed, occurred) => disturb(used, seed, occurred));
  });
});
