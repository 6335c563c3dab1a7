import { fromHex, toHex } from '@hopscope/chain';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction, type SqlDatabase, withSession } from '../src/db/session.ts';
import { auditEthereum } from '../src/ledger/ethereum/audit.ts';
import { createEthereumLedger, type EthereumLedger } from '../src/ledger/ethereum/ledger.ts';
import { readEthereumAccount, readEthereumState, readHoldings } from '../src/ledger/ethereum/reader.ts';
import { probeNode } from '../src/sources/ethereum-rpc/capabilities.ts';
import { followEthereumNode } from '../src/sources/ethereum-rpc/ethereum-follower.ts';
import { createRpcClient, type RpcClient } from '../src/sources/shared/json-rpc.ts';
import { bytecodeOf, callData, creations, encodeArguments } from './support/contracts.ts';
import { describeOnBothEngines } from './support/databases.ts';
import { type EthereumNode, startEthereumNode } from './support/ethereum-node.ts';
import { createRandom, type Random } from './support/random.ts';

const steps = Number(process.env['TEST_NODE_STEPS'] ?? 30);
const gas = '0x2dc6c0';
const hex = (value: bigint): string => `0x${value.toString(16)}`;

/** What stands on the node, and may be gone after it was set back. */
interface Stage {
  coin: string;
  collection: string;
  splitter: string;
}

/** Publishes the contracts that the steps use. */
async function setStage(node: EthereumNode): Promise<Stage> {
  const [owner = '', second = '', third = ''] = node.accounts;
  const texts = ['text:Demo Coin', 'text:DEMO'];
  const places: string[] = [];
  for (const data of [
    bytecodeOf('ERC20PresetMinterPauser') + encodeArguments(texts),
    bytecodeOf('ERC721PresetMinterPauserAutoId') + encodeArguments([...texts, 'text:ipfs://']),
    bytecodeOf('PaymentSplitter') +
      encodeArguments([
        [second, third],
        [2n, 1n],
      ]),
  ]) {
    const hash = await node.send({ from: owner, data, gas: '0x7a1200' });
    await node.mine();
    const receipt = (await node.call('eth_getTransactionReceipt', hash)) as { contractAddress: string };
    places.push(receipt.contractAddress);
  }
  const [coin = '', collection = '', splitter = ''] = places;
  return { coin, collection, splitter };
}

/** One thing that somebody does; some of them fail on purpose. */
async function act(node: EthereumNode, stage: Stage, random: Random): Promise<void> {
  const [owner = '', second = '', third = ''] = node.accounts;
  const from = random.pick(node.accounts);
  const to = random.pick([...node.accounts, `0x${(1 + random.below(40)).toString(16).padStart(40, '5')}`]);
  const value = hex(BigInt(random.below(1_000_000_000)) * 1_000_000_007n);
  const actions: (() => Record<string, string>)[] = [
    () => ({ from, to, value }),
    () => ({ from, to: from, value }),
    () => ({
      from: owner,
      to: stage.coin,
      data: callData('mint(address,uint256)', to, BigInt(random.below(5000))),
    }),
    () => ({
      from,
      to: stage.coin,
      data: callData('transfer(address,uint256)', to, BigInt(random.below(50))),
    }),
    () => ({ from: owner, to: stage.collection, data: callData('mint(address)', to) }),
    () => ({ from, to: stage.splitter, value }),
    () => ({
      from,
      to: stage.splitter,
      data: callData('release(address)', random.pick([second, third, from])),
    }),
    () => ({
      from,
      value,
      data: random.pick([
        creations.nested,
        creations.destroyedForMaker,
        creations.destroyedForItself,
        creations.reverted,
      ]),
    }),
  ];
  await node.send({ gas, ...random.pick(actions)() });
}

interface Following {
  db: SqlDatabase;
  ledger: EthereumLedger;
  client: RpcClient;
  catchUp(): Promise<void>;
}

async function follow(node: EthereumNode, db: SqlDatabase): Promise<Following> {
  const ledger = createEthereumLedger({ db });
  const client = createRpcClient({
    url: node.url,
    timeoutMs: 30_000,
    maxBytes: 50_000_000,
    signal: new AbortController().signal,
  });
  const { chainId, head, capabilities } = await probeNode(client);
  const follower = followEthereumNode({
    client,
    ledger,
    chain: { chainId, network: `chain ${chainId}` },
    capabilities,
    historyFrom: 0,
    reorganisationLimit: 64,
    onHead: () => {},
    onProgress: () => {},
  });
  follower.headIs(head.height);
  return {
    db,
    ledger,
    client,
    async catchUp() {
      while (await follower.step());
    },
  };
}

