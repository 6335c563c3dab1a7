import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { getHealth } from '@hopscope/contract';
import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { temporaryFolder } from '../support/sources/block-files.ts';
import { startBitcoinNode } from '../support/sources/bitcoin-node.ts';
import { createChain } from '../support/ledger/chain-builder.ts';
import { prepareDataFolder, start } from '../support/command.ts';
import { rawBlocks } from '../support/sources/core-source.ts';
import { startEsplora } from '../support/sources/esplora-server.ts';
import { startEthereumNode } from '../support/sources/ethereum-node.ts';
import { startEtherscan } from '../support/sources/etherscan-server.ts';

const docs = new URL('../../../../docs/operate/', import.meta.url);
const serve = fileURLToPath(new URL('../support/servers/serve.ts', import.meta.url));
const folder = temporaryFolder();
afterAll(() => folder.remove());

/** What the lines of a section set, those that are commented out too, by its heading. */
function sections(): Map<string, Record<string, string>> {
  const text = readFileSync(new URL('connect.md', docs), 'utf8');
  return new Map(
    text
      .split(/^## /m)
      .slice(1)
      .map((part) => {
        const [heading = ''] = part.split('\n');
        const lines = [...(/```sh\n([\s\S]*?)```/.exec(part)?.[1] ?? '').matchAll(/^(?:# )?export (.*)$/gm)];
        const set = lines.flatMap(([, line = '']) => [
          ...line.replace(/\s#.*$/, '').matchAll(/([A-Z_]+)=(\S+)/g),
        ]);
        return [
          heading.replace(/ \(.*$/, ''),
          Object.fromEntries(set.map(([, name, value]) => [name, value])),
        ];
      }),
  );
}

interface GuideService {
  /** What stands in the place of addresses and paths of the guide. */
  env: Record<string, string>;
  close(): Promise<void>;
}

const chain = createChain({ seed: 50, network: 'regtest' });
chain.extend(4);

/** What each section connects to, on this machine. */
const places: Record<string, { chain: 'bitcoin' | 'ethereum'; open(): Promise<GuideService> }> = {
  'Bitcoin Core, or another node with its RPC': {
    chain: 'bitcoin',
    async open() {
      const node = await startBitcoinNode({ network: 'regtest', blocks: rawBlocks(chain.blocks) });
      node.manners.credentials = '__cookie__:secret';
      const cookie = join(folder.path, 'cookie');
      writeFileSync(cookie, node.manners.credentials);
      const env = {
        BITCOIN_RPC_URL: node.url,
        BITCOIN_RPC_COOKIE_FILE: cookie,
        BITCOIN_ZMQ_URL: node.zmq.url,
        BITCOIN_BLOCKS_DIR: folder.path,
      };
      return { env, close: () => node.close() };
    },
  },
  'Bitcoin without a node: Esplora': {
    chain: 'bitcoin',
    async open() {
      const mainnet = createChain({ seed: 51, network: 'mainnet' });
      mainnet.extend(2);
      const service = await startEsplora('mainnet', mainnet.blocks);
      return { env: { ESPLORA_URL: service.url }, close: () => service.close() };
    },
  },
  'Ethereum node': {
    chain: 'ethereum',
    async open() {
      const node = await startEthereumNode();
      await node.mine();
      const env = { ETHEREUM_RPC_URL: node.url, ETHEREUM_WS_URL: node.webSocketUrl };
      return { env, close: () => node.stop() };
    },
  },
  'Ethereum without a node: Etherscan or Blockscout': {
    chain: 'ethereum',
    async open() {
      const node = await startEthereumNode({ chainId: 1 });
      await node.mine();
      const service = await startEtherscan(node, { dialect: 'blockscout', chainId: 1 });
      const close = async (): Promise<void> => {
        await service.close();
        await node.stop();
      };
      return { env: { ETHERSCAN_URL: service.url, ETHERSCAN_API_KEY: 'a key' }, close };
    },
  },
};

describe('The guide to sources', () => {
  test('sets only what there is to set', () => {
    const settings = readFileSync(new URL('configure.md', docs), 'utf8');
    const named = [...sections().values()].flatMap((set) => Object.keys(set));
    expect(named.length).toBeGreaterThan(15);
    expect(named.filter((name) => !settings.includes(`\`${name}\``))).toEqual([]);
    expect([...sections().keys()].filter((heading) => heading !== 'Files')).toEqual(Object.keys(places));
  });

  test.each(Object.entries(places))('%s: as it is written, the source follows', async (heading, place) => {
    const { env, close } = await place.open();
    const written = sections().get(heading) ?? {};
    // Addresses and paths are other ones here; nothing else is changed.
    expect(Object.keys(env).filter((name) => written[name] === undefined)).toEqual([]);
    const outside = Object.entries(written).filter(
      ([name, value]) => /:\/\/|~|…/.test(value) && !(name in env),
    );
    expect(outside).toEqual([]);
    const dataDir = await prepareDataFolder(join(folder.path, `data-${heading.length}`));
    const running = start({ script: serve, env: { ...written, ...env, DATA_DIR: dataDir, PORT: '0' } });
    try {
      const url = await running.where();
      const health = async () => {
        const answer = await fetch(`${url}/api/v1/health`);
        return getHealth.response.parse(z.unknown().parse(await answer.json()))[place.chain];
      };
      await expect.poll(async () => (await health()).status).toMatchObject({ phase: 'following' });
      expect((await health()).height).toBeGreaterThan(0);
    } finally {
      running.child.kill('SIGTERM');
      await running.ended;
      await close();
    }
  });
});
