import { isRecord } from '@hopscope/domain';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { randomRuns } from '../../../../../test/depth.ts';
import { inTransaction, type SqlDatabase } from '../../../src/db/session.ts';
import { auditEthereum } from '../../../src/ledger/ethereum/audit/audit.ts';
import { createEthereumLedger } from '../../../src/ledger/ethereum/ledger.ts';
import {
  createEthereumRpcSource,
  type EthereumRpcSource,
} from '../../../src/sources/ethereum-rpc/ethereum-rpc-source.ts';
import { changeNode } from '../../support/sources/changing-node.ts';
import { callData } from '../../support/ledger/contracts.ts';
import { describeWithDatabase } from '../../support/databases.ts';
import { differences, dumpLedger } from '../../support/ledger/dump.ts';
import { type EthereumNode, startEthereumNode } from '../../support/sources/ethereum-node.ts';
import { followAll, live, setStage, type Stage } from '../../support/ledger/ethereum-stage.ts';
import { openFaultProxy } from '../../support/survival/fault-proxy.ts';
import { makeRuns, meetFault } from '../../support/survival/fault-runs.ts';
import {
  between,
  damagedAnswers,
  httpFaults,
  type NamedFault,
  oldAnswers,
} from '../../support/survival/named-faults.ts';
import { createRandom, type Random } from '../../support/survival/random.ts';

const runs = randomRuns(1);

/** Another digit somewhere in a field of hex digits; other values stay. */
function otherDigit(value: unknown, random: Random): unknown {
  if (typeof value !== 'string' || value.length < 3) return value;
  const at = 2 + random.below(value.length - 2);
  const digit = (Number.parseInt(value[at] ?? '0', 16) + 1 + random.below(15)) % 16;
  return value.slice(0, at) + digit.toString(16) + value.slice(at + 1);
}

const headerFields = [
  'parentHash',
  'stateRoot',
  'receiptsRoot',
  'transactionsRoot',
  'logsBloom',
  'timestamp',
];
const receiptFields = ['cumulativeGasUsed', 'logsBloom', 'transactionHash', 'status'];

/** Changes one field in each of the objects that some methods answer. */
const inField =
  (methods: readonly string[], fields: readonly string[]): NamedFault['make'] =>
  (random) => {
    const change = (each: unknown): unknown => {
      const field = random.pick(fields);
      return isRecord(each) ? { ...each, [field]: otherDigit(each[field], random) } : each;
    };
    return {
      result: (call, result) => {
        if (
          !methods.includes(call.method) ||
          (call.method === 'eth_getBlockByNumber' && call.params[1] !== true)
        )
          return result;
        return Array.isArray(result) ? result.map(change) : change(result);
      },
    };
  };

const faults: readonly NamedFault[] = [
  ...httpFaults,
  damagedAnswers,
  oldAnswers,
  {
    name: 'changes digits of headers',
    make: inField(['eth_getBlockByNumber'], headerFields),
    says: /response is invalid/,
  },
  {
    name: 'changes digits of receipts',
    // One by one where the node had none for whole blocks when it was asked what it can do.
    make: inField(['eth_getBlockReceipts', 'eth_getTransactionReceipt'], receiptFields),
    says: /response is invalid/,
  },
  {
    name: 'has no receipts',
    make: () => ({ result: ({ method }, result) => (method === 'eth_getBlockReceipts' ? null : result) }),
    // It is asked for them one by one, once it was asked what it can do.
    says: undefined,
  },
  {
    name: 'leaves traces out',
    make: () => ({
      result: ({ method }, result) =>
        method === 'trace_block' && Array.isArray(result) ? result.slice(1) : result,
    }),
    says: /response is invalid/,
  },
  {
    name: 'leaves answers out',
    make: () => ({ answer: (answer) => ({ ...answer, body: Buffer.from('[]') }) }),
    says: /response does not match the request/,
  },
  {
    name: 'is on another chain',
    make: () => ({ result: ({ method }, result) => (method === 'eth_chainId' ? '0x5' : result) }),
    says: /on chain 5; this ledger is for chain 31337/,
    ends: true,
    atStart: true,
  },
];