/** Every account that the ledger knows has what the node says, in ether and tokens; answers how many were compared. */
async function compare(node: EthereumNode, { db, ledger }: Following, stage: Stage): Promise<number> {
  const height = await node.height();
  expect((await ledger.ranges()).at(-1)).toEqual({ from: 0, to: height });
  const { rows } = await withSession(db, (session) =>
    session.query<{ key: Uint8Array }>('select key from eth_account order by key'),
  );
  for (const { key } of rows) {
    const address = `0x${toHex(key)}`;
    const own = await withSession(db, async (session) => {
      const account = await readEthereumAccount(session, key);
      return account ? await readHoldings(session, account, { limit: 100 }) : [];
    });
    for (const { asset, opening, received, spent } of own) {
      const sum = received - spent;
      const contract = asset && `0x${toHex(asset.contract)}`;
      if (contract === null) {
        const balance = opening === null ? null : opening + sum;
        expect({ address, balance }).toEqual({ address, balance: await node.balance(address, height) });
      } else if (contract === stage.coin || contract === stage.collection) {
        if (address === `0x${'0'.repeat(40)}`) continue;
        const to = contract;
        const data = callData('balanceOf(address)', address);
        const told = BigInt(String(await node.call('eth_call', { to, data }, 'latest')));
        expect({ contract, address, sum }).toEqual({ contract, address, sum: told });
      }
    }
  }
  return rows.length;
}

describeOnBothEngines('An Ethereum node is followed', (databases) => {
  let node: EthereumNode;
  beforeAll(async () => {
    node = await startEthereumNode();
  });
  afterAll(() => node?.stop());

  test(`through ${steps} random steps with reorganisations, every balance is the node's`, async () => {
    const random = createRandom(20_260_301);
    const stage = await setStage(node);
    const following = await follow(node, await databases.empty());
    const kept: string[] = [];
    let reorganisations = 0;
    let compared = 0;
    for (let step = 0; step < steps; step++) {
      const count = random.below(4);
      for (let i = 0; i < count; i++) await act(node, stage, random);
      await node.mine();
      if (random.below(3) === 0) kept.push(await node.snapshot());
      // Going back to one of them makes those that were taken later worthless.
      const back = random.below(5) === 0 ? kept.splice(random.below(kept.length)).at(0) : undefined;
      if (back !== undefined) {
        await following.catchUp();
        await node.revert(back);
        await act(node, stage, random);
        await node.mine();
        reorganisations++;
      }
      await following.catchUp();
      compared += await compare(node, following, stage);
      const audited = await inTransaction(following.db, 'read only', (session) => auditEthereum(session));
      expect(audited).toMatchObject({ ok: true });
    }
    expect(reorganisations).toBeGreaterThan(steps / 20);
    expect(compared).toBeGreaterThan(steps);
    const state = await withSession(following.db, readEthereumState);
    expect(state).toMatchObject({ tracesWhole: true, openingsKnown: true });
    expect(state.totals.destroyed).toBeGreaterThan(0n);
  });

  test('a block costs one request, and at most half another for what is new in it', async () => {
    const following = await follow(node, await databases.empty());
    await following.catchUp();
    const before = { requests: following.client.requests(), height: await node.height() };
    const [from = '', to = ''] = node.accounts;
    const blocks = 20;
    for (let i = 0; i < blocks; i++) {
      await node.send({ from, to, value: '0x1' });
      await node.mine();
      await following.catchUp();
    }
    expect(await node.height()).toBe(before.height + blocks);
    expect((await following.ledger.ranges()).at(-1)?.to).toBe(before.height + blocks);
    const perBlock = (following.client.requests() - before.requests) / blocks;
    expect(perBlock).toBeLessThanOrEqual(1.5);
  });

  test('an address that nothing happened to is unknown, not zero', async () => {
    const following = await follow(node, await databases.empty());
    await following.catchUp();
    const stranger = fromHex('77'.repeat(20));
    expect(
      await withSession(following.db, (session) => readEthereumAccount(session, stranger)),
    ).toBeUndefined();
  });
});
