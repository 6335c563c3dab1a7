import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildWebIfStale } from '../../server/src/build/build-web.ts';
import { type BitcoinLedger, createBitcoinLedger } from '../../server/src/ledger/bitcoin/ledger.ts';
import { nativeHashing } from '../../server/src/ledger/native-hashing.ts';
import { origin, person } from '../../server/test/support/api/api-client.ts';
import { createChain, type TestChain } from '../../server/test/support/ledger/chain-builder.ts';
import { type OwnDatabase, ownDatabase } from '../../server/test/support/databases.ts';
import { type StreamServer, startStreamServer } from '../../server/test/support/servers/stream-server.ts';
import { affectedAddresses } from '../../server/test/support/ledger/affected-addresses.ts';
import { noSources, type Sources } from '../../server/src/sources/sources.ts';
import { openBrowser } from './support/browser.ts';
import { enter, visit } from './support/people.ts';

const webRoot = fileURLToPath(new URL('../dist', import.meta.url));

let browser: Browser;
let database: OwnDatabase;
let ledger: BitcoinLedger;
let chain: TestChain;

beforeAll(async () => {
  await buildWebIfStale(webRoot);
  browser = await openBrowser();
  database = await ownDatabase();
  ledger = createBitcoinLedger({ db: database.db, hashing: nativeHashing });
  chain = createChain({ seed: 12, maxTxs: 12, wallet: 4 });
  chain.extend(60);
  await ledger.append('demo', chain.blocks.slice(0, 41));
});

afterAll(async () => {
  await browser?.close();
  await database?.remove();
});

const live = (page: Page, state: string) =>
  page.locator(`[data-live="${state}"]`).waitFor({ state: 'attached' });
const rowsOf = (page: Page): Promise<string[]> =>
  page
    .locator('tbody a[href*="/transaction/"]')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));

it('open pages move on by themselves, lists when they are asked to, and a lost connection comes back', async () => {
  const server: StreamServer = await startStreamServer(database.db, { webRoot, realTime: true });
  const { page } = await visit(browser, server.base);
  const session = await server.context.auth.signup(person('grace@example.org'), origin);
  const { user, ...tokens } = session;
  await enter(page, server.base, { ...tokens, ...user });
  await page.goto(`${server.base}/home/block-explorer`);
  await live(page, 'live');
  const height = (number: number) =>
    page.getByRole('link', { name: /^Bitcoin ledger/ }).getByText(String(number), { exact: true });
  await height(40).waitFor();
  await ledger.append('demo', chain.blocks.slice(41, 42));
  await height(41).waitFor();
  await page.getByRole('table').getByRole('link', { name: '41', exact: true }).waitFor();

  const touched = affectedAddresses(chain.blocks, 'demo');
  const counts = new Map<string, number>();
  for (const own of touched.values()) for (const each of own) counts.set(each, (counts.get(each) ?? 0) + 1);
  const [address = ''] = [...counts].toSorted((a, b) => b[1] - a[1]).map(([each]) => each);
  await page.goto(`${server.base}/home/block-explorer/address/${address}`);
  await live(page, 'live');
  await page.locator('tbody a[href*="/transaction/"]').first().waitFor();
  const before = await rowsOf(page);
  await page.evaluate(() => window.scrollTo(0, 200));
  const scroll = await page.evaluate(() => window.scrollY);
  // The stream is reopened for the address: blocks in between aren't lost.
  for (const block of chain.blocks.slice(42, 50)) await ledger.append('demo', [block]);
  const more = page.getByRole('button', { name: /^\d+ new transactions?$/ });
  await more.waitFor();
  expect(await rowsOf(page)).toEqual(before);
  expect(await page.evaluate(() => window.scrollY)).toBe(scroll);
  await height(49).waitFor();
  await more.click();
  await expect.poll(() => rowsOf(page)).not.toEqual(before);
  await expect.poll(() => more.count()).toBe(0);

  await page.goto(`${server.base}/home/status`);
  await page.getByRole('region', { name: 'Bitcoin' }).getByText('49', { exact: true }).waitFor();
  await live(page, 'live');
  await server.close();
  await page.locator('[data-live="reconnecting"], [data-live="offline"]').waitFor({ state: 'attached' });
});

it('a node that is behind the ledger is said to be, with both heights and what went wrong last', async () => {
  const own = await ownDatabase();
  await createBitcoinLedger({ db: own.db, hashing: nativeHashing }).append('demo', chain.blocks.slice(0, 41));
  const top = 40;
  const sources: Sources = {
    ...noSources,
    bitcoin: {
      ...noSources.bitcoin,
      source: 'core',
      status: () => ({ phase: 'behind', height: top, nodeHeight: 12 }),
      lastError: () => ({ text: 'The node did not answer in time', at: 1 }),
    },
  };
  const server = await startStreamServer(own.db, { webRoot, realTime: true, sources });
  const { page } = await visit(browser, server.base);
  const session = await server.context.auth.signup(person('mary@example.org'), origin);
  const { user, ...tokens } = session;
  await enter(page, server.base, { ...tokens, ...user });
  await page.goto(`${server.base}/home/status`);
  const card = page.getByRole('region', { name: 'Bitcoin' });
  await card.getByText('Node is behind', { exact: true }).waitFor();
  await card.getByText(`Source ${top - 12} blocks behind the ledger.`).waitFor();
  await card.getByText('12', { exact: true }).waitFor();
  await card.getByText('The node did not answer in time').waitFor();
  await page.getByText(`The source is at block 12, behind block ${top} of the ledger`).first().waitFor();
  await server.close();
  await own.remove();
});
