import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Complaints, openBrowser, watch } from './support/browser.ts';
import { quietContext } from './support/people.ts';
import { type LedgerServer, importRealEthereum, startLedgerServer } from './support/ledger-server.ts';

const address = '12cbQLTFMXRnSzktFkuoG3eHoMeFtpTu3S';
const txid = 'f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16';
const blockHash = '00000000d1145790a8694403d4063f323d499e655c83426834d4ce2f8dd4a2ee';
const busyAddress = '3BMEXU59JsuwbAXETGMGj834Jxrn1L5H25';

function pathOf(page: Page): string {
  const url = new URL(page.url());
  return url.pathname + url.search;
}

async function waitForPath(page: Page, pathname: string): Promise<void> {
  await page.waitForURL((url) => url.pathname === pathname);
}

async function register(page: Page, origin: string, email: string): Promise<void> {
  await page.goto(`${origin}/register`);
  await page.getByLabel('First Name').fill('Test');
  await page.getByLabel('Last Name').fill('Person');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery');
  await page.keyboard.press('Enter');
  await waitForPath(page, '/welcome');
  await page.getByRole('link', { name: 'Go to the Block Explorer' }).click();
  await waitForPath(page, '/home/block-explorer');
}

async function logIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
}

async function search(page: Page, text: string): Promise<void> {
  await page.locator('main').focus();
  await page.keyboard.press('/');
  await page.getByRole('textbox', { name: 'Search' }).fill(text);
}

