import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { until } from '../../../../test/until.ts';
import { violationsInBothThemes, violationsOf } from '../support/accessibility.ts';
import { demoPerson } from '../support/demo-person.ts';
import type { Visitor } from '../support/people.ts';
import type { DemoNetwork } from './network.ts';

const stories = z.object({
  data: z.object({
    stories: z.array(z.object({ places: z.array(z.object({ role: z.string(), value: z.string() })) })),
  }),
});
const made = z.object({ data: z.object({ _id: z.string(), decision: z.string().nullable() }) });

/** Defines the tests of checks of transfers in the demo's own organization. */
export function describeChecks(network: DemoNetwork): void {
  describe('checks of transfers on the demo network', () => {
    let visitor: Visitor;
    let page: Page;
    let thief = '';
    let blocked = '';

    beforeAll(async () => {
      const owner = await demoPerson(network.server.url, 'owner');
      thief = await until('the theft has happened', async () => {
        const { data } = stories.parse(await owner.ask('GET', '/demo/stories'));
        return data.stories.flatMap(({ places }) => places).find(({ role }) => role === 'thief')?.value;
      });
      visitor = await owner.enter(network.browser);
      page = visitor.page;
      await page.goto(`${network.server.url}/home/compliance-screener`);
      await page.getByRole('link', { name: 'Checks', exact: true }).click();
      await page.getByRole('heading', { name: 'No checks yet' }).waitFor();
      const transfer = { blockchain: 'bitcoin', amount: '250000000', direction: 'out', budgetMs: 20_000 };
      const client = { id: 'CLIENT-0042', risk: 'low' };
      blocked = made.parse(
        await owner.ask('POST', '/screening/transfers', { ...transfer, to: thief, client }),
      ).data._id;
      await owner.ask('POST', '/screening/transfers', {
        ...transfer,
        direction: 'in',
        transaction: 'ab'.repeat(32),
        budgetMs: 0,
      });
    });

    afterAll(() => visitor?.context.close());

    const table = (): Locator => page.getByRole('table', { name: 'Checks' });
    const dialog = (): Locator => page.getByRole('dialog', { name: 'Check' });

    it('are listed with their decision, and filtered', async () => {
      await page.reload();
      await table().getByText('Pending').waitFor();
      expect(await table().getByRole('row').count()).toBe(3);
      const row = await table().getByRole('row').nth(2).innerText();
      expect(row).toContain('Withdrawal');
      expect(row).toContain('2.50000000');
      expect(row).toContain('CLIENT-0042');
      expect(await violationsInBothThemes(page)).toEqual([]);
      await page.getByLabel('Client ID').fill('CLIENT-0042');
      await page.keyboard.press('Enter');
      await expect.poll(() => table().getByRole('row').count()).toBe(2);
      await page.getByLabel('Client ID').fill('nobody');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'No checks match' }).waitFor();
      await page.getByRole('button', { name: 'Reset filters' }).click();
      await expect.poll(() => table().getByRole('row').count()).toBe(3);
    });

    it('open by their ID, with rules, score, exposures, and the record of the score', async () => {
      await page.goto(`${network.server.url}/home/compliance-screener/checks?check=${blocked}`);
      await dialog().getByText(thief).waitFor();
      await dialog().getByText('CLIENT-0042, low risk').waitFor();
      await dialog()
        .getByText(/^block [\d,]+ · directory \d+ · profile/)
        .waitFor();
      await dialog().getByRole('table', { name: 'Exposures' }).waitFor();
      expect(await violationsOf(page)).toEqual([]);
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        dialog().getByRole('button', { name: 'Download record' }).click(),
      ]);
      expect(download.suggestedFilename()).toBe(`check-${blocked}.json`);
      await page.keyboard.press('Escape');
      await expect.poll(() => new URL(page.url()).searchParams.get('check')).toBeNull();
      await page.goto(
        `${network.server.url}/home/compliance-screener/checks?check=00000000-0000-4000-8000-000000000000`,
      );
      await dialog().getByText('The check could not be loaded').waitFor();
    });

    it('no page threw, broke the content policy or asked another server', () => {
      expect(visitor.complaints).toEqual({ errors: [], foreignRequests: [] });
    });
  });
}
