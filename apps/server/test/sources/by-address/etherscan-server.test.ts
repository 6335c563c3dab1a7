import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  getAddress,
  getHealth,
  getStatus,
  listAddressAssets,
  listAddressTransactions,
} from '@hopscope/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { temporaryFolder } from '../../support/sources/block-files.ts';
import { prepareDataFolder, type Running, start } from '../../support/command.ts';
import { type EthereumNode, startEthereumNode } from '../../support/sources/ethereum-node.ts';
import { type EtherscanTestServer, startEtherscan } from '../../support/sources/etherscan-server.ts';

const serve = fileURLToPath(new URL('../../support/servers/serve.ts', import.meta.url));
const folder = temporaryFolder();
afterAll(() => folder.remove());

const opened = z.object({ data: z.object({ user: z.object({ accessToken: z.string() }) }) });
const key = 'a+secret/key';

describe('A server that asks an Etherscan-compatible service', () => {
  let node: EthereumNode;
  let service: EtherscanTestServer;
  let running: Running;
  let url: string;
  let token: string;
  const request = (path: string): Promise<Response> =>
    fetch(`${url}/api/v1${path}`, { headers: { authorization: `Bearer ${token}` } });
  const ask = async (path: string): Promise<unknown> => (await request(path)).json();

  beforeAll(async () => {
    node = await startEthereumNode();
    const [from = '', to = ''] = node.accounts;
    await node.send({ from, to, value: '0xde0b6b3a7640000' });
    await node.mine();
    service = await startEtherscan(node, { dialect: 'etherscan', chainId: 31_337, key });
    running = start({
      script: serve,
      env: {
        DATA_DIR: await prepareDataFolder(join(folder.path, 'data')),
        PORT: '0',
        LOG_LEVEL: 'debug',
        ETHEREUM_SOURCE: 'etherscan',
        ETHEREUM_CHAIN_ID: '31337',
        ETHEREUM_POLL_SECONDS: '1',
        ETHERSCAN_URL: service.url,
        ETHERSCAN_API_KEY: key,
        ETHERSCAN_REQUESTS_PER_SECOND: '100',
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
    await service?.close();
    await node?.stop();
  });

  test('shows addresses that somebody asks for, and follows the chain', async () => {
    const [from = '', to = ''] = node.accounts;
    const address = async (of: string) =>
      getAddress.response.parse(await ask(`/blockchain/address/${of}`)).data;
    expect(await address(to)).toMatchObject({
      blockchain: 'ethereum',
      movement_count: 1,
      total_received: '1000000000000000000',
      coverage: { kind: 'address', history: { stored: 1, total: 1 } },
    });
    const fresh = `0x${'7'.repeat(40)}`;
    expect(await address(fresh)).toMatchObject({ balance: '0', movement_count: 0, first_seen: null });
    await node.send({ from, to: fresh, value: '0x5' });
    await node.mine();
    await expect.poll(async () => (await address(fresh)).balance).toBe('5');
    const page = listAddressTransactions.response.parse(
      await ask(`/blockchain/address/${fresh}/transactions`),
    );
    expect(page).toMatchObject({ pagination: { totalTxs: 1 }, txs: [{ kind: 'transfer', sequence: 0 }] });
    const assets = listAddressAssets.response.parse(await ask(`/blockchain/address/${fresh}/assets`));
    expect(assets.assets).toMatchObject([{ asset: { type: 'ether' }, balance: '5', movement_count: 1 }]);
  });

  test('says in words that blocks are not held', async () => {
    const answer = await request('/blockchain/block/1?blockchain=ethereum');
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ code: 'not_covered' });
  });

  test('is not connected with a word where the service fails, and never tells the key', async () => {
    const health = async () => getHealth.response.parse(await ask('/health')).ethereum;
    expect(await health()).toMatchObject({ source: 'etherscan', status: { phase: 'following' } });
    const { capabilities } = getStatus.response.parse(await ask('/status')).data.ethereum;
    expect(capabilities).toContain('Single addresses, on demand');
    service.instead = () => ({
      body: JSON.stringify({ status: '0', message: 'NOTOK', result: `Invalid API Key (#err2)|${key}` }),
    });
    await expect
      .poll(async () => (await health()).status)
      .toMatchObject({
        phase: 'retrying',
        reason: 'The service rejected the key (ETHERSCAN_API_KEY)',
      });
    const unknown = await request(`/blockchain/address/0x${'8'.repeat(40)}`);
    expect(unknown.status).toBe(503);
    const reported = [await unknown.text(), JSON.stringify(await ask('/status'))];
    service.instead = () => undefined;
    await expect.poll(async () => (await health()).status?.phase).toBe('following');
    running.child.kill('SIGTERM');
    const { out, err, code } = await running.ended;
    expect(code).toBe(0);
    for (const secret of [key, encodeURIComponent(key)])
      expect([...reported, out, err].join()).not.toContain(secret);
  });
});
