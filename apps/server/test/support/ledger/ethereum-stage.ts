import { z } from 'zod';
import type { SqlDatabase } from '../../../src/db/session.ts';
import { createEthereumLedger, type EthereumLedger } from '../../../src/ledger/ethereum/ledger.ts';
import { probeNode } from '../../../src/sources/ethereum-rpc/capabilities.ts';
import { followEthereumNode } from '../../../src/sources/ethereum-rpc/ethereum-sync.ts';
import { createRpcClient, type RpcClient } from '../../../src/sources/shared/json-rpc.ts';
import { bytecodeOf, callData, creations, encodeArguments } from './contracts.ts';
import type { EthereumNode } from '../sources/ethereum-node.ts';
import type { Random } from '../survival/random.ts';
import { createMatching } from '../../../src/contexts/compliance/matching/matching.ts';

const gas = '0x2dc6c0';
const hex = (value: bigint): string => `0x${value.toString(16)}`;

/** Contracts deployed on a node. */
export interface Stage {
  coin: string;
  collection: string;
  many: string;
  splitter: string;
}

/** Deploys the contracts that the steps use. */
export async function setStage(node: EthereumNode): Promise<Stage> {
  const [owner = '', second = '', third = ''] = node.accounts;
  const texts = ['text:Demo Coin', 'text:DEMO'];
  const places: string[] = [];
  for (const data of [
    bytecodeOf('ERC20PresetMinterPauser') + encodeArguments(texts),
    bytecodeOf('ERC721PresetMinterPauserAutoId') + encodeArguments([...texts, 'text:ipfs://']),
    bytecodeOf('ERC1155PresetMinterPauser') + encodeArguments(['text:ipfs://']),
    bytecodeOf('PaymentSplitter') +
      encodeArguments([
        [second, third],
        [2n, 1n],
      ]),
  ]) {
    const hash = await node.send({ from: owner, data, gas: '0x7a1200' });
    await node.mine();
    const receipt = z
      .object({ contractAddress: z.string() })
      .parse(await node.call('eth_getTransactionReceipt', hash));
    places.push(receipt.contractAddress);
  }
  const [coin = '', collection = '', many = '', splitter = ''] = places;
  return { coin, collection, many, splitter };
}

/** Returns an address without a key that steps pay. */
export const stranger = (number: number): string => `0x${number.toString(16).padStart(40, '5')}`;

/** Performs one random action; some fail on purpose. */
export async function act(node: EthereumNode, stage: Stage, random: Random): Promise<void> {
  const [owner = '', second = '', third = ''] = node.accounts;
  const people = node.accounts.slice(0, 4);
  const from = random.pick(people);
  const to = random.pick([...people, stranger(1 + random.below(3))]);
  const value = hex(BigInt(random.below(1_000_000_000)) * 1_000_000_007n);
  const some = (most: number): bigint => BigInt(random.below(most));
  const actions: (() => Record<string, string>)[] = [
    () => ({ from, to, value }),
    () => ({ from, to, value: '0x0' }),
    () => ({ from, to: from, value }),
    () => ({ from: owner, to: stage.coin, data: callData('mint(address,uint256)', to, some(5000)) }),
    () => ({ from, to: stage.coin, data: callData('transfer(address,uint256)', to, some(50)) }),
    () => ({ from: owner, to: stage.collection, data: callData('mint(address)', to) }),
    () => ({
      from: owner,
      to: stage.many,
      data: callData('mint(address,uint256,uint256,bytes)', to, some(5), some(90), 'text:'),
    }),
    () => ({
      from: owner,
      to: stage.many,
      data: callData(
        'mintBatch(address,uint256[],uint256[],bytes)',
        to,
        [1n, 2n, 3n],
        [some(9), some(9), 7n],
        'text:',
      ),
    }),
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

/** Mines some blocks with random actions. */
export async function live(node: EthereumNode, stage: Stage, random: Random, blocks: number): Promise<void> {
  for (let i = 0; i < blocks; i++) {
    for (let left = random.below(5); left > 0; left--) await act(node, stage, random);
    await node.mine();
  }
}

export interface Following {
  db: SqlDatabase;
  ledger: EthereumLedger;
  client: RpcClient;
  /** Waits until the ledger has all blocks of the node. */
  catchUp(): Promise<void>;
}

/** Creates a ledger that follows a node from block 0 on, catching up on demand. */
export async function follow(node: EthereumNode, db: SqlDatabase): Promise<Following> {
  const ledger = createEthereumLedger({ db, listener: createMatching().ethereum });
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
    reorganizationLimit: 64,
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

/** Creates a ledger of all blocks of the node. */
export async function followAll(node: EthereumNode, db: SqlDatabase): Promise<void> {
  await (await follow(node, db)).catchUp();
}
