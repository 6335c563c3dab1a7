import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { until } from '../../../../test/until.ts';
import { violationsOf } from '../support/accessibility.ts';
import { type DemoPerson, demoPerson } from '../support/demo-person.ts';
import type { Visitor } from '../support/people.ts';
import type { DemoNetwork } from './network.ts';

const unassigned = z.object({
  data: z.object({ transactions: z.array(z.object({ _id: z.string(), screening: z.string() })) }),
});

const listed = z.object({ total: z.number() });
const clients = z.object({
  data: z.object({
    clients: z.array(
      z.object({
        transactions: z.number(),
        categories: z.array(z.object({ transactions: z.number() })),
      }),
    ),
  }),
});

/** Defines the tests of the team statistics in the demo's own organization. */
export function describeTeam(network: DemoNetwork): void {
  describe('figures of the team on the demo network', () => {
    let visitor: Visitor;
    let page: Page;
    let owner: DemoPerson;

    beforeAll(async () => {
      owner = await demoPerson(network.server.url, 'owner');
      const list = '/compliance/transactions?status=UNASSIGNED&limit=10';
      const id = await until('a transaction has been screened', async () => {
        const { transactions } = unassigned.parse(await owner.ask('GET', list)).data;
        return transactions.find(({ screening }) => screening !== 'pending')?._id;
      });
      await owner.ask('PUT', `/compliance/transactions/${id}/status`, { status: 'APPROVED' });
      visitor = await owner.enter(network.browser);
      page = visitor.page;
    });

    afterAll(() => visitor?.context.close());

    it('are reached from the Screener, and say what was decided, by week and person', async () => {
      await page.goto(`${network.server.url}/home/compliance-screener`);
      await page.getByRole('link', { name: 'Team', exact: true }).click();
      const weeks = page.getByRole('table', { name: 'Weeks', exact: true });
      await weeks
        .getByText(/^\d{4}-W\d\d$/)
        .first()
        .waitFor();
      expect(await weeks.locator('tr[data-row]').count()).toBe(12);
      const people = page.getByRole('table', { name: 'People', exact: true });
      expect(await people.getByText('Demo Compliance Officer').count()).toBe(1);
      expect(await violationsOf(page)).toEqual([]);
    });

    it('show the transactions of each day by risk, as the API counts them', async () => {
      const days = page.getByRole('region', { name: 'Transactions by day', exact: true });
      const columns = days.locator('g[data-sizes]');
      await columns.first().waitFor();
      const sizes = await columns.evaluateAll((all) =>
        all.map((each) => each.getAttribute('data-sizes') ?? ''),
      );
      const drawn = sizes.flatMap((text) => text.split(' ').map(Number)).reduce((sum, size) => sum + size, 0);
      const { total } = listed.parse(await owner.ask('GET', '/compliance/transactions?limit=10'));
      expect(drawn).toBeGreaterThan(10);
      expect(drawn).toBeLessThanOrEqual(total);
    });

    it('show the categories of each client, as the API counts them', async () => {
      const answer = page.waitForResponse((response) => response.url().includes('/transactions/clients'));
      await page.reload();
      const { data } = clients.parse(await (await answer).json());
      const card = page.getByRole('region', { name: 'Categories by client', exact: true });
      await card.locator('rect[data-part]').first().waitFor();
      const rows = await card
        .locator('g[data-value]')
        .evaluateAll((all) =>
          all.map((row) => [
            Number(row.getAttribute('data-value')),
            [...row.querySelectorAll('[data-part]')].map((part) => Number(part.getAttribute('data-part'))),
          ]),
        );
      expect(rows).toEqual(
        data.clients
          .slice(0, 10)
          .map(({ transactions, categories }) => [
            transactions,
            categories.map((category) => category.transactions),
          ]),
      );
      for (const { transactions, categories } of data.clients)
        expect(categories.reduce((sum, category) => sum + category.transactions, 0)).toBe(transactions);
    });

    it('have their days in the address bar, and say when nothing was done', async () => {
      await page.getByLabel('From day').fill('2024-01-01');
      await page.getByRole('heading', { name: 'The figures could not be loaded' }).waitFor();
      await page.getByLabel('To day').fill('2024-01-31');
      await page.getByRole('heading', { name: 'No decisions in these weeks' }).waitFor();
      expect(new URL(page.url()).search).toBe('?from=2024-01-01&to=2024-01-31');
      await page.goto(`${network.server.url}/home/compliance-screener/team`);
    });

    it('are taken as files', async () => {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Download as CSV' }).click(),
      ]);
      expect(download.suggestedFilename()).toMatch(/^team-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.csv$/);
      expect(await readFile(await download.path(), 'utf8')).toMatch(/^\ufeffpart,week,/);
    });
  });
}
