import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Complaints, openBrowser } from './support/browser.ts';
import { signUp } from './support/calls.ts';
import { type LedgerServer, startLedgerServer } from './support/ledger-server.ts';
import { enter, visit } from './support/people.ts';
import { seedTransactions, type TransactionNames } from './support/seeded-server.ts';

describe('pages of transactions and blocks', () => {
  let browser: Browser;
  let server: LedgerServer;
  let page: Page;
  let complaints: Complaints;
  let names: TransactionNames;

  beforeAll(async () => {
    const seed = async (dataDir: string) => {
      names = await seedTransactions(dataDir);
    };
    [browser, server] = await Promise.all([
      openBrowser(),
      startLedgerServer(undefined, { ETHEREUM_SOURCE: 'off' }, seed),
    ]);
    ({ page, complaints } = await visit(browser, server.url));
    await enter(page, server.url, await signUp(server.url, { name: 'Ada', email: 'ada@example.org' }));
  });

  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  const open = (path: string) => page.goto(`${server.url}/home/block-explorer${path}`);
  const region = (name: string | RegExp) => page.getByRole('region', { name });

  it('the browser proves that a transaction is in its block, and says what that rests on', async () => {
    await open(`/transaction/${names.data}`);
    await region('Proof').getByText(`In block ${names.dataHeight}: verified`).waitFor();
    await page.getByRole('button', { name: 'Show checks' }).click();
    await region('Proof').getByText('that depends on the block source').waitFor();
  });

  it('a proof that does not hold is said in red', async () => {
    await page.route('**/proof', async (route) => {
      const answer = await route.fetch();
      const body: { data: { branch: string[] } } = await answer.json();
      body.data.branch = body.data.branch.map(() => names.data);
      await route.fulfill({ response: answer, json: body });
    });
    await open(`/transaction/${names.data}`);
    const alert = region('Proof').getByRole('alert');
    await alert.getByText('its Merkle root differs from the header').waitFor();
    await page.unrouteAll({ behavior: 'wait' });
  });

  it('data is shown as what it is, without what would disturb the page', async () => {
    await open(`/transaction/${names.data}`);
    const outputs = region('6 outputs');
    const text = outputs.locator('bdi').first();
    await text.waitFor();
    expect(await text.innerText()).toBe('pay שלום now and here in plain sight of everybody');
    await outputs.getByText('without invisible characters').waitFor();
    await outputs.getByText('simple send of 1,000,000,000 smallest units of token 31').waitFor();
    await outputs.getByText('Runes').waitFor();
    const flow = page.getByRole('figure', { name: 'Flow of coins, 1 input to 6 outputs' });
    expect(await flow.getByRole('list', { name: 'To' }).getByRole('listitem').count()).toBe(7);
    await flow.getByText('precision', { exact: false }).first().waitFor({ state: 'attached' });
  });

  it('scripts are decoded here, and the raw bytes saved', async () => {
    await open(`/transaction/${names.data}`);
    const scripts = region('Scripts and raw bytes');
    await scripts.getByRole('button', { name: 'Show scripts' }).click();
    await scripts.getByText('OP_RETURN OP_PUSHNUM_13 OP_PUSHBYTES_2 0102').waitFor();
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      scripts.getByRole('button', { name: 'Download raw bytes' }).click(),
    ]);
    expect(saved.suggestedFilename()).toBe(`${names.data}.bin`);
    const bytes = await readFile(await saved.path());
    expect(bytes.length).toBe(
      Number((await scripts.getByText(/^[\d,]+ bytes$/).innerText()).replace(/\D/g, '')),
    );
  });

  it('5,000 inputs and 20,000 outputs are folded, with their sums', async () => {
    await open(`/transaction/${names.many}`);
    await page.getByText('5,000 inputs').first().waitFor();
    const separate = () => page.getByText('Separate', { exact: true }).click();
    await separate();
    await page.locator('text').filter({ hasText: '4,989 more' }).waitFor();
    await page.getByRole('button', { name: 'Show 500 more of 5,000' }).waitFor();
    expect(await page.getByRole('listitem').count()).toBeLessThan(100);
    await open(`/transaction/${names.wide}`);
    await separate();
    await page.locator('text').filter({ hasText: '19,990 more' }).waitFor();
    await page.getByRole('button', { name: 'Show 500 more of 20,000' }).click();
    const outputs = region('20,000 outputs').getByRole('listitem');
    await expect.poll(() => outputs.count()).toBe(505);
  });

  it('what left the chain says so and leads to what stands there now', async () => {
    await open(`/transaction/${names.lostCoinbase}`);
    await page.getByRole('heading', { name: 'Removed by a reorganization' }).waitFor();
    await open(`/block/${names.lostBlock}`);
    await page.getByRole('heading', { name: 'Stale block' }).waitFor();
    await page.locator(`main a[href$="${names.nowBlock}"]`).click();
    await page.getByText(names.nowBlock).first().waitFor();
    expect(new URL(page.url()).pathname).toBe(`/home/block-explorer/block/${names.nowBlock}`);
  });

  it('a block shows what its transactions pay, and lists those that meet a filter', async () => {
    await open(`/block/${names.busyHeight}`);
    await region('Fee rates').getByRole('img', { name: 'Fee rates in sat/vB, by weight' }).waitFor();
    await page.getByText('unknown: no known pool tag in the coinbase').waitFor();
    await page.getByRole('button', { name: 'Filter' }).click();
    const form = page.getByRole('form', { name: 'Filter' });
    await form.getByLabel('Minimum amount').fill('100');
    await form.getByLabel('Maximum amount').fill('50');
    await form.getByText('Enter an amount not below the minimum').waitFor();
    await form.getByLabel('Maximum amount').fill('200,5');
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.searchParams.get('minAmount') !== null);
    await page.getByRole('button', { name: 'Filter (2)' }).waitFor();
    const amounts = region(/^Transactions/).getByRole('row');
    await expect.poll(async () => amounts.count()).toBeGreaterThan(1);
    const shown = async (): Promise<number> => {
      const text = await region(/^Transactions/)
        .getByText(/^\d+–\d+ of \d+/)
        .innerText();
      return Number(/of (\d+)/.exec(text)?.[1]);
    };
    await expect.poll(shown).toBeLessThan(4);
    await form.getByRole('button', { name: 'Clear' }).click();
    await page.waitForURL((url) => url.searchParams.get('minAmount') === null);
    await page.reload();
    await open(`/block/${names.busyHeight}?minAmount=2100000000000000`);
    await page.getByRole('heading', { name: 'No transactions match the filter' }).waitFor();
  });

  it('nothing went wrong on the way', () => {
    expect(complaints).toEqual({ errors: [], foreignRequests: [] });
  });
});
