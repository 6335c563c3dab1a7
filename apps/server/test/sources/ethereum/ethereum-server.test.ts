import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { toHex } from '@hopscope/chain';
import { getAddress, getBlock, getHealth, getStatus, search } from '@hopscope/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { readConfig } from '../../../src/config.ts';
import { namehash } from '../../../src/contexts/explorer/search/ens.ts';
import { temporaryFolder } from '../../support/sources/block-files.ts';
import { prepareDataFolder, type Running, start } from '../../support/command.ts';
import { type EthereumNode, startEthereumNode } from '../../support/sources/ethereum-node.ts';

const serve = fileURLToPath(new URL('../../support/servers/serve.ts', import.meta.url));
const folder = temporaryFolder();
afterAll(() => folder.remove());

/** Gives what is stored under the 32 bytes behind the selector: a registry, and a resolver, of ENS in seven instructions. */
const answersFromStorage = '0x6004355460005260206000f3';

/** Enters names in the node: each has `resolver`, and there the address that stands beside it. */
async function enterNames(node: EthereumNode, names: Readonly<Record<string, string | undefined>>) {
  const registry = '0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e';
  const resolver = `0x${'5e'.repeat(20)}`;
  const word = (address: string): string => `0x${address.slice(2).padStart(64, '0')}`;
  for (const contract of [registry, resolver]) await node.call('anvil_setCode', contract, answersFromStorage);
  for (const [name, address] of Object.entries(names)) {
    const key = `0x${toHex(namehash(name))}`;
    await node.call('anvil_setStorageAt', registry, key, word(resolver));
    if (address !== undefined) await node.call('anvil_setStorageAt', resolver, key, word(address));
  }
}

const opened = z.object({ data: z.object({ user: z.object({ accessToken: z.string() }) }) });

describe('A server that follows a node', () => {
  let node: EthereumNode;
  let running: Running;
  let url: string;
  let token: string;
  const ask = async (path: string): Promise<unknown> =>
    (await fetch(`${url}/api/v1${path}`, { headers: { authorization: `Bearer ${token}` } })).json();
  const health = async () => getHealth.response.parse(await ask('/health'));

  beforeAll(async () => {
    node = await startEthereumNode();
    const [from = '', to = ''] = node.accounts;
    await node.send({ from, to, value: '0xde0b6b3a7640000' });
    await enterNames(node, { 'ada.eth': to, 'nobody.eth': undefined });
    await node.mine();
    await node.mine();
    running = start({
      script: serve,
      env: {
        DATA_DIR: await prepareDataFolder(join(folder.path, 'data')),
        PORT: '0',
        LOG_LEVEL: 'debug',
        ETHEREUM_SOURCE: 'rpc',
        ETHEREUM_RPC_URL: node.url.replace('http://', 'http://reader:hunter2@'),
        ETHEREUM_POLL_SECONDS: '1',
        ETHEREUM_HISTORY_FROM: '0',
      },
    });
    url = await running.where();
    const person = {
      name: 'Ada',
      surname: 'Tester',
      email: 'ada@example.org',
      password: 'correct horse battery',
    };
    const answer = await fetch(`${url}/api/v1/auth/signup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(person),
    });
    token = opened.parse(await answer.json()).data.user.accessToken;
  });
  afterAll(async () => {
    running?.child.kill('SIGTERM');
    await running?.ended;
    await node?.stop();
  });

  test('says so, and what the node can do', async () => {
    await expect
      .poll(async () => (await health()).ethereum.status)
      .toEqual({ phase: 'following', height: 2 });
    const { bitcoin, ethereum } = await health();
    expect(bitcoin.source).toBe('off');
    expect(ethereum).toMatchObject({
      source: 'rpc',
      network: 'chain 31337',
      height: 2,
      coverage: { kind: 'complete' },
      node: { receipts: 'block', traces: 'trace_block', archive: true },
    });
    expect(getStatus.response.parse(await ask('/status')).data.ethereum.capabilities).toContainEqual(
      expect.stringMatching(/^anvil/),
    );
  });

  test('answers about its blocks and balances', async () => {
    const block = getBlock.response.parse(await ask('/blockchain/block/1?blockchain=ethereum'));
    expect(block.data).toMatchObject({ blockchain: 'ethereum', number: 1, transaction_count: 1 });
    const [, to = ''] = node.accounts;
    const address = getAddress.response.parse(await ask(`/blockchain/address/${to}`));
    expect(address.data).toMatchObject({
      blockchain: 'ethereum',
      balance: String(await node.balance(to, 2)),
    });
  });

  test('finds the account behind a name of ENS, or says why there is none', async () => {
    const find = async (q: string) =>
      search.response.parse(await ask(`/search?q=${encodeURIComponent(q)}`)).data;
    const [, to = ''] = node.accounts;
    const found = await find(' Ada.ETH ');
    expect(found).toMatchObject({ type: 'address', blockchain: 'ethereum', found: true });
    expect(found.value?.toLowerCase()).toBe(to.toLowerCase());
    expect(found.message).toBe('Ethereum address (ada.eth, resolved by the node)');
    for (const [name, reason] of [
      ['nobody.eth', /^The resolver of nobody\.eth has no Ethereum address/],
      ['grace.eth', /^ENS has no address for grace\.eth\.$/],
      ['sub.ada.eth', /^sub\.ada\.eth is not registered in ENS\. The resolver of ada\.eth may have it/],
      ['ad\u0430.eth', /is not a valid ENS name/],
    ] as const) {
      expect(await find(name)).toMatchObject({
        type: 'none',
        value: null,
        message: expect.stringMatching(reason),
      });
    }
  });

  test('never says where the node is, or with which password', async () => {
    const reported = JSON.stringify(await health());
    running.child.kill('SIGTERM');
    const { out, err, code } = await running.ended;
    expect(code).toBe(0);
    const port = new URL(node.url).port;
    for (const secret of ['hunter2', `:${port}`]) expect(reported + out + err).not.toContain(secret);
  });
});

test('a node without an address, or beside the demo, is refused with all problems', () => {
  expect(() => readConfig({ ETHEREUM_SOURCE: 'rpc' })).toThrow(
    'ETHEREUM_RPC_URL must be set with ETHEREUM_SOURCE=rpc',
  );
  const both = { ETHEREUM_SOURCE: 'rpc', ETHEREUM_RPC_URL: 'http://node:8545', BITCOIN_SOURCE: 'demo' };
  expect(() => readConfig(both)).toThrow('cannot be combined with a real Ethereum node');
  expect(() => readConfig({ ETHEREUM_SOURCE: 'demo', BITCOIN_SOURCE: 'off' })).toThrow(
    'requires the demo on Bitcoin too',
  );
  expect(() => readConfig({ ETHEREUM_SOURCE: 'rpc', ETHEREUM_RPC_URL: 'ftp://hunter2@x' })).toThrow(
    /^(?!.*hunter2)[\s\S]*ETHEREUM_RPC_URL must be a URL starting with/,
  );
});
