import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { violationsInBothThemes } from '../support/accessibility.ts';
import { choose } from '../support/people.ts';
import type { DemoNetwork } from './network.ts';
import { approveAndSnooze, closeWithReport, saveFilters } from './queue-work.ts';
import { reviewByKeys } from './review-by-keys.ts';
import { openScreener, type OpenScreener } from './open-screener.ts';

const place = '/home/compliance-screener';
const decided = z.object({ data: z.object({ status: z.string(), notes: z.string().nullable() }) });
const segwit = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const ether = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

/** Defines the tests of the Compliance Screener with transactions of a customer of the demo network. */
export function describeComplianceScreener(network: DemoNetwork): void {
  describe('the Compliance Screener on the demo network', () => {
    let screener: OpenScreener;
    let page: Page;

    beforeAll(async () => {
      screener = await openScreener(network);
      page = screener.visitor.page;
    });

    afterAll(() => screener?.visitor.context.close());

    const open = (search: string) => page.goto(`${network.server.url}${place}${search}`);
    const toast = (text: string) => page.getByRole('status').getByText(text, { exact: true }).waitFor();
    const card = (name: string): Locator => page.getByRole('region', { name, exact: true });
    const details = (): Locator => page.getByRole('dialog', { name: /^Transaction/ });
    const dialog = (name: string): Locator => page.getByRole('dialog', { name, exact: true });
    const rows = (): Locator => page.locator('tr[data-transaction]');
    const param = (name: string) => new URL(page.url()).searchParams.get(name);

    /** Approves with open details; Enter answers the question at once. */
    async function approveByKeys(): Promise<void> {
      await page.keyboard.press('a');
      const asked = dialog('Approve transaction');
      await asked.getByText('Approved transactions no longer appear in the table.').waitFor();
      const approve = asked.getByRole('button', { name: 'Approve', exact: true });
      await expect.poll(() => approve.evaluate((button) => button === document.activeElement)).toBe(true);
      await page.keyboard.press('Enter');
    }

    async function menu(item: string): Promise<void> {
      await page.getByRole('button', { name: /^Actions for bc1qw508/ }).click();
      await page.getByRole('menuitem', { name: item, exact: true }).click();
    }

    //
    it('monitored addresses are added, changed with a reason, looked back on, and deleted', async () => {
      await open('');
      await page.getByRole('link', { name: /^Monitored Addresses/ }).click();
      const table = card('Monitored Addresses Management');
      await table
        .getByText('Monitors client-defined wallets for incoming transactions and calculates risk scoring.')
        .waitFor();
      await table.getByRole('button', { name: 'Add Address' }).click();
      const adding = dialog('Add Address');
      await adding.getByRole('button', { name: 'Add Address' }).click();
      await adding.getByText('Please input the address').waitFor();
      expect(param('dialog')).toBe('add');
      const address = adding.getByLabel('Address', { exact: true });
      await address.fill(segwit.replace('f3t4', 'f3t5'));
      await adding.getByRole('button', { name: 'Add Address' }).click();
      await adding.getByText(/Invalid blockchain address/).waitFor();
      await address.fill(segwit);
      await adding.getByLabel('Client ID').fill('C-77');
      await adding.getByRole('button', { name: 'Add Address' }).click();
      await toast('Address added successfully');

      await menu('Edit');
      const editing = dialog('Edit Address');
      await editing.getByLabel('Client ID').fill('C-78');
      await editing.getByRole('button', { name: 'Save Changes' }).click();
      await editing.getByText('Please enter a reason').waitFor();
      await editing.getByLabel('Reason for the change').fill('Another account');
      // Meanwhile, another person changes the same field and another one.
      const id = param('entry') ?? '';
      const other = { statusChangeReason: 'By phone', updateData: { clientId: 'C-99', notes: 'Theirs' } };
      await screener.ask('PUT', `/compliance/monitored-addresses/${id}`, other);
      await editing.getByRole('button', { name: 'Save Changes' }).click();
      await editing.getByText('Yours: C-78 · Theirs: C-99').waitFor();
      await editing.getByText('Now: Theirs (kept)').waitFor();
      await editing.getByRole('radio', { name: 'Yours' }).check({ force: true });
      await editing.getByRole('button', { name: 'Continue with both' }).click();
      await editing.getByRole('button', { name: 'Save Changes' }).click();
      await toast('Address updated successfully');

      await menu('Change history');
      const history = dialog('Address Change History').getByRole('list', { name: 'Changes' });
      await history.getByText('C-99 → C-78').waitFor();
      await history.getByText('Reason: Another account').waitFor();
      expect(await history.getByRole('listitem').count()).toBe(4);
      await page.keyboard.press('Escape');
      await menu('Delete');
      await dialog('Delete address').getByRole('button', { name: 'Delete' }).click();
      await toast('Address deleted successfully');
      await expect.poll(() => page.getByRole('button', { name: /^Actions for bc1qw508/ }).count()).toBe(0);
    });

    //
    it('a list in UTF-16 is uploaded, every row with its own result; failed rows come back as a file', async () => {
      await open('?tab=addresses');
      await page.getByRole('button', { name: 'Bulk Upload' }).click();
      const upload = dialog('Batch Upload Addresses');
      await upload.getByRole('button', { name: 'Upload', exact: true }).click();
      await upload.getByText('Please select a file to upload').waitFor();
      const [template] = await Promise.all([
        page.waitForEvent('download'),
        upload.getByRole('button', { name: 'Download template' }).click(),
      ]);
      expect(await readFile(await template.path(), 'utf8')).toMatch(
        /^address,blockchain,clientId,notes,entityName,riskThreshold,tags,outgoing\r\n/,
      );
      const file = upload.getByLabel('Choose a file');
      await file.setInputFiles({ name: 'wrong.csv', mimeType: 'text/csv', buffer: Buffer.from('wallet\nx') });
      await upload.getByText(/^Failed to process file: There is no column “address”/).waitFor();
      const lines = [
        'address;blockchain;clientId;notes;tags',
        `${segwit};bitcoin;C-1;"two\nlines";vip`,
        `${ether};ethereum;C-2;;`,
        `${segwit};bitcoin;C-3;;`,
        'nonsense;bitcoin;=1+1;;',
      ];
      const buffer = Buffer.from(`\u{feff}${lines.join('\r\n')}`, 'utf16le');
      await file.setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer });
      await upload.getByText('CSV, UTF-16').waitFor();
      await upload.getByRole('button', { name: 'Upload', exact: true }).click();
      await toast('Successfully added 2 addresses. Failed: 2');
      const failed = upload.getByRole('table', { name: 'Rejected rows' });
      await failed.getByText('Duplicate of an earlier row').waitFor();
      const [saved] = await Promise.all([
        page.waitForEvent('download'),
        upload.getByRole('button', { name: 'Download failed rows' }).click(),
      ]);
      expect(await readFile(await saved.path(), 'utf8')).toContain("nonsense,bitcoin,'=1+1");
      await upload.getByRole('button', { name: 'Close' }).last().click();
      await choose(page, 'Blockchain', 'Ethereum');
      await expect.poll(() => param('blockchain')).toBe('ethereum');
      await page.getByRole('cell', { name: 'C-2', exact: true }).waitFor();
    });

    //
    it('unassigned transactions are counted, sorted, paged and filtered, all in the address bar', async () => {
      await open('?group=none');
      const table = card('Real-Time Compliance Monitoring');
      await table.getByText(`${screener.total} unassigned`).waitFor();
      await table.getByText('New unassigned transactions to assign to a compliance officer').waitFor();
      expect(await rows().count()).toBe(10);
      await table.getByLabel('Rows per page').selectOption('20');
      await expect.poll(() => rows().count()).toBe(20);
      expect(param('limit')).toBe('20');
      await table.getByRole('button', { name: 'Age', exact: true }).click();
      await expect.poll(() => param('sort')).toBe('timestamp.desc');
      await table.getByRole('button', { name: 'Risk' }).click();
      await expect.poll(() => param('sort')).toBeNull();
      await expect
        .poll(() => table.getByRole('columnheader', { name: 'Risk' }).getAttribute('aria-sort'))
        .toBe('descending');
      await page.getByRole('button', { name: 'Amount', exact: true }).first().click();
      await page.getByLabel('Minimum amount').fill('0.0001');
      await page.getByLabel('Minimum amount').press('Enter');
      await expect.poll(() => [param('minAmount'), param('blockchain')]).toEqual(['"10000"', null]);
      await page.getByText('Other assets are compared by their value at the time').waitFor();
      await page.getByLabel('Client ID').fill('nobody');
      await page.getByLabel('Client ID').press('Enter');
      await page.getByRole('heading', { name: 'No transactions match' }).waitFor();
      await page.getByRole('button', { name: 'Reset filters' }).click();
      await expect.poll(() => rows().count()).toBe(20);
      await page.route('**/compliance/transactions?*', (route) => route.fulfill({ status: 400, body: '{}' }));
      await open('?risk=low');
      await page.getByText('Error loading table data. Please try refreshing the page.').waitFor();
      await page.unrouteAll({ behavior: 'wait' });
    });

    it('transactions of one client and counterparty share a row until it is unfolded', async () => {
      await open('?limit=100');
      const story = page
        .getByRole('row')
        .filter({ has: page.getByRole('button', { name: /, \d+ (?:deposits|payments)$/ }) })
        .first();
      await story.waitFor();
      const folded = await rows().count();
      const name = (await story.getByRole('button').getAttribute('aria-label')) ?? '';
      const [, number = ''] = /, (\d+) /.exec(name) ?? [];
      await story.getByRole('button').click();
      await expect.poll(() => rows().count()).toBe(folded + Number(number));
      await story.getByRole('checkbox').check();
      await page.getByText(`${number} selected`).waitFor();
      await page.getByLabel('Grouped').uncheck();
      await expect.poll(() => param('group')).toBe('none');
      await expect.poll(() => page.getByRole('button', { name }).count()).toBe(0);
    });

    //
    it('a transaction is assigned, put on hold and approved; without a reviewer the selector is highlighted', async () => {
      await open('?group=none');
      await rows().first().locator('td').last().click();
      await details().getByText('Counterparties').first().waitFor();
      const id = param('transaction');
      expect(await rows().first().getAttribute('data-transaction')).toBe(id);
      await details().getByRole('button', { name: 'Review Transaction' }).click();
      await details()
        .getByRole('alert')
        .getByText(/Please assign a reviewer/)
        .waitFor();
      await page.locator('[data-lit]').waitFor();
      await page.locator('[data-lit]').waitFor({ state: 'detached' });
      await choose(page, 'Assigned to', 'Ada Example (me)');
      await toast('Transaction assigned successfully');
      await details().getByText('In review', { exact: true }).first().waitFor();
      await details().getByRole('heading', { level: 2 }).click();
      await page.keyboard.press('h');
      await toast('Transaction on hold');
      await details().getByText('In review → Hold').waitFor();
      for (const [name, path] of [
        ['Risk', '/home/risk-dashboard?address='],
        ['Trace', '/home/flow-trace?address='],
      ] as const) {
        const link = details()
          .getByRole('contentinfo')
          .or(details().locator('footer'))
          .getByRole('link', { name });
        expect(await link.getAttribute('href')).toContain(path);
        expect(await link.getAttribute('target')).toBe('_blank');
      }
      await page.keyboard.press('Escape');
      await expect.poll(() => param('transaction')).toBeNull();
      await page.getByRole('link', { name: /^Active Cases/ }).click();
      await card('Active Cases Management').getByText('Total: 1 transaction').waitFor();
      await page.getByText('Transactions under investigation needing review or escalation').waitFor();
      await rows().first().locator('td').last().click();
      await details().getByRole('button', { name: 'Approve…' }).waitFor();
      // Another person decides meanwhile: nothing is overwritten, and their decision is shown.
      const status = `/compliance/transactions/${id ?? ''}/status`;
      await screener.ask('PUT', status, { status: 'IN_REVIEW', note: 'Looked at again' });
      await approveByKeys();
      await toast('Someone else changed this transaction. Nothing was overwritten.');
      await details().getByText('Hold → In review').waitFor();
      await dialog('Approve transaction').waitFor({ state: 'hidden' });
      await approveByKeys();
      await toast('Transaction approved successfully');
      await page.getByRole('heading', { name: 'No active cases' }).waitFor();
      await page.getByRole('link', { name: /^Archived Cases/ }).click();
      await card('Archived Cases Management').getByText('Total: 1 transaction').waitFor();
      await page.getByText('Completed cases kept for reference and audit').waitFor();
      await rows().getByText('Approved').waitFor();
    });

    //
    it('several are given to a reviewer at once', async () => {
      await open('?group=none');
      await rows().first().waitFor();
      await page.getByRole('button', { name: 'Assign', exact: true }).click();
      await toast('Please select at least one transaction to assign');
      for (const row of [0, 1]) await rows().nth(row).getByRole('checkbox').check();
      await page.getByText('2 selected').waitFor();
      await page.getByRole('button', { name: 'Assign 2' }).click();
      const assigning = dialog('Assign Transactions');
      await assigning.getByRole('button', { name: 'Assign', exact: true }).click();
      await assigning.getByText('Please select a reviewer to assign these transactions').waitFor();
      await choose(page, 'Reviewer', 'Grace Example');
      await assigning.getByRole('button', { name: 'Assign', exact: true }).click();
      await toast('Successfully assigned 2 transaction(s) for review');
      await card('Real-Time Compliance Monitoring')
        .getByText(`${screener.total - 3} unassigned`)
        .waitFor();
      await open('?tab=active&group=none');
      await expect.poll(() => rows().count()).toBe(2);
      await choose(page, 'Assigned to', 'Me');
      await page.getByRole('heading', { name: 'No transactions match' }).waitFor();
    });

    it('one after the other is decided full screen, with reasons at hand; a decision is undone', async () => {
      await open('?triage=true');
      const first = details().getByText(/^1 of \d+$/);
      await first.waitFor();
      await details().getByText('Usual for this client').waitFor();
      expect(await violationsInBothThemes(page)).toEqual([]);
      await page.keyboard.press('j');
      await details()
        .getByText(/^2 of \d+$/)
        .waitFor();
      await page.keyboard.press('k');
      await first.waitFor();
      await details().getByRole('button', { name: 'Close' }).click();
      await expect.poll(() => [param('triage'), param('transaction')]).toEqual([null, null]);

      await open('?triage=true&sort=riskScores.asc');
      await details().getByRole('button', { name: 'Approve…' }).waitFor();
      await details()
        .getByText(/^1 of \d+$/)
        .waitFor();
      await approveByKeys();
      await details()
        .getByText(/^2 of \d+$/)
        .waitFor();
      await page.keyboard.press('u');
      await toast('Decision undone');
      await details()
        .getByText(/^1 of \d+$/)
        .waitFor();
      await details().getByText('Approved → In review').waitFor();
      await details().getByText('In review → Unassigned').waitFor();
    });

    it('several are decided on at once, each with the reason', async () => {
      await open('?group=none&sort=riskScores.asc');
      await rows().first().waitFor();
      const ids = await Promise.all([0, 1].map((row) => rows().nth(row).getAttribute('data-transaction')));
      for (const row of [0, 1]) await rows().nth(row).getByRole('checkbox').check();
      await page.getByRole('button', { name: 'Decide…' }).click();
      const deciding = dialog('Decide on transactions');
      await deciding.getByRole('button', { name: 'Decide on 2' }).click();
      await deciding.getByText('Please enter a reason').waitFor();
      await deciding.getByRole('button', { name: 'Usual amount and counterparty' }).click();
      await deciding.getByRole('button', { name: 'Decide on 2' }).click();
      await toast('2 transactions decided');
      for (const id of ids) {
        const { data } = decided.parse(await screener.ask('GET', `/compliance/transactions/${id ?? ''}`));
        expect(data).toEqual({
          status: 'APPROVED',
          notes: 'Usual amount and counterparty for this client.',
        });
      }
    });

    it('what comes in while one looks is told, and comes when it is asked for', async () => {
      await open('?group=none');
      await rows().first().waitFor();
      const before = await rows().first().getAttribute('data-transaction');
      const bar = page.getByRole('button', { name: /^\d+ new transactions?$/ });
      expect(await bar.count()).toBe(0);
      await screener.monitorAnother();
      await bar.waitFor();
      expect(await rows().first().getAttribute('data-transaction')).toBe(before);
      await bar.click();
      await bar.waitFor({ state: 'detached' });
      await expect.poll(() => param('page')).toBeNull();
    });

    it('keys lead through the list with open details', async () => {
      await open('?group=none');
      await rows().first().locator('td').last().click();
      await details().getByText(/^1 of/).waitFor();
      const first = param('transaction');
      await page.keyboard.press('j');
      await details().getByText(/^2 of/).waitFor();
      expect(param('transaction')).not.toBe(first);
      await page.keyboard.press('k');
      await details().getByText(/^1 of/).waitFor();
      expect(param('transaction')).toBe(first);
    });

    it('transactions are reviewed in a row without the mouse', () =>
      reviewByKeys(page, screener, `${network.server.url}${place}`));

    it('a second person confirms a decision and rejects another; a transaction is snoozed and taken back', () =>
      approveAndSnooze(page, screener, `${network.server.url}${place}`));

    it('filters are saved under a name, applied, renamed and deleted', () =>
      saveFilters(page, `${network.server.url}${place}`));

    it('a transaction is closed with a report that tells of it, and the report leads back', () =>
      closeWithReport(page, screener, `${network.server.url}${place}`));

    it('axe-core finds no violation in both themes; phones need not scroll sideways', async () => {
      const found: Record<string, string[]> = {};
      await open('?group=none');
      await rows().first().locator('td').last().click();
      await details().getByRole('list', { name: 'History' }).waitFor();
      found['details'] = await violationsInBothThemes(page);
      await open('?tab=addresses&dialog=upload');
      await dialog('Batch Upload Addresses').waitFor();
      found['addresses'] = await violationsInBothThemes(page);
      expect(Object.values(found).flat()).toEqual([]);
      await page.setViewportSize({ width: 360, height: 800 });
      for (const search of ['', '?tab=addresses']) {
        await open(search);
        await page.getByText(/^Total: /).waitFor();
        expect(await page.evaluate(() => document.documentElement.scrollWidth), search).toBe(360);
      }
      expect(screener.visitor.complaints).toEqual({ errors: [], foreignRequests: [] });
    });
  });
}