describe('block explorer in the browser', () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await openBrowser();
  });

  afterAll(() => browser?.close());

  describe('on a complete ledger', () => {
    const email = 'person@example.org';
    let server: LedgerServer;
    let context: BrowserContext;
    let page: Page;
    let complaints: Complaints;

    beforeAll(async () => {
      server = await startLedgerServer('blk_000000_002100.dat');
      context = await browser.newContext(quietContext);
      page = await context.newPage();
      complaints = watch(page, new URL(server.url).origin);
      await register(page, server.url, email);
    });

    afterAll(async () => {
      await context?.close();
      await server?.stop();
    });

    //
    it('shows what can be searched and the newest blocks', async () => {
      await page.getByRole('heading', { name: 'Search the blockchain' }).waitFor();
      await page.getByRole('link', { name: '2,100', exact: true }).waitFor();
      expect(await page.title()).toBe('Block Explorer · Hopscope');
    });

    //
    it('finds a block by its height and by its hash', async () => {
      await search(page, ' 170 ');
      expect(await page.getByRole('search').getByRole('status').innerText()).toBe('Block');
      await page.keyboard.press('Enter');
      await waitForPath(page, '/home/block-explorer/block/170');
      await page.getByRole('heading', { name: 'Block 170' }).waitFor();
      await page.getByText(blockHash).first().waitFor();
      await search(page, blockHash.toUpperCase());
      // The same page is already shown: only the answer signals the end of the search.
      await Promise.all([page.waitForResponse(/\/search\?/), page.keyboard.press('Enter')]);
      await page.getByRole('heading', { name: 'Block 170' }).waitFor();
    });

    it('opens a row of the block and goes to its transaction', async () => {
      await page.getByRole('button', { name: 'Show inputs and outputs' }).last().click();
      await page.getByRole('link', { name: 'Open transaction' }).click();
      await waitForPath(page, `/home/block-explorer/transaction/${txid}`);
      const outputs = page.getByRole('region', { name: '2 outputs' });
      await outputs.waitFor();
      await page.getByText('pay directly to a public key').waitFor();
      expect(
        (await outputs.getByRole('listitem').allInnerTexts()).map((text) => text.match(/\d+\.\d{8}/)?.[0]),
      ).toEqual(['10.00000000', '40.00000000']);
    });

    //
    it('finds a transaction and an address', async () => {
      await search(page, txid);
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Transaction', exact: true }).waitFor();
      await search(page, address);
      expect(await page.getByRole('search').getByRole('status').innerText()).toBe('Bitcoin address');
      await page.keyboard.press('Enter');
      await waitForPath(page, `/home/block-explorer/address/${address}`);
      await page.getByText('1–6 of 6').waitFor();
      await page.getByText('18.00000000').first().waitFor();
    });

    //
    it('says why a text is no address, and goes nowhere', async () => {
      await search(page, `${address.slice(0, -1)}T`);
      const hint = await page.getByRole('search').getByRole('status').innerText();
      expect(hint).toMatch(/^Invalid blockchain address\. .*checksum/);
      await page.keyboard.press('Enter');
      expect(pathOf(page)).toBe(`/home/block-explorer/address/${address}`);
    });

    //
    it('copies an address', async () => {
      await page.getByRole('button', { name: 'Copy address' }).first().click();
      await page.getByText('Address copied').waitFor();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);
    });

    //
    it('keeps the theme on the body and in storage', async () => {
      const theme = () =>
        page.evaluate(() => [document.body.dataset.theme, localStorage.getItem('bs-theme')]);
      await page.getByRole('button', { name: 'Switch to light theme' }).click();
      expect(await theme()).toEqual(['light', 'light']);
      await page.reload();
      await page.getByRole('button', { name: 'Switch to dark theme' }).waitFor();
      expect(await theme()).toEqual(['light', 'light']);
    });

    //
    it('says what is not in the ledger', async () => {
      await page.goto(`${server.url}/home/block-explorer/block/99999`);
      await page.getByRole('heading', { name: 'Block not found' }).waitFor();
      await page.goto(`${server.url}/home/block-explorer/block/abc`);
      await page.getByRole('heading', { name: 'Invalid block number' }).waitFor();
      await page.goto(`${server.url}/home/block-explorer/address/0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045`);
      await page.getByText(/The ledger has no Ethereum blocks/).waitFor();
    });

    //
    it('sends the root and unknown paths to the explorer', async () => {
      for (const path of ['/', '/no/such/page']) {
        await page.goto(server.url + path);
        await waitForPath(page, '/home/block-explorer');
      }
    });

    //
    it('logs out in every tab, comes back to where one was, and follows no foreign address', async () => {
      const other = await context.newPage();
      await other.goto(`${server.url}/home/block-explorer/block/9`);
      await other.getByRole('heading', { name: 'Block 9', exact: true }).waitFor();
      await page.getByRole('button', { name: /^Account of/ }).click();
      await page.getByRole('menuitem', { name: 'Logout' }).click();
      await waitForPath(page, '/login');
      await waitForPath(other, '/login');
      expect(await page.evaluate(() => Object.keys(localStorage))).toEqual(['bs-theme']);
      await other.close();

      await page.goto(`${server.url}/home/block-explorer/block/9`);
      await waitForPath(page, '/login');
      await logIn(page, email, 'wrong password');
      await page.getByText('Login failed').waitFor();
      await page.getByText('Please check your email and password').waitFor();
      await logIn(page, email, 'correct horse battery');
      await waitForPath(page, '/home/block-explorer/block/9');
      await page.goto(`${server.url}/login?from=//example.com/home`);
      await waitForPath(page, '/home/block-explorer');
      await page.goto(`${server.url}/register`);
      await waitForPath(page, '/home/block-explorer');
    });

    //
    it('starts over with a message where the stored session is unreadable', async () => {
      // Before its calls are done, the open page itself would notice, not the reload.
      await page.getByRole('link', { name: '2,100', exact: true }).waitFor();
      await page.evaluate(() => localStorage.setItem('user', '{'));
      await page.reload();
      await waitForPath(page, '/login');
      await page.getByText('Session data corrupted. Please login again.').waitFor();
    });

    it('made no script error and no request to anywhere else', () => {
      expect(complaints).toEqual({ errors: [], foreignRequests: [] });
    });
  });

  describe('on a range of blocks', () => {
    let server: LedgerServer;
    let page: Page;

    beforeAll(async () => {
      const settings = { ETHEREUM_SOURCE: 'off' };
      server = await startLedgerServer('blk_560065_560066.dat', settings, importRealEthereum);
      page = await browser.newPage(quietContext);
      await register(page, server.url, 'range@example.org');
    });

    afterAll(async () => {
      await page?.close();
      await server?.stop();
    });

    //
    it('pages an address to its end, by keyboard and back', async () => {
      await page.goto(`${server.url}/home/block-explorer/address/${busyAddress}`);
      const pager = page.getByRole('navigation', { name: 'Pages' });
      await pager.waitFor();
      expect((await pager.innerText()).split(/\s+/)).toEqual(['1', '2', '3']);
      await pager.getByRole('link', { name: 'Page 3' }).focus();
      await page.keyboard.press('Enter');
      await page.getByText('41–59 of 59').waitFor();
      expect(pathOf(page)).toBe(`/home/block-explorer/address/${busyAddress}?page=3`);
      expect(await pager.locator('[aria-current=page]').allInnerTexts()).toEqual(['3']);
      await page.goBack();
      await page.getByText('1–20 of 59').waitFor();
    });

    //
    it('never shows an unknown amount as zero', async () => {
      await page.goto(`${server.url}/home/block-explorer/block/560065`);
      await page.getByText('1–20 of 2,650').waitFor();
      await page.getByText(/inputs are unknown/).waitFor();
      await page.getByRole('button', { name: 'Show inputs and outputs' }).nth(2).click();
      const inputs = page.getByRole('region', { name: '8 inputs' });
      await inputs.getByText('Not in ledger').first().waitFor();
      expect(await inputs.innerText()).not.toMatch(/\b0\.00000000\b/);
      expect(await inputs.getByRole('listitem').count()).toBe(5);
      await inputs.getByRole('button', { name: 'Show All 8' }).click();
      expect(await inputs.getByRole('listitem').count()).toBe(8);
    });

    describe('beside recorded blocks of Ethereum', () => {
      const open = (path: string) => page.goto(`${server.url}/home/block-explorer${path}`);
      const main = () => page.getByRole('main');
      /** Returns the figure and text below a label of the header. */
      const stat = async (label: string): Promise<string> => {
        const term = main()
          .locator('dt', { hasText: new RegExp(`^${label}$`) })
          .first();
        return (await term.locator('xpath=..').innerText()).replaceAll(/\s+/g, ' ');
      };

      it('block 18,500,000 has the fees, burnt ether, withdrawals and transactions that its node wrote', async () => {
        await open('/block/18500000?blockchain=ethereum');
        await page.getByRole('heading', { name: 'Block 18,500,000' }).waitFor();
        await main()
          .getByText('0x80ce6bb0e244fbdf66cf0a1108273fe1ca58788efb7fb8d3a0d783d2b06d433d')
          .waitFor();
        await expect
          .poll(() => stat('Fees'))
          .toMatch(/0\.450943315893129106 ?ETH burned .*0\.35438702629624282$/);
        await expect.poll(() => stat('Gas used')).toContain('16,388,870');
        await expect.poll(() => stat('Transactions')).toContain('157');
        await main().getByText('1–20 of 157').waitFor();
        const withdrawals = page.getByRole('region', { name: 'Withdrawals' });
        expect(await withdrawals.innerText()).toMatch(/^Withdrawals\s+16\b/);
      });

      it('its failed transaction moved nothing but its fee', async () => {
        await open('/block/18500000?blockchain=ethereum&type=failed');
        await main().getByText('1–1 of 1').waitFor();
        await main().locator('tr[data-row] a[href*="/transaction/"]').click();
        await waitForPath(
          page,
          '/home/block-explorer/transaction/0xf92654771de8a3cc5a052580eb9d421eccd4bc97013970b8856688873d43753f',
        );
        await main().getByText('Failed', { exact: true }).first().waitFor();
        await expect.poll(() => stat('Fee')).toContain('0.003837850055243955');
        await expect.poll(() => stat('Value')).toContain('0 token movements');
      });

      it('a payment of block 1,000,000 is shown with its amount, and what the ledger cannot know as unknown', async () => {
        await open('/transaction/0xea1093d492a1dcb1bef708f771a99a96ff05dcab81ca76c31940300177fcf49f');
        await main().getByRole('link', { name: '1,000,000' }).first().waitFor();
        await expect.poll(() => stat('Value')).toMatch(/\b100 ?ETH/);
        await open('/address/0x39fa8c5f2793459d6622857e7d9fbb4bd91766d3');
        await main().getByText('1–2 of 2').waitFor();
        await expect.poll(() => stat('Balance')).toContain('Unknown');
        expect(await main().innerText()).toContain('100');
      });
    });

    it('does not show a balance for an address that it has not seen', async () => {
      await page.goto(`${server.url}/home/block-explorer/address/${address}`);
      await page.getByRole('heading', { name: 'Not in the ledger' }).waitFor();
      expect(await page.getByText('Balance').count()).toBe(0);
    });
  });

  it('an empty ledger says how to fill it', async () => {
    const server = await startLedgerServer();
    const page = await browser.newPage(quietContext);
    try {
      await register(page, server.url, 'empty@example.org');
      await page.getByRole('heading', { name: 'The ledger is empty' }).waitFor();
      await page.getByText('npm run import -- <file or folder>').waitFor();
    } finally {
      await page.close();
      await server.stop();
    }
  });
});
