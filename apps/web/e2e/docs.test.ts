import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { violationsOf } from './support/accessibility.ts';
import { type Complaints, openBrowser, watch } from './support/browser.ts';
import { type LedgerServer, startLedgerServer } from './support/ledger-server.ts';
import { quietContext } from './support/people.ts';

let browser: Browser;
let server: LedgerServer;

beforeAll(async () => {
  [browser, server] = await Promise.all([openBrowser(), startLedgerServer()]);
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

/** Opens the documentation in a window of this width with a preferred color scheme. */
async function reader(
  width: number,
  colorScheme: 'light' | 'dark',
): Promise<{ page: Page; complaints: Complaints }> {
  const context = await browser.newContext({
    ...quietContext,
    colorScheme,
    viewport: { width, height: 900 },
  });
  const page = await context.newPage();
  return { page, complaints: watch(page, server.url) };
}

const themeOf = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);

describe('the documentation in the browser', () => {
  it('is read and searched without another host and within the content policy', async () => {
    const { page, complaints } = await reader(1440, 'light');
    await page.goto(`${server.url}/docs`);
    await page.getByRole('heading', { level: 1, name: 'Hopscope documentation' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/docs/');
    expect(await themeOf(page)).toBe('rgb(255, 255, 255)');
    await page.getByRole('button', { name: 'Search' }).first().click();
    await page.getByRole('searchbox').fill('coinjoin');
    await page.getByRole('option').first().click();
    await page.getByRole('heading', { level: 1, name: 'Clusters and CoinJoins' }).waitFor();
    await page.goto(`${server.url}/docs/contribute/architecture`);
    await page.locator('figure.diagram svg').nth(3).waitFor();
    await page.getByRole('main').getByRole('link', { name: 'folders', exact: true }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Folders' }).waitFor();
    await page.goto(`${server.url}/docs/guide/check-risk`);
    await expect
      .poll(() =>
        page
          .getByRole('img', { name: /^Risk Dashboard/ })
          .evaluate((image: HTMLImageElement) => image.naturalWidth),
      )
      .toBe(1440);
    await page.getByRole('link', { name: 'Open Hopscope' }).first().click();
    await page.waitForURL(`${server.url}/login**`);
    expect(complaints).toEqual({ errors: [], foreignRequests: [] });
    await page.context().close();
  });

  it('takes the dark theme before it paints, and fits a narrow window', async () => {
    const { page, complaints } = await reader(390, 'dark');
    for (const path of ['', 'guide/check-risk', 'operate/configure', 'contribute/architecture']) {
      await page.goto(`${server.url}/docs/${path}`, { waitUntil: 'commit' });
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(await themeOf(page)).toBe('rgb(11, 14, 20)');
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
      expect(await violationsOf(page)).toEqual([]);
    }
    expect(complaints).toEqual({ errors: [], foreignRequests: [] });
    await page.context().close();
  });

  it('says so where there is no such page', async () => {
    const { page } = await reader(1440, 'light');
    const answer = await page.goto(`${server.url}/docs/no/such/page`);
    expect(answer?.status()).toBe(404);
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    await page.context().close();
  });
});
