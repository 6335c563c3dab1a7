import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { dayName, plainNumbers } from '@hopscope/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { visitCold } from '../support/cold-visit.ts';
import { type DemoScreener, openDemoScreener } from '../support/demo-screener.ts';
import type { DemoNetwork } from '../demo-network/network.ts';

const activity = z.object({
  year: z.number(),
  days: z.array(z.object({ date: z.string(), transactions: z.number() })),
});

function searchOf(page: Page): Record<string, string> {
  return Object.fromEntries(new URL(page.url()).searchParams);
}

export function describeAddressPage(network: DemoNetwork): void {
  describe('the address page on the demo network', () => {
    let screener: DemoScreener;
    let page: Page;
    let days: z.infer<typeof activity>;

    beforeAll(async () => {
      screener = await openDemoScreener(network, 'ada@example.org');
      page = screener.visitor.page;
      // Compares with the page's own response: a block may arrive between two requests.
      const [answer] = await Promise.all([
        page.waitForResponse(/\/blockchain\/address\/[^/]+\/activity/),
        page.goto(`${screener.server.url}/home/block-explorer/address/${screener.pool}`),
      ]);
      days = activity.parse(await answer.json());
    });

    afterAll(async () => {
      await screener?.close();
    });

    const list = () => page.getByRole('region', { name: 'Transactions' });
    /** Returns the number beside the title of a card. */
    const total = async (): Promise<number> =>
      Number((await list().locator('header nav + span').innerText()).replaceAll(',', ''));

    //
    it('shows a calendar of the year whose days lead on in a new tab, by mouse and by keyboard', async () => {
      const grid = page.getByRole('grid', { name: `Transactions per day in ${days.year}` });
      const last = days.days.at(-1);
      const first = days.days[0];
      if (!last || !first) throw new Error('No days');
      const nameOf = ({ date, transactions }: typeof last) =>
        `${plainNumbers.counted(transactions, 'transaction')} on ${dayName(date)}`;
      const cell = grid.getByRole('link', { name: nameOf(first), exact: true });
      await cell.waitFor();
      expect(await grid.locator('a[tabindex="0"]').count()).toBe(1);
      await grid.locator('a[tabindex="0"]').focus();
      await page.keyboard.press('Home');
      const focused = () => page.evaluate(() => document.activeElement?.getAttribute('data-day'));
      expect(await focused()).toBe(`${days.year}-01-01`);
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowDown');
      expect(await focused()).toBe(`${days.year}-01-09`);
      await grid.locator(`[data-day="${first.date}"]`).focus();
      const [opened] = await Promise.all([page.context().waitForEvent('page'), page.keyboard.press('Enter')]);
      await opened.waitForURL(/\/home\/block-explorer\/transaction\/[0-9a-f]{64}$/);
      await opened.close();
      const year = page.getByRole('region', { name: 'Activity' });
      const sum = days.days.reduce((all, { transactions }) => all + transactions, 0);
      await year.getByText(`${plainNumbers.count(sum)} transactions in ${days.year}`).waitFor();
    });

    //
    it('lists the days by date or activity, and the address bar keeps how', async () => {
      const card = page.getByRole('region', { name: 'Activity' });
      await card.getByText('List', { exact: true }).click();
      const rows = card.getByRole('table').locator('tbody tr');
      await expect.poll(() => rows.count()).toBe(Math.min(20, days.days.length));
      await card.getByText('By activity').click();
      const most = Math.max(...days.days.map(({ transactions }) => transactions));
      await expect.poll(() => rows.first().locator('td').nth(1).innerText()).toBe(String(most));
      expect(searchOf(page)).toEqual({ activity: 'list', sort: 'activity' });
      await card.getByText('Heatmap', { exact: true }).click();
      await page.getByRole('grid').waitFor();
    });

    it('narrows the list, says how many remain, and exports exactly those', async () => {
      const all = await total();
      await list().getByText('Out', { exact: true }).click();
      await expect.poll(total).toBeLessThan(all);
      const out = await total();
      await list().getByText('In', { exact: true }).click();
      await expect.poll(async () => (await total()) + out).toBe(all);
      await list().getByRole('button', { name: 'Show filter' }).click();
      const form = page.getByRole('form', { name: 'Filter' });
      await form.getByLabel('Minimum amount').fill('nonsense');
      await form.getByText('Enter a number with at most 8 decimals').waitFor();
      await form.getByLabel('Minimum amount').fill('1.5');
      await page.keyboard.press('Enter');
      await list().getByRole('button', { name: 'Remove condition: At least 1.5 BTC' }).waitFor();
      expect(searchOf(page)).toMatchObject({ direction: 'in', minAmount: '"150000000"' });
      const narrowed = await total();
      await list().getByRole('button', { name: 'Export' }).click();
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name: 'CSV' }).click(),
      ]);
      expect(download.suggestedFilename()).toBe(`${screener.pool}.csv`);
      const lines = (await readFile(await download.path(), 'utf8')).split(/\r?\n/);
      const rows = lines.filter((line) => line !== '' && !line.startsWith('#'));
      expect(rows).toHaveLength(narrowed + 1);
      await page.reload();
      await expect.poll(total).toBe(narrowed);
      await list()
        .getByRole('button', { name: /^Remove condition/ })
        .click();
      await expect.poll(total).toBe(all - out);
    });

    //
    it('leads to its risk, shows the balance as picture and table, and what else there is', async () => {
      await page.goto(`${screener.server.url}/home/block-explorer/address/${screener.pool}`);
      const risk = page
        .getByRole('region', { name: 'Risk', exact: true })
        .getByRole('link', { name: /^(\d+ (High|Medium|Low|Very Low)|Insufficient data|Unknown)$/ });
      await risk.waitFor();
      expect(await risk.getAttribute('href')).toBe(`/home/risk-dashboard?address=${screener.pool}`);
      expect(await risk.getAttribute('target')).toBe('_blank');
      await page.getByText('Address reuse', { exact: false }).first().waitFor();
      const balance = page.getByRole('region', { name: 'Balance over time' });
      await balance.getByRole('img', { name: 'Balance over time' }).waitFor();
      await balance.getByRole('button', { name: 'Show table' }).click();
      await balance.getByRole('table').locator('tbody tr').nth(5).waitFor();
      await page.getByRole('link', { name: 'Unspent outputs' }).click();
      await page.getByRole('region', { name: 'Unspent outputs' }).getByRole('table').waitFor();
      await page.getByRole('link', { name: 'Counterparties' }).click();
      await page.getByRole('region', { name: 'Counterparties' }).waitFor();
      expect(searchOf(page)).toEqual({ show: 'counterparties' });
    });

    it('a browser that has never been here loads less than 300 kB of scripts until the list is there', async () => {
      const storage = await screener.visitor.context.storageState();
      const path = `/home/block-explorer/address/${screener.pool}`;
      const { scripts } = await visitCold(network.browser, screener.server.url + path, storage);
      expect(scripts.map(({ name }) => name)).toContain('framework');
      const bytes = scripts.reduce((sum, script) => sum + script.bytes, 0);
      expect(bytes, JSON.stringify(scripts)).toBeLessThan(300_000);
      process.stdout.write(`Scripts of the address page: ${bytes} bytes\n`);
    });

    it('no page threw, broke the content policy or asked another server', () => {
      expect(screener.visitor.complaints).toEqual({ errors: [], foreignRequests: [] });
    });
  });
}
