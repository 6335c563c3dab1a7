import type { ServerResponse } from 'node:http';
import type { SourceStatus } from '@hopscope/contract';
import { fromHex, toHex } from '@hopscope/chain';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type SqlDatabase, withSession } from '../../../src/db/session.ts';
import { createEthereumLedger, type EthereumLedger } from '../../../src/ledger/ethereum/ledger.ts';
import {
  createEthereumRpcSource,
  type EthereumRpcSettings,
  type EthereumRpcSource,
} from '../../../src/sources/ethereum-rpc/ethereum-rpc-source.ts';
import { readAssets, readEthereumState } from '../../../src/ledger/ethereum/reader.ts';
import { bytecodeOf, callData, creations, encodeArguments } from '../../support/ledger/contracts.ts';
import { describeWithDatabase } from '../../support/databases.ts';
import { type EthereumNode, startEthereumNode } from '../../support/sources/ethereum-node.ts';
import {
  type Fault,
  type NodeProxy,
  openNodeProxy,
  type ProxiedCall,
} from '../../support/sources/ethereum-proxy.ts';

const settings: Omit<EthereumRpcSettings, 'url'> = {
  webSocketUrl: undefined,
  chainId: undefined,
  historyFrom: 0,
  reorganizationLimit: 5,
  pollMs: 50,
  timeoutMs: 60_000,
  retryMs: 50,
  maxBytes: 3_000_000,
};

/** A result with fields of its objects replaced. */
function withFields(result: unknown, fields: Record<string, unknown>): unknown {
  return typeof result === 'object' && result !== null ? { ...result, ...fields } : result;
}
const isBlock = ({ method, params }: ProxiedCall): boolean =>
  method === 'eth_getBlockByNumber' && params[1] === true;
const send = (response: ServerResponse, status: number, body: string, headers = {}): boolean => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
  return true;
};
/** Changes the answer to one method, where there is one. */
const instead = (method: string, change: (result: unknown) => unknown): Fault => ({
  answer: (call, result) => (call.method === method && result !== null ? change(result) : result),
});
const firstOf = (result: unknown, fields: Record<string, unknown>): unknown =>
  Array.isArray(result) ? result.map((each, i) => (i === 0 ? withFields(each, fields) : each)) : result;

interface Case {
  name: string;
  fault: Fault;
  says: RegExp;
  /** Default: so long that a busy machine never reaches it. */
  timeoutMs?: number;
}
const passing: Case[] = [
  {
    name: 'answers HTTP 500',
    fault: { request: (response) => send(response, 500, 'oops') },
    says: /HTTP status 500/,
  },
  {
    name: 'refuses with 429',
    fault: { request: (response) => send(response, 429, '', { 'retry-after': '1' }) },
    says: /too many requests/,
  },
  {
    name: 'does not answer in time',
    fault: { request: () => true },
    says: /did not respond within 1 seconds/,
    timeoutMs: 1000,
  },
  {
    name: 'hangs up',
    fault: { request: (response) => !response.destroy().closed },
    says: /cannot be reached/,
  },
  {
    name: 'answers no JSON',
    fault: { request: (response) => send(response, 200, '<html>') },
    says: /response is not JSON/,
  },
  {
    name: 'answers nothing at all',
    fault: { request: (response) => send(response, 200, '') },
    says: /response is not JSON/,
  },
  {
    name: 'answers something else',
    fault: { request: (response) => send(response, 200, '{"hello":1}') },
    says: /response does not match the request/,
  },
  {
    name: 'answers more than fits',
    fault: { request: (response) => send(response, 200, `[${'0,'.repeat(2_000_000)}0]`) },
    says: /larger than 3 MB/,
  },
  {
    name: 'refuses batches',
    fault: {
      request: (response) =>
        send(response, 200, '{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"no batches"}}'),
    },
    says: /refused the request: no batches/,
  },
  {
    name: 'has a block but not its receipts',
    fault: { answer: ({ method }, result) => (method === 'eth_getBlockReceipts' ? null : result) },
    says: /but not its receipts/,
  },
  {
    name: 'gives receipts of another outcome',
    fault: instead('eth_getBlockReceipts', (result) => firstOf(result, { status: '0x0' })),
    says: /response is invalid/,
  },
  {
    name: 'leaves a receipt out',
    fault: instead('eth_getBlockReceipts', (result) => (Array.isArray(result) ? result.slice(1) : result)),
    says: /response is invalid/,
  },
  {
    name: 'gives traces that do not match',
    fault: instead('trace_block', (result) => (Array.isArray(result) ? result.slice(1) : result)),
    says: /response is invalid/,
  },
  {
    name: 'changes a value in a block',
    fault: {
      answer: (call, result) =>
        isBlock(call) && result !== null
          ? withFields(result, {
              transactions: firstOf((result as { transactions: unknown }).transactions, { value: '0x1' }),
            })
          : result,
    },
    says: /response is invalid/,
  },
  {
    name: 'gives a block without a hash',
    fault: {
      answer: (call, result) => (isBlock(call) && result ? withFields(result, { hash: null }) : result),
    },
    says: /response is invalid/,
  },
  {
    name: 'gives another block than was asked for',
    fault: {
      answer: (call, result) => (isBlock(call) && result ? withFields(result, { number: '0x0' }) : result),
    },
    says: /returned block 0 instead of|response is invalid/,
  },
];

