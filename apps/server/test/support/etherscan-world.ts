import { fromHex, toHex } from '@hopscope/chain';
import { expect } from 'vitest';
import { z } from 'zod';
import { type SqlDatabase, withSession } from '../../src/db/session.ts';
import { readEthereumRemoteAddress } from '../../src/ledger/ethereum/by-address.ts';
import { readUnplaced } from '../../src/ledger/ethereum/by-address-movements.ts';
import { createEthereumLedger } from '../../src/ledger/ethereum/ledger.ts';
import { createEthereumByAddress } from '../../src/modules/blockchain/ethereum-by-address.service.ts';
import { createEthereumBlockchain } from '../../src/modules/blockchain/ethereum.service.ts';
import { probeNode } from '../../src/sources/ethereum-rpc/capabilities.ts';
import { followEthereumNode } from '../../src/sources/ethereum-rpc/ethereum-follower.ts';
import { createRpcClient } from '../../src/sources/shared/json-rpc.ts';
import { bytecodeOf, callData, creations, encodeArguments } from './contracts.ts';
import type { EthereumNode } from './ethereum-node.ts';
import type { Dialect } from './etherscan-server.ts';
import type { Random } from './random.ts';

const gas = '0x2dc6c0';
const hex = (value: bigint): string => `0x${value.toString(16)}`;

/** Contracts that stand on a node. */
export interface Stage {
  coin: string;
  collection: string;
  many: string;
  splitter: string;
}

/** Publishes the contracts that the steps use. */
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

/** An address without a key that steps pay to. */
export const stranger = (number: number): string => `0x${number.toString(16).padStart(40, '5')}`;

/** One thing that somebody does; some of them fail on purpose. */
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

/** Some blocks with some steps each. */
export async function live(node: EthereumNode, stage: Stage, random: Random, blocks: number): Promise<void> {
  for (let i = 0; i < blocks; i++) {
    for (let left = random.below(5); left > 0; left--) await act(node, stage, random);
    await node.mine();
  }
}

/** A ledger of everything that the node has. */
export async function followWhole(node: EthereumNode, db: SqlDatabase): Promise<void> {
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
  while (await follower.step());
}

const bytesOf = (address: string): Uint8Array => fromHex(address.slice(2).toLowerCase());

/** Until the whole history of an address is held, compared at the node's newest block, and in the order of the chain. */
export async function untilWhole(
  db: SqlDatabase,
  node: EthereumNode,
  address: string,
  ask: () => void = () => {},
): Promise<void> {
  const told = z.object({ hash: z.string() }).parse(await node.call('eth_getBlockByNumber', 'latest', false));
  const state = () =>
    withSession(db, async (session) => {
      const held = await readEthereumRemoteAddress(session, bytesOf(address));
      if (!held) {
        ask();
        return 'nothing';
      }
      if (held.problem !== undefined) return held.problem;
      const ended = held.whole && `0x${toHex(held.checkedTip)}` === told.hash;
      return ended && (await readUnplaced(session)) === undefined ? 'whole' : 'part';
    });
  await expect.poll(state, { timeout: 30_000, interval: 20 }).toBe('whole');
}

type Blockchain = ReturnType<typeof createEthereumBlockchain>;

async function movementsOf(
  service: Blockchain,
  address: string,
  told: ReadonlySet<string>,
  dialect: Dialect,
) {
  const rows: Record<string, unknown>[] = [];
  for (let page = 1; ; page++) {
    const { txs, pagination } = await service.addressMovements(address, {
      page,
      limit: 9,
      asset: undefined,
      hidden: true,
    });
    for (const { _id, sequence: _, method, index, log_index, path, ...row } of txs) {
      // Only the list of an address's own transactions says what they called.
      const known = row.txid !== null && told.has(row.txid);
      rows.push({
        ...row,
        ...(known && { method, index }),
        ...(dialect === 'blockscout' ? { log_index } : { path }),
      });
    }
    if (page >= pagination.totalPages) return rows;
  }
}

/** Transactions that stand in the list of an address itself. */
async function ownTransactions(db: SqlDatabase, address: string): Promise<Set<string>> {
  const { rows } = await withSession(db, (session) =>
    session.query<{ hash: string }>(
      `select distinct encode(hash, 'hex') as hash from eth_remote_movement where key = $1 and list = 0`,
      [bytesOf(address)],
    ),
  );
  return new Set(rows.map(({ hash }) => `0x${hash}`));
}

/** The same blocks in a ledger: what a service tells of an address has to come to the same. */
export async function expectSame(
  db: SqlDatabase,
  reference: SqlDatabase,
  { node, address, dialect }: { node: EthereumNode; address: string; dialect: Dialect },
): Promise<number> {
  const told = createEthereumByAddress({
    db,
    chainId: 31_337n,
    want: async () => ({ kind: 'known' }),
  });
  const ledger = createEthereumBlockchain({ db: reference, balanceAt: async () => null });
  const [summary, expected] = [await told.address(address), await ledger.address(address)];
  const balance = summary.balance ?? summary.node_balance?.amt;
  const atNode = String(await node.balance(address, await node.height()));
  expect({ address, balance }).toEqual({ address, balance: atNode });
  for (const field of [
    'total_received',
    'total_spent',
    'txCount',
    'movement_count',
    'hidden_count',
    'first_seen',
    'last_seen',
    'created_by',
  ] as const) {
    expect({ address, field, value: summary[field] }).toEqual({ address, field, value: expected[field] });
  }
  const own = await ownTransactions(db, address);
  const rows = await movementsOf(told, address, own, dialect);
  expect(rows).toEqual(await movementsOf(ledger, address, own, dialect));
  const assets = async (service: Blockchain) => {
    const { assets: found } = await service.addressAssets(address, { limit: 50, after: undefined });
    return found
      .map((holding) => ({ ...holding, balance: undefined }))
      .sort((a, b) => String(a.asset.contract).localeCompare(String(b.asset.contract)));
  };
  expect(await assets(told)).toEqual(await assets(ledger));
  const stats = async (service: Blockchain) => {
    const { coverage: _, ...rest } = await service.blockStats({ text: address, bytes: bytesOf(address) });
    return rest;
  };
  expect(await stats(told)).toEqual(await stats(ledger));
  return rows.length;
}
