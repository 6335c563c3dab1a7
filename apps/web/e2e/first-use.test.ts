import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AccountsServer, startAccountsServer } from './support/accounts-server.ts';
import { violationsInBothThemes } from './support/accessibility.ts';
import { openBrowser } from './support/browser.ts';
import { foundOrganization, signUp } from './support/calls.ts';
import { enter, visit } from './support/people.ts';

describe('first use, in the browser', () => {
  let browser: Browser;
  let server: AccountsServer;
  let page: Page;

  beforeAll(async () => {
    [browser, server] = await Promise.all([openBrowser(), startAccountsServer()]);
    const token = new URL(await server.setupLink).searchParams.get('setup') ?? '';
    const ada = await signUp(server.url, { name: 'Ada', email: 'ada@example.org', setupToken: token });
    await foundOrganization(server.url, ada, 'Analytical Engines');
    ({ page } = await visit(browser, server.url));
    await enter(page, server.url, ada);
  });

  afterAll(async () => {
    await browser.close();
    await server.stop();
  });

  it('lists the steps of a setup with what to do next, and can be hidden', async () => {
    await page.goto(`${server.url}/home/block-explorer`);
    const card = page.getByRole('region', { name: 'Set up Hopscope', exact: true });
    await card.getByText('0 of 4 done').waitFor();
    for (const step of ['Connect a chain', 'Enable lists', 'Invite people', 'Monitor an address'])
      await card.getByText(step, { exact: true }).waitFor();
    expect(await violationsInBothThemes(page)).toEqual([]);

    await card.getByRole('link', { name: 'Add addresses' }).click();
    await page.waitForURL(/compliance-screener\?tab=addresses/);
    await page.getByRole('button', { name: 'Add Address' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Address', { exact: true }).fill('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4');
    await dialog.getByRole('button', { name: 'Add Address' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.goto(`${server.url}/home/block-explorer`);
    await card.getByText('1 of 4 done').waitFor();
    await card.getByRole('button', { name: 'Hide' }).click();
    await card.waitFor({ state: 'hidden' });
    await page.reload();
    await page.getByRole('heading', { name: 'The ledger is empty' }).waitFor();
    expect(await card.count()).toBe(0);
  });

  it('leads through five stops, which can be left and continued', async () => {
    await page.getByRole('button', { name: /^Account of Ada/ }).click();
    await page.getByRole('menuitem', { name: 'Take the tour' }).click();
    const stops = [
      ['Look up anything', '/home/block-explorer'],
      ['See a risk and its reasons', '/home/risk-dashboard'],
      ['Follow the money', '/home/flow-trace'],
      ['Know who it is', '/home/blockham'],
      ['Review and decide', '/home/compliance-screener'],
    ] as const;
    for (const [i, [title, path]] of stops.entries()) {
      const panel = page.getByRole('region', { name: `Tour, stop ${i + 1} of 5` });
      await panel.getByRole('heading', { name: title }).waitFor();
      await page.waitForURL((url) => url.pathname === path);
      if (i === 2) {
        await page.reload();
        await panel.getByRole('heading', { name: title }).waitFor();
        expect(await violationsInBothThemes(page)).toEqual([]);
      }
      await panel.getByRole('button', { name: i < 4 ? 'Next' : 'Finish' }).click();
    }
    const tour = page.getByRole('region', { name: /^Tour/ });
    await tour.waitFor({ state: 'hidden' });

    await page.getByRole('button', { name: /^Account of Ada/ }).click();
    await page.getByRole('menuitem', { name: 'Take the tour' }).click();
    await tour.getByRole('button', { name: 'Leave the tour' }).click();
    await tour.waitFor({ state: 'hidden' });
  });
});
