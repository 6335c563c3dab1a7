import { readFile } from 'node:fs/promises';
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
    stories: z.array(
      z.object({ id: z.string(), places: z.array(z.object({ role: z.string(), value: z.string() })) }),
    ),
  }),
});

/** Defines the tests of batches in the demo's own organization. */
export function describeBatches(network: DemoNetwork): void {
  describe('batches of addresses on the demo network', () => {
    let visitor: Visitor;
    let page: Page;
    const address = { thief: '', customer: '' };

    beforeAll(async () => {
      const owner = await demoPerson(network.server.url, 'owner');
      const found = await until('the stories have happened', async () => {
        const { data } = stories.parse(await owner.ask('GET', '/demo/stories'));
        const placeOf = (role: string) =>
          data.stories.flatMap(({ places }) => places).find((place) => place.role === role)?.value;
        const [thief, customer] = [placeOf('thief'), placeOf('customer')];
        return thief !== undefined && customer !== undefined && { thief, customer };
      });
      Object.assign(address, found);
      visitor = await owner.enter(network.browser);
      page = visitor.page;
    });

    afterAll(() => visitor?.context.close());

    const dialog = (name: string): Locator => page.getByRole('dialog', { name });
    const table = (): Locator => page.getByRole('table', { name: 'Batches' });

    async function upload(name: string, text: string): Promise<void> {
      await page.getByRole('button', { name: 'Upload file' }).click();
      await dialog('Upload file')
        .locator('input[type=file]')
        .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
      await dialog('Upload file').getByRole('button', { name: 'Upload', exact: true }).click();
    }

    it('are reached from the Screener; a wrong line is named, and nothing is stored', async () => {
      await page.goto(`${network.server.url}/home/compliance-screener`);
      await page.getByRole('link', { name: 'Batches', exact: true }).click();
      await page.getByRole('heading', { name: 'No batches yet' }).waitFor();
      expect(await violationsOf(page)).toEqual([]);
      await page.getByRole('button', { name: 'Upload file' }).click();
      await dialog('Upload file').getByRole('button', { name: 'Upload', exact: true }).click();
      await dialog('Upload file').getByText('Choose a file.').waitFor();
      await page.keyboard.press('Escape');
      await upload('wrong.csv', `address,blockchain\n${address.thief},bitcoin\n${address.thief},dogecoin\n`);
      await dialog('Upload file')
        .getByText(/^Line 3, blockchain: /)
        .waitFor();
      expect(await violationsOf(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await page.getByRole('heading', { name: 'No batches yet' }).waitFor();
    });

    it('are decided in the background; each line has its decision, as a list and as a file', async () => {
      const lines = [address.thief, address.customer, 'bc1qtypo', address.thief];
      const rows = lines.map((line, i) => `${JSON.stringify({ address: line, reference: `C-${i}` })}\n`);
      await upload('customers.ndjson', rows.join(''));
      await table().getByText('Finished').waitFor();
      const cells = table().getByRole('row').nth(1).getByRole('cell');
      const texts = await cells.allInnerTexts();
      expect(texts[0]).toBe('customers');
      expect(texts[6]).toBe('4');
      expect(texts[5]).toBe('1');
      await table().getByRole('button', { name: 'customers', exact: true }).click();
      const results = dialog('customers');
      await results.getByText(/^Problem 1$/).click();
      await results.getByText('C-2').waitFor();
      expect(await results.getByRole('table', { name: 'Results' }).getByRole('row').count()).toBe(2);
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        results.getByRole('button', { name: 'Download all' }).click(),
      ]);
      expect(download.suggestedFilename()).toBe('customers-decisions.csv');
      const file = await readFile(await download.path(), 'utf8');
      expect(file.split('\r\n').map((line) => line.split(',')[2])).toEqual([
        'reference',
        'C-0',
        'C-1',
        'C-2',
        'C-3',
        undefined,
      ]);
      expect(await violationsInBothThemes(page)).toEqual([]);
      await page.keyboard.press('Escape');
    });

    it('are deleted after a question', async () => {
      await page.getByRole('button', { name: 'Delete customers' }).click();
      await dialog('Delete batch').getByRole('button', { name: 'Delete', exact: true }).click();
      await page.getByRole('heading', { name: 'No batches yet' }).waitFor();
    });

    it('no page threw, broke the content policy or asked another server', () => {
      expect(visitor.complaints).toEqual({ errors: [], foreignRequests: [] });
    });
  });
}