describeWithDatabase('An Ethereum node that fails at random', (databases) => {
  let node: EthereumNode;
  let foreign: EthereumNode;
  let stage: Stage;
  beforeAll(async () => {
    node = await startEthereumNode();
    stage = await setStage(node);
    const [from = '', to = ''] = node.accounts;
    // Tokens get their numbers in the order in which they first move: all of them do before anything reorganizes.
    for (const [place, data] of [
      [stage.coin, callData('mint(address,uint256)', to, 5n)],
      [stage.collection, callData('mint(address)', to)],
      [stage.many, callData('mint(address,uint256,uint256,bytes)', to, 1n, 9n, 'text:')],
    ] as const) {
      await node.send({ from, to: place, data, gas: '0x2dc6c0' });
    }
    await live(node, stage, createRandom(3), 6);
    foreign = await startEthereumNode({ genesisTime: 1_700_000_000 });
    await foreign.mine();
  });
  afterAll(async () => {
    await node?.stop();
    await foreign?.stop();
  });

  /** One run: a node that grows, reorganizes and fails in every way, and a source that follows it through all of it. */
  async function disturb(
    [db, fresh]: readonly [SqlDatabase, SqlDatabase],
    seed: number,
    occurred: (fault: NamedFault) => void,
  ): Promise<void> {
    const random = createRandom(seed);
    const world = await changeNode(node, { stage, random, deepest: 5 });
    const proxy = await openFaultProxy(node.url);
    const ledger = createEthereumLedger({ db });
    const begin = (): EthereumRpcSource & { failures: unknown[] } => {
      const failures: unknown[] = [];
      const source = createEthereumRpcSource({
        ledger,
        settings: {
          url: proxy.url,
          webSocketUrl: undefined,
          chainId: undefined,
          historyFrom: 0,
          reorganizationLimit: 64,
          pollMs: 10,
          timeoutMs: 400,
          retryMs: 10,
          maxBytes: 2_000_000,
        },
        onFailure: (error) => failures.push(error),
        onTrouble: () => {},
      });
      source.start();
      return { ...source, failures };
    };
    const caughtUp = async (source: EthereumRpcSource): Promise<void> => {
      await world.settled();
      const height = await node.height();
      const reported = await node.call('eth_getBlockByNumber', 'latest', false);
      const arrived = async (): Promise<string> => {
        const own = (await ledger.blockRefs([height])).get(height);
        return own ? `0x${Buffer.from(own.hash).toString('hex')}` : source.status().phase;
      };
      const wanted = isRecord(reported) ? reported['hash'] : undefined;
      await expect.poll(arrived, { interval: 20 }).toBe(wanted);
      await expect.poll(() => source.status().phase, { interval: 5 }).toBe('following');
    };
    const foreigner: NamedFault = {
      name: 'has another first block',
      make: () => ({ target: foreign.url }),
      says: /leaves the ledger's more than/,
      ends: true,
    };
    const changing = between('reorganizes between answers', world.change);
    let source = begin();
    let loaded = random.chance(0.6);
    try {
      // The first fault may meet the source in its very first load.
      if (loaded) await caughtUp(source);
      for (let left = 3; left > 0; left--) {
        const atAnyTime = [...faults, changing, changing].filter((fault) => loaded || !fault.atStart);
        const fault = random.pick(loaded ? [...atAnyTime, foreigner] : atAnyTime);
        occurred(fault);
        source = await meetFault({ random, proxy, fault, source, begin, change: world.change });
        await caughtUp(source);
        loaded = true;
      }
      expect(await inTransaction(db, 'read only', (session) => auditEthereum(session))).toMatchObject({
        ok: true,
      });
      await followAll(node, fresh);
      expect(differences(await dumpLedger(db, 'ethereum'), await dumpLedger(fresh, 'ethereum'))).toEqual([]);
      expect(source.failures).toEqual([]);
    } finally {
      await source.stop();
      await proxy.close();
      await world.reset();
    }
  }

  test('leaves, once it works again, a ledger like that of a fresh sync', async () => {
    const used = [await databases.empty(), await databases.empty()] as const;
    await makeRuns(runs, used, (seed, occurred) => disturb(used, seed, occurred));
  });
});
