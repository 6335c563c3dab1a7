import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openBrowser } from './support/browser.ts';
import { type Account, foundOrganization, signUp } from './support/calls.ts';
import { call } from './support/directory.ts';
import { type LedgerServer, startLedgerServer } from './support/ledger-server.ts';
import { type Visitor, atPath, choose, enter, logOut, visit } from './support/people.ts';

/** About 1,150 blocks, and a new one every few seconds. */
const demo = {
  BITCOIN_SOURCE: 'demo',
  DEMO_DAYS: '48',
  DEMO_TRANSACTIONS: '600',
  DEMO_ETHEREUM_TRANSACTIONS: '200',
  DEMO_BLOCK_SECONDS: '4',
};

const organizations = z.object({ data: z.object({ organizations: z.array(z.object({ _id: z.string() })) }) });

async function chooseZone(page: Page, zone: string): Promise<void> {
  await page.getByLabel('Time zone').fill(zone);
  await page.getByRole('option', { name: zone, exact: true }).click();
}

describe('preferences and the demo network, in the browser', () => {
  let browser: Browser;
  let server: LedgerServer;
  let person: Visitor;
  let account: Account;

  beforeAll(async () => {
    [browser, server] = await Promise.all([openBrowser(), startLedgerServer(undefined, demo)]);
    person = await visit(browser, server.url);
  });

  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  it('the entrance names the network, once its history is there with its height', async () => {
    const { page } = person;
    await page.goto(`${server.url}/login`);
    await page.getByText(/^Demo network/).waitFor();
    await page.getByText(/^Demo network, block 1,\d{3}$/).waitFor();
  });

  it('every page says that the network is a made-up one', async () => {
    const { page } = person;
    account = await signUp(server.url, { name: 'Ada', email: 'ada@example.org' });
    await enter(page, server.url, account);
    for (const path of ['block-explorer', 'settings/profile']) {
      await page.goto(`${server.url}/home/${path}`);
      await page.getByRole('note').getByText('Demo network.').waitFor();
    }
  });

  it('new blocks come by themselves, and the page stays where it is', async () => {
    const { page } = person;
    await page.goto(`${server.url}/home/block-explorer`);
    const table = page.getByRole('table');
    const links = table.getByRole('link');
    await links.nth(9).waitFor();
    expect(await links.count()).toBe(10);
    const newest = await links.first().innerText();
    await page.mouse.wheel(0, 300);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(50);
    const place = await page.evaluate(() => [window.scrollY, document.body.scrollHeight]);
    const rows = page.evaluate(
      () =>
        new Promise<number[]>((resolve) => {
          const seen = new Set<number>();
          const body = document.querySelector('main');
          const first = () => body?.querySelector('table a')?.textContent;
          const before = first();
          const observer = new MutationObserver(() => {
            seen.add(body?.querySelectorAll('table a').length ?? 0);
            if (first() === before) return;
            observer.disconnect();
            resolve([...seen]);
          });
          if (body) observer.observe(body, { childList: true, subtree: true, characterData: true });
        }),
    );
    expect(await rows).toEqual([10]);
    expect(await links.first().innerText()).not.toBe(newest);
    expect(await page.evaluate(() => [window.scrollY, document.body.scrollHeight])).toEqual(place);
  });

  it('number format and time zone hold on the pages of the explorer', async () => {
    const { page } = person;
    await page.goto(`${server.url}/home/settings/preferences`);
    await page.getByText(/^Example: \$1,234\.56, .* UTC$/).waitFor();
    await choose(page, 'Number format', '1.234,56');
    await page.getByText('Preferences saved').waitFor();
    await chooseZone(page, 'Asia/Tokyo');
    await page.getByText(/^Example: \$1\.234,56, .* UTC\+9$/).waitFor();
    await page.getByRole('link', { name: 'Block Explorer' }).click();
    await page
      .getByRole('link', { name: /^1\.\d{3}$/ })
      .first()
      .waitFor();

    await page.goto(`${server.url}/home/block-explorer/block/1000`);
    await page.getByRole('heading', { name: 'Block 1.000' }).waitFor();
    await page.getByText(/^Complete: genesis to block 1\.\d{3}$/).waitFor();
    const main = page.locator('main');
    const text = await main.innerText();
    expect(text).toMatch(/\d{1,2} \w{3} \d{4}, \d{2}:\d{2} UTC\+9/);
    expect(text).toMatch(/\d,\d{8}/);
    expect(text).not.toMatch(/UTC(?!\+9)|\d\.\d{8}|\d,\d{3}\b(?!\d)/);
    const shown = main.getByText(/:\d{2}:\d{2} UTC\+9$/);
    expect(await shown.getAttribute('title')).toBe(`${await shown.innerText()} (Asia/Tokyo)`);

    await page.getByRole('button', { name: 'Show inputs and outputs' }).first().click();
    await page.getByRole('link', { name: 'Open transaction' }).click();
    await page.getByRole('heading', { name: 'Transaction', exact: true }).waitFor();
    await page.getByText(/^block 1\.000$/).waitFor();
    expect(await main.innerText()).toMatch(/ UTC\+9/);
    expect(await main.innerText()).not.toMatch(/UTC(?!\+9)|\d\.\d{8}/);
  });

  it('the screener shows times in the chosen zone too', async () => {
    const { page } = person;
    const { url } = server;
    await page.goto(`${url}/home/block-explorer/block/1000`);
    await page.getByRole('button', { name: 'Show inputs and outputs' }).first().click();
    const link = page.locator('main a[href*="/address/"]').first();
    const address = (await link.getAttribute('href'))?.split('/address/')[1]?.split('?')[0];
    await foundOrganization(url, account, 'Zone Watch');
    const { data } = organizations.parse(await call(url, account, 'GET', '/organizations'));
    const path = `/compliance/organizations/${data.organizations[0]?._id ?? ''}/monitored-addresses`;
    await call(url, account, 'POST', path, { address, clientId: 'C-1', pastFrom: '2020-01-01T00:00:00Z' });

    await page.goto(`${url}/home/compliance-screener`);
    const row = page.getByRole('row').filter({ hasText: 'C-1' }).first();
    await row.waitFor();
    expect(await row.locator('time').first().getAttribute('title')).toMatch(/ UTC\+9 \(Asia\/Tokyo\)$/);
    await page.goto(`${url}/home/compliance-screener?tab=addresses`);
    const latest = page.getByRole('row').filter({ hasText: 'C-1' }).locator('time');
    expect(await latest.getAttribute('title')).toMatch(/ UTC\+9 \(Asia\/Tokyo\)$/);
  });

  it('the menu of the account stays under the pointer, because the page scrolls only without it', async () => {
    const { page } = person;
    await page.goto(`${server.url}/home/settings/security`);
    await page.getByRole('button', { name: 'Delete account' }).waitFor();
    await page.getByRole('button', { name: /^Account of/ }).click();
    const item = page.getByRole('menuitem', { name: 'Logout' });
    await item.waitFor();
    const top = () => item.evaluate((element) => element.getBoundingClientRect().top);
    const scrolled = () => page.evaluate(() => window.scrollY);
    const before = await top();
    await page.mouse.move(800, 400);
    await page.mouse.wheel(0, 200);
    expect(await scrolled()).toBe(0);
    expect(await top()).toBe(before);
    await page.keyboard.press('Escape');
    await item.waitFor({ state: 'hidden' });
    await page.mouse.wheel(0, 200);
    await expect.poll(scrolled).toBe(200);
    await logOut(page);
    await atPath(page, '/login');
  });

  it('made no script error and no request to anywhere else', () => {
    expect(person.complaints).toEqual({ errors: [], foreignRequests: [] });
  });
});
