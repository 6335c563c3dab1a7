import { fileURLToPath } from 'node:url';
import { encodeAddress, networks, toHex } from '@hopscope/chain';
import { expect, test } from 'vitest';
import { randomRuns } from '../../../../../test/depth.ts';
import { createChain } from '../../support/ledger/chain-builder.ts';
import { changeNode } from '../../support/sources/changing-node.ts';
import { start } from '../../support/command.ts';
import {
  addressesOf,
  expectSameAddress,
  ledgerOf,
  openEsplora,
  serveChain,
  tipOf,
  untilStored,
} from '../../support/sources/esplora-world.ts';
import { startEthereumNode } from '../../support/sources/ethereum-node.ts';
import { followAll, live, setStage, stranger } from '../../support/ledger/ethereum-stage.ts';
import {
  expectSame,
  openEtherscan,
  serveNode,
  untilComplete,
} from '../../support/sources/etherscan-world.ts';
import { ownDatabase } from '../../support/databases.ts';
import { entriesOf, monitor, screened } from '../../support/api/monitored.ts';
import { createRandom, type Random } from '../../support/survival/random.ts';

const { count: kills, first: firstSeed } = randomRuns(3, 22);
const script = (name: string): string =>
  fileURLToPath(new URL(`../../support/sources/${name}.ts`, import.meta.url));

/** Starts a process that asks a service, and kills it at a moment of its own while answers come in. */
async function killAtRandom(
  random: Random,
  child: { script: string; args: readonly string[] },
  { requests, change }: { requests: () => number; change: () => Promise<void> | void },
): Promise<void> {
  const { child: process, waitForOutput, ended } = start(child);
  await waitForOutput(/is asking/);
  const soon = { interval: 1 };
  const enough = requests() + random.below(12);
  await expect.poll(requests, soon).toBeGreaterThan(enough);
  await change();
  await expect.poll(requests, soon).toBeGreaterThan(enough + random.below(12));
  process.kill('SIGKILL');
  expect((await ended).signal).toBe('SIGKILL');
}

test('killed while it asks an Esplora service, the source goes on where it was', async () => {
  const random = createRandom(firstSeed);
  const { url: database, db, remove } = await ownDatabase();
  let chain = createChain({ seed: 22, maxTxs: 8, wallet: 3 });
  chain.extend(30);
  const server = await serveChain(chain);
  const first = await ownDatabase();
  const asked = (await addressesOf(await ledgerOf(first.db, chain))).slice(0, 3);
  await first.remove();
  const entries = entriesOf(asked.map(({ key }) => key)).map((entry) => ({
    ...entry,
    text: encodeAddress(entry.key, networks.demo),
  }));
  await monitor(db, entries);
  const args = [database, server.url, ...asked.map(({ key, text }) => `${toHex(key)}:${text}`)];
  const change = (): void => {
    const depth = random.below(3);
    chain = chain.fork(chain.blocks.length - 1 - depth, random.below(2 ** 31));
    chain.extend(depth + 1);
    server.setBlocks(chain.blocks);
  };
  for (let kill = 0; kill < kills; kill++) {
    const child = { script: script('esplora-child'), args };
    await killAtRandom(random, child, { requests: () => server.requests, change });
  }
  const { source, failures, stop } = openEsplora(db, server.url);
  const ask = (): void => {
    for (const { key, text } of asked) void source.fetchAddress(key, text);
  };
  for (const { key } of asked) await untilStored(db, key, tipOf(chain), ask);
  await stop();
  const fresh = await ownDatabase();
  await monitor(fresh.db, entries);
  const now = await addressesOf(await ledgerOf(fresh.db, chain));
  expect(await screened(db, 'confirmed')).toEqual(await screened(fresh.db));
  for (const { text } of asked) {
    const address = now.find((entry) => entry.text === text);
    if (address) await expectSameAddress(db, fresh.db, address);
  }
  expect(failures).toEqual([]);
  await fresh.remove();
  await remove();
});

test('killed while it asks an Etherscan-compatible service, the source goes on where it was', async () => {
  const random = createRandom(firstSeed + 1);
  const { url: database, db, remove } = await ownDatabase();
  const node = await startEthereumNode();
  const stage = await setStage(node);
  await live(node, stage, createRandom(8), 30);
  const world = await changeNode(node, { stage, random, deepest: 3 });
  const window = 20;
  const server = await serveNode(node, { largest: window });
  const asked = [...node.accounts.slice(0, 2), stranger(1), stage.splitter];
  const args = [database, server.url, String(window), ...asked];
  for (let kill = 0; kill < kills; kill++) {
    const child = { script: script('etherscan-child'), args };
    await killAtRandom(random, child, { requests: () => server.requests, change: world.change });
  }
  const { source, failures, stop } = openEtherscan(db, server.url, { window });
  const ask = (): void => {
    for (const address of asked) void source.fetchAddress(Buffer.from(address.slice(2), 'hex'));
  };
  for (const address of asked) await untilComplete(db, node, address, ask);
  await stop();
  const fresh = await ownDatabase();
  await followAll(node, fresh.db);
  for (const address of asked) {
    await expectSame(db, fresh.db, { node, address, dialect: 'etherscan' });
  }
  expect(failures).toEqual([]);
  await fresh.remove();
  await remove();
  await node.stop();
});
