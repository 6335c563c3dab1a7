import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DemoScreener, openDemoScreener } from '../support/demo-screener.ts';
import type { DemoNetwork } from '../demo-network/network.ts';
import { atPath, logOut } from '../support/people.ts';

const explorer = '/home/block-explorer';

export function describeSearch(network: DemoNetwork): void {
  describe('search, palette and keys on the demo network', () => {
    let screener: DemoScreener;
    let page: Page;

    beforeAll(async () => {
      screener = await openDemoScreener(network, 'grace@example.org');
      page = screener.visitor.page;
      await page.goto(screener.server.url + explorer);
      await page.getByRole('heading', { name: 'Search the blockchain' }).waitFor();
    });

    afterAll(async () => {
      await screener?.close();
    });

    const field = () => page.getByRole('textbox', { name: 'Search' });
    const hint = () => page.getByRole('search').getByRole('status');
    /** Searches as a person without a mouse. */
    async function search(text: string): Promise<void> {
      await page.locator('main').focus();
      await page.keyboard.press('/');
      await field().fill(text);
    }
    const palette = () => page.getByRole('dialog', { name: 'Command palette' });
    const chosen = () => palette().locator('[role="option"][data-focused]');

    it('takes an address out of a URI, and several as a list with the facts and the error of each', async () => {
      await search(`"bitcoin:${screener.pool}?amount=0.1&label=Ada"`);
      await expect.poll(() => hint().innerText()).toBe('Bitcoin address');
      await page.keyboard.press('Enter');
      await atPath(page, `${explorer}/address/${screener.pool}`);
      const ethereum = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
      await page.locator('main').focus();
      await page.keyboard.press('/');
      await page.evaluate(
        (text) => navigator.clipboard.writeText(text),
        `${screener.pool};\n${ethereum}\n${screener.pool.slice(0, -1)}`,
      );
      await page.keyboard.press('ControlOrMeta+V');
      await expect.poll(() => hint().innerText()).toBe('2 addresses, 1 invalid');
      await page.keyboard.press('Enter');
      await atPath(page, `${explorer}/addresses`);
      const rows = page.getByRole('table', { name: 'Addresses' }).locator('tbody tr');
      await rows.first().getByText('BTC').waitFor();
      await rows.nth(1).getByText('Never used').waitFor();
      await rows
        .nth(2)
        .getByText(/^Invalid blockchain address\. /)
        .waitFor();
    });

    it('the palette leads to pages, recent places, blocks and entities by keyboard alone', async () => {
      await page.keyboard.press('ControlOrMeta+K');
      await palette().waitFor();
      const input = palette().getByRole('combobox');
      await expect.poll(() => input.evaluate((own) => own === document.activeElement)).toBe(true);
      await palette().getByRole('group', { name: 'Recent' }).getByText(screener.pool).waitFor();
      await input.fill('prefer');
      await expect.poll(() => chosen().innerText()).toMatch(/Settings: Preferences/);
      expect(await input.getAttribute('aria-activedescendant')).toBe(await chosen().getAttribute('id'));
      await page.keyboard.press('Enter');
      await atPath(page, '/home/settings/preferences');
      await page.keyboard.press('ControlOrMeta+K');
      await input.fill('7');
      await palette()
        .getByRole('option', { name: /Block 7 of Bitcoin/ })
        .waitFor();
      await page.keyboard.press('ArrowDown');
      await expect.poll(() => chosen().innerText()).toMatch(/Block 7\s+of Ethereum/);
      await page.keyboard.press('Enter');
      await page.waitForURL(/\/block\/7\?blockchain=ethereum$/);
    });

    it('keys move in lists, turn pages and blocks, and name themselves; not while somebody types', async () => {
      await page.goto(`${screener.server.url}${explorer}/address/${screener.pool}`);
      await page.getByText(/^1–20 of /).waitFor();
      await page.locator('main').focus();
      await page.keyboard.press('j');
      await page.keyboard.press('j');
      const focused = () => page.evaluate(() => document.activeElement?.getAttribute('href') ?? '');
      const second = await focused();
      expect(second).toMatch(/\/transaction\//);
      await page.keyboard.press('k');
      expect(await focused()).not.toBe(second);
      await page.keyboard.press('n');
      await page.getByText(/^21–40 of /).waitFor();
      await page.keyboard.press('p');
      await page.getByText(/^1–20 of /).waitFor();
      await page.goto(`${screener.server.url}${explorer}/block/20`);
      await page.getByRole('link', { name: 'Next', exact: true }).waitFor();
      await page.keyboard.press(']');
      await atPath(page, `${explorer}/block/21`);
      await page.keyboard.press('g');
      await page.keyboard.press('v');
      await atPath(page, '/home/blockham');
      await search('jkn?');
      expect(await field().inputValue()).toBe('jkn?');
      await page.keyboard.press('Escape');
      await page.keyboard.press('?');
      const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
      await keys.getByText('Next row').waitFor();
      await keys.getByRole('link', { name: 'Preferences' }).click();
      await page.getByRole('switch', { name: 'Single-key shortcuts' }).click();
      await page.locator('main').focus();
      await page.keyboard.press('g');
      await page.keyboard.press('b');
      await page.keyboard.press('ControlOrMeta+K');
      await palette().waitFor();
      await atPath(page, '/home/settings/preferences');
      await page.keyboard.press('Escape');
      await page.getByRole('switch', { name: 'Single-key shortcuts' }).click();
    });

    it('leads from the search over address, filter, transaction and block back again, with notes, by keyboard alone', async () => {
      const named = () =>
        page.evaluate(() => {
          const own = document.activeElement;
          return own?.getAttribute('aria-label') ?? own?.textContent?.trim() ?? '';
        });
      /** Presses Tab until the focused element has this name. */
      const tabTo = async (name: RegExp): Promise<void> => {
        for (let steps = 0; steps < 150; steps++) {
          await page.keyboard.press('Tab');
          if (name.test(await named())) return;
        }
        throw new Error(`Tab does not lead to ${name}`);
      };
      await search(screener.pool);
      await page.keyboard.press('Enter');
      await atPath(page, `${explorer}/address/${screener.pool}`);
      await page.getByText(/^1–20 of /).waitFor();
      expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN');

      await tabTo(/^Show filter$/);
      await page.keyboard.press('Enter');
      await page.getByLabel('Minimum amount').waitFor();
      await tabTo(/^Hide filter$|^$/);
      for (let steps = 0; steps < 20; steps++) {
        if (await page.getByLabel('Minimum amount').evaluate((own) => own === document.activeElement)) break;
        await page.keyboard.press('Tab');
      }
      await page.keyboard.type('0.00000001');
      await page.keyboard.press('Enter');
      await page.waitForURL((url) => url.searchParams.get('minAmount') !== null);
      await page.getByRole('button', { name: /^Remove condition/ }).waitFor();

      await tabTo(/^Remove condition/);
      await page.keyboard.press('j');
      const transaction = await page.evaluate(() => document.activeElement?.getAttribute('href') ?? '');
      expect(transaction).toMatch(/\/transaction\/[0-9a-f]{64}$/);
      await page.keyboard.press('o');
      await page.getByRole('link', { name: 'Open transaction' }).waitFor();
      await page.keyboard.press('Enter');
      await atPath(page, transaction);
      await page.getByRole('heading', { name: 'Transaction', exact: true }).waitFor();

      await tabTo(/^Notes$/);
      await page.keyboard.press('Enter');
      const notes = page.getByRole('dialog', { name: 'Notes' });
      await notes.getByRole('textbox').first().waitFor();
      for (let steps = 0; steps < 20; steps++) {
        if (await page.evaluate(() => document.activeElement?.tagName === 'TEXTAREA')) break;
        await page.keyboard.press('Tab');
      }
      await page.keyboard.type('Seen without a mouse');
      await tabTo(/^(Add|Save)/);
      await page.keyboard.press('Enter');
      await notes.getByText('Seen without a mouse').first().waitFor();
      await page.keyboard.press('Escape');
      await notes.waitFor({ state: 'detached' });

      await tabTo(/^[\d,]+$/);
      await page.keyboard.press('Enter');
      await page.waitForURL(/\/block\/\d+$/);
      const block = new URL(page.url()).pathname;
      await page.getByRole('link', { name: 'Previous' }).waitFor();
      await page.keyboard.press('[');
      await page.waitForURL((url) => url.pathname !== block && url.pathname.includes('/block/'));
      for (const path of [block, transaction]) {
        await page.goBack();
        await atPath(page, path);
      }
      await page.keyboard.press('ControlOrMeta+K');
      await palette().getByRole('group', { name: 'Recent' }).getByText(screener.pool).waitFor();
      await page.keyboard.press('Escape');
      await palette().waitFor({ state: 'detached' });
      await page.keyboard.press('?');
      await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor({ state: 'detached' });
    });

    it('finds an entity by its name, in the field and in the palette', async () => {
      // The page caches the directory for minutes, so it must not have fetched an empty one.
      await expect.poll(screener.directory, { interval: 500 }).toBeGreaterThan(0);
      await page.goto(screener.server.url + explorer);
      await page.getByRole('heading', { name: 'Search the blockchain' }).waitFor();
      await search('granite');
      const link = page
        .getByRole('search')
        .getByRole('link', { name: /Granite/ })
        .first();
      await link.waitFor();
      // A name isn't a mistyped address.
      expect(await hint().innerText()).toMatch(/^Name search\. Press Enter to show matching entities/);
      expect(await field().getAttribute('aria-invalid')).toBe('false');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.waitForURL(/\/home\/blockham\?entity=/);
      expect(await field().inputValue()).toBe('');
      await page.keyboard.press('ControlOrMeta+K');
      await palette().getByRole('combobox').fill('granite');
      await palette()
        .getByRole('group', { name: 'Entities' })
        .getByText(/Granite/)
        .first()
        .waitFor();
      await page.keyboard.press('Escape');
      await palette().waitFor({ state: 'detached' });
    });

    it('what was visited is forgotten at logout', async () => {
      const stored = () => page.evaluate(() => localStorage.getItem('recentVisits'));
      expect(await stored()).toContain(screener.pool);
      await logOut(page);
      expect(await stored()).toBeNull();
    });

    it('no page threw, broke the content policy or asked another server', () => {
      expect(screener.visitor.complaints).toEqual({ errors: [], foreignRequests: [] });
    });
  });
}
