import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { until } from '../../../../test/until.ts';
import { violationsInBothThemes } from '../support/accessibility.ts';
import { type DemoPerson, demoPerson } from '../support/demo-person.ts';
import { choose, type Visitor } from '../support/people.ts';
import type { DemoNetwork } from './network.ts';

const total = z.object({ total: z.number() });

/** Defines the tests of cases in the demo's own organization. */
export function describeCases(network: DemoNetwork): void {
  describe('cases on the demo network', () => {
    let visitor: Visitor;
    let page: Page;
    let colleague: DemoPerson;

    beforeAll(async () => {
      const { url } = network.server;
      const owner = await demoPerson(url, 'owner');
      colleague = await demoPerson(url, 'manager');
      await until(
        'the demo has three cases',
        async () => total.parse(await owner.ask('GET', '/compliance/cases')).total >= 3,
      );
      visitor = await owner.enter(network.browser);
      page = visitor.page;
    });

    afterAll(() => visitor?.context.close());

    const open = (path: string) => page.goto(network.server.url + path);
    const card = (name: string): Locator => page.getByRole('region', { name, exact: true });
    const dialog = (name: string): Locator => page.getByRole('dialog', { name, exact: true });
    const button = (name: string): Locator => page.getByRole('button', { name, exact: true });

    it('stand in a list that is filtered, searched and sorted in the address bar', async () => {
      await open('/home/cases');
      const table = page.getByRole('table', { name: 'Cases' });
      await table.getByRole('link', { name: /Deposits with the highest risk/ }).waitFor();
      expect(await table.getByText('Payment with a known source').count()).toBe(0);
      await choose(page, 'Show', 'All cases');
      await table.getByRole('link', { name: /Payment with a known source/ }).waitFor();
      await page.getByLabel('Search cases').fill('unknown senders');
      await page.getByLabel('Search cases').press('Enter');
      await expect.poll(() => table.locator('tr[data-row]').count()).toBe(1);
      expect(new URL(page.url()).search).toBe('?group=all&search=unknown+senders');
      await page.getByLabel('Search cases').fill('no such case');
      await page.getByLabel('Search cases').press('Enter');
      await page.getByRole('heading', { name: 'No cases match' }).waitFor();
      await button('Reset filters').first().click();
      await table.getByText('Deposits with the highest risk').waitFor();
    });

    it('are opened from a transaction, worked on with others, decided, and taken as files', async () => {
      await open('/home/compliance-screener?group=none');
      await page.locator('tr[data-transaction] td').last().click();
      await button('Add to case…').click();
      await dialog('Add to case').getByRole('button', { name: 'New case' }).click();
      const opening = dialog('New case');
      await opening.getByRole('button', { name: 'Open case' }).click();
      await opening.getByText('Please enter a title').waitFor();
      await opening.getByLabel('Title').fill('Opened in a browser');
      await opening.getByRole('button', { name: 'Open case' }).click();
      await page.getByRole('heading', { level: 1, name: 'Opened in a browser' }).waitFor();
      const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
      expect(await card('Transactions').locator('tr[data-row]').count()).toBe(1);
      const back = card('Transactions').getByRole('link', { name: 'Screener', exact: true });
      expect(await back.getAttribute('href')).toMatch(/^\/home\/compliance-screener\?transaction=/);

      await page.getByRole('textbox', { name: 'New note' }).fill('Half a sentence');
      // A colleague writes meanwhile: the note appears by itself, and typed text is kept.
      await colleague.ask('POST', `/compliance/cases/${id}/notes`, { text: 'From a colleague' });
      await card('Notes').getByText('From a colleague').waitFor();
      await page.getByText(/^Changed by Demo Team Lead: note added/).waitFor();
      expect(await page.getByRole('textbox', { name: 'New note' }).inputValue()).toBe('Half a sentence');
      await page.getByRole('textbox', { name: 'New note' }).fill('A whole one');
      await button('Add note').click();
      await card('Notes').getByRole('listitem').getByText('A whole one').waitFor();

      await button('Add task').click();
      await dialog('New task').getByLabel('Description').fill('Call the bank');
      await dialog('New task').getByRole('button', { name: 'Add task' }).click();
      await card('Tasks').getByRole('checkbox', { name: 'Done: Call the bank' }).waitFor();

      const file = page.getByLabel('Evidence file', { exact: true });
      await file.setInputFiles({
        name: 'scan.pdf',
        mimeType: 'application/pdf',
        buffer: Buffer.from('text'),
      });
      await card('Evidence')
        .getByText(/^scan\.pdf is not a \.pdf file: it is/)
        .waitFor();
      await file.setInputFiles({
        name: 'letter.txt',
        mimeType: 'text/plain',
        buffer: Buffer.from('Dear bank'),
      });
      await card('Evidence').getByText('letter.txt', { exact: true }).waitFor();
      const [letter] = await Promise.all([
        page.waitForEvent('download'),
        button('Download letter.txt').click(),
      ]);
      expect(await readFile(await letter.path(), 'utf8')).toBe('Dear bank');

      await button('Legal hold…').click();
      const hold = dialog('Legal hold');
      await hold.getByRole('button', { name: 'Place on hold' }).click();
      await hold.getByText('Please enter a reason').waitFor();
      await hold.getByLabel('Reason').fill('Order 12/26');
      await hold.getByRole('button', { name: 'Place on hold' }).click();
      await card('About').getByText('Order 12/26', { exact: false }).waitFor();
      expect(await button('Remove letter.txt').count()).toBe(0);
      await button('Release hold…').click();
      const release = dialog('Release legal hold');
      await release.getByLabel('Reason').fill('Order lifted');
      await release.getByRole('button', { name: 'Release hold' }).click();
      await button('Remove letter.txt').waitFor();

      await button('Decide…').click();
      const deciding = dialog('Decide');
      await deciding.getByText('Open: 1 task', { exact: false }).waitFor();
      await choose(page, 'Outcome', 'Enhanced monitoring');
      await deciding.getByLabel('Reason').fill('Watched for a year');
      await deciding.getByRole('button', { name: 'Decide and close' }).click();
      await deciding.getByRole('alert').waitFor();
      await page.keyboard.press('Escape');
      await card('Tasks').getByRole('checkbox', { name: 'Done: Call the bank' }).click();
      await card('Tasks').getByText('0 open of 1').waitFor();
      await button('Decide…').click();
      expect(await deciding.getByLabel('Reason').inputValue()).toBe('Watched for a year');
      await deciding.getByRole('button', { name: 'Decide and close' }).click();
      await card('Decision').getByText('Enhanced monitoring').waitFor();
      await button('Reopen…').waitFor();
      expect(await button('Add task').count()).toBe(0);

      const tracks = card('Case over time');
      const marksOf = async (track: string) =>
        tracks
          .locator(`g[data-track="${track}"] [data-marks]`)
          .evaluateAll((all) => all.reduce((sum, each) => sum + Number(each.getAttribute('data-marks')), 0));
      await tracks.getByRole('button', { name: 'Show table' }).click();
      const moments = tracks.getByRole('table', { name: 'Case over time' });
      // The history is read again after the decision.
      await moments.getByText(/^Decided/).waitFor();
      const listed = await moments.locator('tr[data-row]').count();
      await tracks.getByRole('button', { name: 'Show chart' }).click();
      const all = [];
      for (const track of ['transactions', 'decisions', 'work', 'deadlines', 'reports'])
        all.push(await marksOf(track));
      expect(all.reduce((sum, marks) => sum + marks, 0)).toBe(listed);
      expect(all[0]).toBe(1);
      // The payment was long before the case: enlarged, the chart has only what is in the middle.
      for (let i = 0; i < 6; i++) await tracks.getByRole('button', { name: 'Zoom in' }).click();
      expect(await marksOf('transactions')).toBe(0);
      await tracks.getByRole('button', { name: 'Show all' }).click();
      expect(await marksOf('transactions')).toBe(1);

      for (const [name, ending, magic] of [
        ['Report (PDF)', 'pdf', '%PDF-'],
        ['Data (ZIP)', 'zip', 'PK'],
      ] as const) {
        const [taken] = await Promise.all([page.waitForEvent('download'), button(name).click()]);
        expect(taken.suggestedFilename()).toMatch(new RegExp(`^case-\\d+\\.${ending}$`));
        expect((await readFile(await taken.path())).subarray(0, magic.length).toString()).toBe(magic);
      }
    });

    it('axe-core finds no violation in both themes; phones need not scroll sideways', async () => {
      await open('/home/cases');
      const first = page.getByRole('link', { name: /Deposits with the highest risk/ });
      const path = (await first.getAttribute('href')) ?? '';
      const found: string[] = [];
      for (const [place, ready] of [
        ['/home/cases', 'Open cases'],
        [path, 'Timeline'],
      ] as const) {
        await open(place);
        await card(ready)
          .getByText(/^(Total: |\d+ changes?$)/)
          .waitFor();
        found.push(...(await violationsInBothThemes(page)));
      }
      expect(found).toEqual([]);
      await page.setViewportSize({ width: 360, height: 800 });
      for (const place of ['/home/cases', path]) {
        await open(place);
        await page.getByText(/^(Total: |\d+ changes?$)/).waitFor();
        expect(await page.evaluate(() => document.documentElement.scrollWidth), place).toBe(360);
      }
      expect(visitor.complaints).toEqual({ errors: [], foreignRequests: [] });
    });
  });
}