describeWithDatabase('An Ethereum node that', (databases) => {
  let node: EthereumNode;
  let proxy: NodeProxy;
  let db: SqlDatabase;
  let ledger: EthereumLedger;
  let source: EthereumRpcSource;
  const failures: unknown[] = [];

  const start = (more: Partial<EthereumRpcSettings> = {}): EthereumRpcSource => {
    const made = createEthereumRpcSource({
      ledger,
      settings: { ...settings, url: proxy.url, ...more },
      onFailure: (error) => failures.push(error),
      onTrouble: () => {},
    });
    made.start();
    return made;
  };
  const phase = (wanted: SourceStatus['phase']) =>
    expect.poll(() => source.status()).toMatchObject({ phase: wanted });
  const tipHeight = async (): Promise<number> => (await ledger.ranges()).at(-1)?.to ?? -1;
  const caughtUp = async (): Promise<void> => {
    const height = await node.height();
    await expect.poll(tipHeight).toBe(height);
  };
  const mineSomething = async (): Promise<void> => {
    const [from = ''] = node.accounts;
    await node.send({ from, value: '0x10', data: creations.nested, gas: '0x2dc6c0' });
    await node.mine();
  };

  beforeAll(async () => {
    node = await startEthereumNode();
    proxy = await openNodeProxy(node.url);
  });
  afterAll(async () => {
    await proxy?.close();
    await node?.stop();
  });
  beforeEach(async () => {
    failures.length = 0;
    proxy.fault = {};
    db = await databases.empty();
    ledger = createEthereumLedger({ db });
    source = start();
    await caughtUp();
    await phase('following');
  });
  afterEach(async () => {
    await source.stop();
    expect(failures).toEqual([]);
  });

  test.each(passing)(
    '$name is asked again, and nothing is half written',
    async ({ fault, says, timeoutMs = settings.timeoutMs }) => {
      await source.stop();
      source = start({ timeoutMs });
      await phase('following');
      proxy.fault = fault;
      const before = await tipHeight();
      await mineSomething();
      await phase('retrying');
      expect(source.status()).toMatchObject({ reason: expect.stringMatching(says), height: before });
      expect(JSON.stringify(source.status())).not.toContain('127.0.0.1');
      expect(await tipHeight()).toBe(before);
      proxy.fault = {};
      await caughtUp();
      await phase('following');
    },
  );

  test('goes back behind its own head is waited for, and what is held stays', async () => {
    const before = await tipHeight();
    const old = (await node.call('eth_getBlockByNumber', '0x0', false)) as object;
    proxy.fault = {
      answer: ({ method, params }, result) =>
        method === 'eth_getBlockByNumber' && typeof params[0] === 'string' && !params[0].startsWith('0x0')
          ? params[1] === false
            ? old
            : null
          : result,
    };
    const asked = proxy.requests;
    await expect.poll(() => proxy.requests).toBeGreaterThan(asked + 3);
    expect(source.status()).toEqual({ phase: 'behind', height: before, nodeHeight: 0 });
    expect(await tipHeight()).toBe(before);
  });

  test('is on another chain stops the source, which changes nothing and goes on once it is back', async () => {
    await source.stop();
    proxy.fault = instead('eth_chainId', () => '0x1');
    source = start();
    await phase('failed');
    expect(source.status()).toEqual({
      phase: 'failed',
      reason: 'The node is on chain 1; this ledger is for chain 31337. The check repeats every minute.',
    });
    expect(await ledger.chain()).toMatchObject({ chainId: 31_337n });
    proxy.fault = {};
    await mineSomething();
    await caughtUp();
    await phase('following');
  });

  test('reorganizes deeper than the limit stops the source; a higher limit goes on', async () => {
    const snapshot = await node.snapshot();
    for (let i = 0; i < 7; i++) await mineSomething();
    await caughtUp();
    await source.stop();
    await node.revert(snapshot);
    const [from = '', to = ''] = node.accounts;
    for (let i = 0; i < 8; i++) {
      await node.send({ from, to, value: '0x99' });
      await node.mine();
    }
    source = start();
    await phase('failed');
    expect(source.status()).toMatchObject({ reason: expect.stringMatching(/more than 5 blocks below/) });
    await source.stop();
    source = start({ reorganizationLimit: 7 });
    await caughtUp();
    const height = await node.height();
    const reported = (await node.call('eth_getBlockByNumber', `0x${height.toString(16)}`, false)) as {
      hash: string;
    };
    const own = (await ledger.blockRefs([height])).get(height);
    expect(own && `0x${toHex(own.hash)}`).toBe(reported.hash);
  });

  test('has neither receipts by block nor traces is followed, and the ledger says what is missing', async () => {
    await source.stop();
    proxy.fault = { without: ['eth_getBlockReceipts', 'trace_block', 'debug_traceBlockByNumber'] };
    source = start();
    await mineSomething();
    await caughtUp();
    expect(source.node()).toMatchObject({ receipts: 'transaction', traces: null, archive: true });
    expect(await withSession(db, readEthereumState)).toMatchObject({ hasAllTraces: false });
  });

  test('traces with callTracer is followed as well', async () => {
    await source.stop();
    proxy.fault = { without: ['trace_block'] };
    source = start();
    await mineSomething();
    await caughtUp();
    expect(source.node()).toMatchObject({ traces: 'callTracer' });
    expect(await withSession(db, readEthereumState)).toMatchObject({ hasAllTraces: true });
  });

  test('has tokens with hostile names, impossible decimals and logs of other forms', async () => {
    const [from = ''] = node.accounts;
    const name = 'text:\u202eTether USD\u0000 https://claim.example';
    const hostile = bytecodeOf('ERC20PresetMinterPauser') + encodeArguments([name, 'text:U\u200bS\u0301DT']);
    const made: string[] = [];
    for (const data of [hostile, creations.odd]) {
      const hash = await node.send({ from, data, gas: '0x7a1200' });
      await node.mine();
      const receipt = (await node.call('eth_getTransactionReceipt', hash)) as { contractAddress: string };
      made.push(receipt.contractAddress);
    }
    const [coin = '', odd = ''] = made;
    await node.send({ from, to: coin, data: callData('mint(address,uint256)', from, 7n), gas: '0x2dc6c0' });
    await node.send({ from, to: odd, data: '0x0011223344', gas: '0x2dc6c0' });
    await node.mine();
    await caughtUp();
    const contracts = [coin, odd].map((address) => fromHex(address.slice(2)));
    const assets = await withSession(db, (session) => readAssets(session, contracts));
    const [first, second] = [coin, odd].map((address) => assets.get(address.slice(2)));
    expect(first).toMatchObject({ decimals: 18, fake: true });
    expect(first?.name).toMatch(/^Tether USD https:\/\/claim\.example$/);
    expect(second).toMatchObject({ decimals: 255, name: null, symbol: null });
  });

  test('reorganizes while a token is called is asked again for its names', async () => {
    const [from = ''] = node.accounts;
    const data = bytecodeOf('ERC20PresetMinterPauser') + encodeArguments(['text:Demo Coin', 'text:DEMO']);
    const hash = await node.send({ from, data, gas: '0x7a1200' });
    await node.mine();
    await caughtUp();
    const { contractAddress: to } = (await node.call('eth_getTransactionReceipt', hash)) as {
      contractAddress: string;
    };
    // During the first calls, the chain tip is another block, in which the contract is absent.
    let calls = 0;
    proxy.fault = {
      answer(call, result) {
        if (call.method === 'eth_call') return calls++ < 3 ? '0x' : result;
        const isNext = calls === 3 && call.method === 'eth_getBlockByNumber';
        if (isNext) calls++;
        return isNext ? withFields(result, { hash: `0x${'11'.repeat(32)}` }) : result;
      },
    };
    await node.send({ from, to, data: callData('mint(address,uint256)', from, 7n), gas: '0x2dc6c0' });
    await node.mine();
    await caughtUp();
    const assets = await withSession(db, (session) => readAssets(session, [fromHex(to.slice(2))]));
    expect(assets.get(to.slice(2))).toMatchObject({ name: 'Demo Coin', symbol: 'DEMO', decimals: 18 });
  });

  test('begins at its head, and brings history down to where it is wanted, over a restart', async () => {
    await source.stop();
    const other = createEthereumLedger({ db: await databases.empty() });
    const height = await node.height();
    const settled = { ...settings, url: proxy.url, historyFrom: 2, onFailure: undefined };
    ledger = other;
    source = start(settled);
    await expect.poll(tipHeight).toBe(height);
    await source.stop();
    await mineSomething();
    source = start(settled);
    await expect.poll(() => ledger.ranges()).toEqual([{ from: 2, to: await node.height() }]);
    expect(await source.balanceAt(fromHex((node.accounts[0] ?? '').slice(2)))).toMatchObject({
      amount: await node.balance(node.accounts[0] ?? '', await node.height()),
    });
  });

  test('tells of new heads is asked at once', async () => {
    await source.stop();
    source = start({ pollMs: 600_000, webSocketUrl: node.webSocketUrl });
    await phase('following');
    // The first notice may come before the subscription stands.
    await expect
      .poll(
        async () => {
          await node.mine();
          return (await tipHeight()) >= (await node.height()) - 1;
        },
        { interval: 500 },
      )
      .toBe(true);
  });
});
