import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser } from './support/browser.ts';
import { signUp } from './support/calls.ts';
import { type LedgerServer, startLedgerServer } from './support/ledger-server.ts';
import { enter, visit } from './support/people.ts';
import { type MempoolNames, seedMempool } from './support/seeded-server.ts';

const explorer = '/home/block-explorer';

describe('transactions that wait for a block', () => {
  let browser: Browser;
  let server: LedgerServer;
  let page: Page;
  let names: MempoolNames;

  beforeAll(async () => {
    const seed = async (dataDir: string) => {
      names = await seedMempool(dataDir);
    };
    [browser, server] = await Promise.all([
      openBrowser(),
      startLedgerServer(undefined, { ETHEREUM_SOURCE: 'off' }, seed),
    ]);
    ({ page } = await visit(browser, server.url));
    await enter(page, server.url, await signUp(server.url, { name: 'Ada', email: 'ada@example.org' }));
  });

  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  const open = (path: string) => page.goto(`${server.url}${explorer}${path}`);

  it('a replaced one leads to the one in its place, which names it', async () => {
    await open(`/transaction/${names.replaced}`);
    const alert = page.getByRole('main');
    await alert.getByRole('heading', { name: 'Replaced', exact: true }).waitFor();
    await alert.locator(`a[href$="${names.better}"]`).click();
    await page.getByText('Unconfirmed', { exact: true }).first().waitFor();
    await page.getByText('Not confirmed yet').waitFor();
    await page.locator(`a[href$="${names.replaced}"]`).waitFor();
    expect(await page.getByText('RBF', { exact: true }).count()).toBe(1);
  });

  it('conflicts, parents and children are named', async () => {
    await open(`/transaction/${names.rival}`);
    await page.getByText('same outputs spent by 1 other unconfirmed transaction').waitFor();
    await open(`/transaction/${names.child}`);
    await page.getByText('inherited from a parent (BIP125)').waitFor();
    await page.getByText('also unconfirmed').waitFor();
    await page.locator(`aside a[href$="${names.parent}"]`).click();
    await page.getByText(', also unconfirmed').waitFor();
  });

  it('one that was dropped says so', async () => {
    await open(`/transaction/${names.dropped}`);
    await page.getByRole('heading', { name: 'Dropped', exact: true }).waitFor();
  });

  it('addresses show what waits beside their history', async () => {
    await open(`/address/${names.used}`);
    const card = page.getByRole('region', { name: 'Unconfirmed' });
    await card.getByRole('link').first().waitFor();
    expect(await card.getByRole('row').count()).toBe(3);
    await card.getByText('not included in totals').waitFor();
    const history = page.getByRole('region', { name: 'Transactions', exact: true });
    await history.getByRole('row').first().waitFor();
    await open(`/address/${names.fresh}`);
    await page.getByRole('heading', { name: 'No confirmed transactions' }).waitFor();
    await page.getByRole('region', { name: 'Unconfirmed' }).locator(`a[href$="${names.better}"]`).waitFor();
  });

  it('the explorer says how many wait and what they pay', async () => {
    await open('');
    const summary = page.getByRole('region', { name: 'Unconfirmed on Bitcoin' });
    await summary.getByText(/^5 · [\d,]+ vB$/).waitFor();
    await summary.getByText('20–50 sat/vB', { exact: true }).waitFor();
  });
});

describe('what waits in the demo network', () => {
  let browser: Browser;
  let server: LedgerServer;
  let page: Page;

  beforeAll(async () => {
    const demo = {
      BITCOIN_SOURCE: 'demo',
      ETHEREUM_SOURCE: 'off',
      DEMO_DAYS: '40',
      DEMO_TRANSACTIONS: '2500',
      DEMO_BLOCK_SECONDS: '8',
    };
    [browser, server] = await Promise.all([openBrowser(), startLedgerServer(undefined, demo)]);
    ({ page } = await visit(browser, server.url));
    await enter(page, server.url, await signUp(server.url, { name: 'Ada', email: 'ada@example.org' }));
  });

  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  /** Returns the txid of an unconfirmed transaction, requested with the page's session. */
  async function someWaiting(): Promise<string | undefined> {
    return page.evaluate(async () => {
      const token = localStorage.getItem('accessToken') ?? '';
      const answer = await fetch('/api/v1/blockchain/unconfirmed?limit=1', {
        headers: { authorization: `Bearer ${token.replaceAll('"', '')}` },
      });
      const body: unknown = await answer.json();
      const text = JSON.stringify(body);
      return /"txid":"([0-9a-f]{64})"/.exec(text)?.[1];
    });
  }

  it('is seen on its page and confirmed there by a block', async () => {
    const waits = page.getByText('Not confirmed yet');
    const confirmed = page.getByText(/^\d+ confirmations?$/);
    const replaced = page.getByRole('heading', { name: 'Replaced', exact: true });
    await expect
      .poll(
        async () => {
          const txid = await someWaiting();
          if (txid === undefined) return false;
          await page.goto(`${server.url}${explorer}/transaction/${txid}`);
          await waits.or(confirmed).or(replaced).first().waitFor();
          // A block may have arrived meanwhile, or the payer may replace this one with a higher fee; then use the next one.
          if ((await waits.count()) === 0) return false;
          await confirmed.or(replaced).first().waitFor();
          return (await confirmed.count()) > 0;
        },
        { interval: 300 },
      )
      .toBe(true);
    expect(await waits.count()).toBe(0);
  });
});
