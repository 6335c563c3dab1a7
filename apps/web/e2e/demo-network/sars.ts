import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { until } from '../../../../test/until.ts';
import { completeReport } from '../../../server/src/contexts/compliance/sars/xml/complete-report.fixture.ts';
import { checkXml } from '../../../server/src/contexts/compliance/sars/xml/schema-check.ts';
import { violationsOf } from '../support/accessibility.ts';
import { demoPerson } from '../support/demo-person.ts';
import type { DemoNetwork } from './network.ts';

const cases = z.object({
  data: z.array(z.object({ _id: z.string(), counts: z.object({ transactions: z.number() }) })),
  total: z.number(),
});

/** Opens a browser for a member of the demo's organization, and makes calls as that person. */
async function inBrowser({ browser, server }: DemoNetwork, role: 'owner' | 'manager') {
  const { ask, enter } = await demoPerson(server.url, role);
  return { visitor: await enter(browser), ask };
}

/** Defines the tests of suspicious activity reports in the demo's own organization. */
export function describeSars(network: DemoNetwork): void {
  describe('reports on the demo network', () => {
    let owner: Awaited<ReturnType<typeof inBrowser>>;
    let manager: Awaited<ReturnType<typeof inBrowser>>;
    let caseId = '';

    beforeAll(async () => {
      owner = await inBrowser(network, 'owner');
      manager = await inBrowser(network, 'manager');
      caseId = await until('two cases are there, one with transactions', async () => {
        const { data, total } = cases.parse(await owner.ask('GET', '/compliance/cases'));
        return total >= 2 && data.find(({ counts }) => counts.transactions > 0)?._id;
      });
      const { institution } = completeReport();
      await owner.ask('PUT', '/compliance/sar-institution', { institution, version: 0 });
    });

    afterAll(async () => {
      await owner?.visitor.context.close();
      await manager?.visitor.context.close();
    });

    const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });
    const toast = (page: Page, text: string) =>
      page.getByRole('status').getByText(text, { exact: true }).waitFor();
    const card = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });
    const dialog = (page: Page, name: string): Locator => page.getByRole('dialog', { name, exact: true });

    it('are written for a case, signed by two people, handed out as checked XML, and handed in by hand', async () => {
      const { page } = owner.visitor;
      await page.goto(`${network.server.url}/home/sars?case=${caseId}`);
      await page.getByRole('heading', { name: 'No report for this case yet' }).waitFor();
      await button(page, 'New report for this case').click();
      await page.getByRole('heading', { level: 1, name: /^Case \d+: / }).waitFor();
      await page.getByText('Draft saved').waitFor();

      await button(page, 'Request signatures').click();
      await card(page, 'Narrative').getByText('Please describe what happened').waitFor();
      await card(page, 'Missing information').getByText('Please add a subject, known or unknown').click();
      await button(page, 'Add subject').click();
      await page.getByLabel('Last name').fill('Doe');
      await page.getByLabel('First name').fill('Jo');
      await page.getByLabel('Amount in US dollars').fill('47000');
      await button(page, 'Add activity type').click();
      const kind = 'Money laundering: Suspicion concerning the source of funds';
      await page.getByLabel('Activity type', { exact: true }).fill('source of funds');
      await page.getByRole('option', { name: kind, exact: true }).click();
      await page.getByLabel('What happened').fill('Funds came from a mixer; the customer would not say why.');
      await card(page, 'Missing information')
        .getByText('Nothing is missing. You can request signatures.')
        .waitFor();
      await page.getByText('Draft saved').waitFor();
      await page.reload();
      expect(await page.getByLabel('Last name').inputValue()).toBe('Doe');
      expect(await violationsOf(page)).toEqual([]);

      await button(page, 'Request signatures').click();
      await toast(page, 'Signatures requested');
      await button(page, 'Sign').click();
      await dialog(page, 'Sign the report').getByRole('button', { name: 'Sign', exact: true }).click();
      await card(page, 'Sign-off').getByText('Matches the content').waitFor();
      await page.getByText('You already signed; another person has to sign second.').waitFor();
      // A signed report is a document: values, and no fields.
      await card(page, 'Narrative').getByText('Funds came from a mixer').waitFor();
      expect(await page.locator('main').locator('input, textarea, select').count()).toBe(0);
      await page
        .getByRole('navigation', { name: 'Sections' })
        .getByRole('link', { name: 'Subjects' })
        .click();
      await card(page, 'Subjects').getByText('Doe', { exact: true }).waitFor();
      expect(await violationsOf(page)).toEqual([]);

      const other = manager.visitor.page;
      await other.goto(page.url());
      await button(other, 'Sign').click();
      await dialog(other, 'Sign the report').getByRole('button', { name: 'Sign', exact: true }).click();
      await toast(other, 'Signed by two people');
      expect(await card(other, 'Sign-off').getByText('Matches the content').count()).toBe(2);

      const [file] = await Promise.all([
        other.waitForEvent('download'),
        button(other, 'FinCEN batch XML').click(),
      ]);
      expect(file.suggestedFilename()).toMatch(/^sar-\d+-fincen\.xml$/);
      const xml = await readFile(await file.path(), 'utf8');
      expect(checkXml(xml, 'fincen')).toEqual([]);
      expect(xml).toContain('<fc2:RawEntityIndividualLastName>Doe</fc2:RawEntityIndividualLastName>');

      await button(other, 'Record filing').click();
      const handing = dialog(other, 'Record the filing');
      await handing.getByRole('button', { name: 'Record filing' }).click();
      await handing.getByText('Please enter the reference').waitFor();
      await handing.getByLabel('Reference').fill('31000123456789');
      await handing.getByRole('button', { name: 'Record filing' }).click();
      await card(other, 'Sign-off').getByText('31000123456789').waitFor();
      await other.goto(`${network.server.url}/home/sars?search=31000123456789`);
      await other.getByRole('table', { name: 'Reports' }).getByText('Filed').waitFor();
      expect(await violationsOf(other)).toEqual([]);
    });

    it('that two people change at once lose nothing: whoever is later is asked', async () => {
      const { page } = owner.visitor;
      const begun = z
        .object({ data: z.object({ _id: z.string(), title: z.string(), content: z.looseObject({}) }) })
        .parse(await owner.ask('POST', '/compliance/sars', { caseId, title: 'Written by two' })).data;
      await page.goto(`${network.server.url}/home/sars/${begun._id}`);
      await page.getByText('Draft saved').waitFor();
      const content = { ...begun.content, narrative: 'Theirs' };
      await manager.ask('PUT', `/compliance/sars/${begun._id}/content`, {
        title: begun.title,
        content,
        version: 1,
      });
      await page.getByLabel('What happened').fill('Mine');
      await button(page, 'Discard mine, show the saved version').waitFor();
      expect(await page.getByLabel('What happened').inputValue()).toBe('Mine');
      await button(page, 'Discard mine, show the saved version').click();
      await expect.poll(() => page.getByLabel('What happened').inputValue()).toBe('Theirs');
      expect(owner.visitor.complaints).toEqual({ errors: [], foreignRequests: [] });
    });
  });
}
