import { readFile } from 'node:fs/promises';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { until } from '../../../test/until.ts';
import { completeReport } from '../../server/src/contexts/compliance/sars/xml/complete-report.fixture.ts';
import { checkXml } from '../../server/src/contexts/compliance/sars/xml/schema-check.ts';
import { openBrowser } from './support/browser.ts';
import { type DemoPerson, demoPerson } from './support/demo-person.ts';
import { type LedgerServer, startLedgerServer } from './support/ledger-server.ts';
import { choose, type Visitor } from './support/people.ts';

/**
 * Blocks arrive every few seconds: the sanctioned group pays a customer after every twentieth, half a block before the next. The
 * first live block is the 2,353rd, so that there are eight before the next payment.
 */
const settings = {
  BITCOIN_SOURCE: 'demo',
  ETHEREUM_SOURCE: 'off',
  DEMO_DAYS: '98',
  DEMO_TRANSACTIONS: '1200',
  DEMO_BLOCK_SECONDS: '6',
  DEMO_TEAM_WEEKS: '0',
};
const groupPaysAfter = 20;

const response = z.object({
  data: z.object({
    transactions: z.array(
      z.object({
        _id: z.string(),
        presence: z.string(),
      }),
    ),
  }),
});
type Deposit = z.infer<typeof response>['data']['transactions'][number];
const status = z.object({ data: z.object({ tip: z.object({ number: z.int() }) }) });
const verified = z.object({ data: z.looseObject({}) });

describe('a day of compliance', () => {
  let browser: Browser;
  let server: LedgerServer;
  let owner: DemoPerson;
  let manager: DemoPerson;
  let visitors: Visitor[] = [];

  beforeAll(async () => {
    [browser, server] = await Promise.all([openBrowser(), startLedgerServer(undefined, settings)]);
    owner = await demoPerson(server.url, 'owner');
    manager = await demoPerson(server.url, 'manager');
    const { institution } = completeReport();
    await owner.ask('PUT', '/compliance/sar-institution', { institution, version: 0 });
    visitors = [await owner.enter(browser), await manager.enter(browser)];
  });

  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  const pageOf = (which: 0 | 1): Page => {
    const visitor = visitors[which];
    if (!visitor) throw new Error('Nobody is there');
    return visitor.page;
  };
  const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });
  const card = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });
  const dialog = (page: Page, name: string): Locator => page.getByRole('dialog', { name, exact: true });
  const toast = (page: Page, text: string) =>
    page.getByRole('status').getByText(text, { exact: true }).waitFor();

  /** Waits for the next payment of the group. It may come from an unlabeled address of the group. */
  async function nextDeposit(): Promise<Deposit> {
    const newest = '/compliance/transactions?group=unassigned&limit=20&sortBy=timestamp&sortOrder=desc';
    return until('the group pays', async () => {
      const { tip } = status.parse(await owner.ask('GET', '/blockchain/status')).data;
      const { transactions } = response.parse(await owner.ask('GET', newest)).data;
      // No one else pays a customer between such a block and the next.
      const found = transactions.find(({ presence }) => presence === 'unconfirmed');
      return tip.number % groupPaysAfter === 0 && found;
    });
  }

  it('leads from a payment that nobody has confirmed to a report that two people signed', async () => {
    const page = pageOf(0);
    const screener = `${server.url}/home/compliance-screener`;
    // All past transactions have been screened when the demo opens its cases, of which there are always two.
    const cases = z.object({ total: z.number() });
    await until(
      'the demo has two cases',
      async () => cases.parse(await owner.ask('GET', '/compliance/cases')).total >= 2,
    );
    await page.goto(`${screener}?sort=timestamp.desc`);
    await page.locator('tr[data-transaction]').first().waitFor();

    // It arrives, unconfirmed, on the open page.
    const deposit = await nextDeposit();
    const row = page.locator(`tr[data-transaction="${deposit._id}"]`);
    const bar = page.getByRole('button', { name: /^\d+ new transactions?$/ });
    await expect
      .poll(async () => {
        if ((await bar.count()) > 0) await bar.click();
        return row.count();
      })
      .toBe(1);

    // Assigned and reviewed while it is confirmed.
    await row.locator('td').last().click();
    const details = page.getByRole('dialog', { name: /^Transaction/ });
    await details.getByRole('list', { name: 'Counterparties' }).getByRole('listitem').first().waitFor();
    await choose(page, 'Assigned to', 'Demo Compliance Officer (me)');
    await toast(page, 'Transaction assigned successfully');
    const history = details.getByRole('list', { name: 'History' });
    await history.getByText(/^In block \d+/).waitFor();
    await history.getByText('Unassigned → In review').waitFor();
    await history
      .getByText(/^Screened: /)
      .first()
      .waitFor();

    // The risk dashboard and FlowTrace open in other tabs.
    const footer = details.locator('footer');
    const [risk] = await Promise.all([
      page.context().waitForEvent('page'),
      footer.getByRole('link', { name: 'Risk' }).click(),
    ]);
    await card(risk, 'Risk score')
      .getByRole('img', { name: /^Risk score (\d+ of 100|unknown)/ })
      .waitFor();
    await risk.close();
    const [trace] = await Promise.all([
      page.context().waitForEvent('page'),
      footer.getByRole('link', { name: 'Trace' }).click(),
    ]);
    await trace.locator('[data-renderer="shown"]').waitFor();
    await trace.waitForURL(/[?&]document=/);
    await trace.close();

    // It becomes a case.
    await button(page, 'Add to case…').click();
    await dialog(page, 'Add to case').getByRole('button', { name: 'New case' }).click();
    await dialog(page, 'New case').getByLabel('Title').fill('Deposit to a customer of a sanctioned group');
    await dialog(page, 'New case').getByRole('button', { name: 'Open case' }).click();
    await page
      .getByRole('heading', { level: 1, name: 'Deposit to a customer of a sanctioned group' })
      .waitFor();
    const caseId = new URL(page.url()).pathname.split('/').at(-1) ?? '';

    // A report signed by two people.
    await page.goto(`${server.url}/home/sars?case=${caseId}`);
    await button(page, 'New report for this case').click();
    await page.getByText('Draft saved').waitFor();
    await button(page, 'Add subject').click();
    await page.getByLabel('Last name').fill('Doe');
    await page.getByLabel('First name').fill('Jo');
    await page.getByLabel('Amount in US dollars').fill('47000');
    await button(page, 'Add activity type').click();
    const kind = 'Money laundering: Suspicion concerning the source of funds';
    await page.getByLabel('Activity type', { exact: true }).fill('source of funds');
    await page.getByRole('option', { name: kind, exact: true }).click();
    await page.getByLabel('What happened').fill('A customer of a sanctioned group was paid again.');
    await card(page, 'Missing information')
      .getByText('Nothing is missing. You can request signatures.')
      .waitFor();
    await page.getByText('Draft saved').waitFor();
    await button(page, 'Request signatures').click();
    await toast(page, 'Signatures requested');
    await button(page, 'Sign').click();
    await dialog(page, 'Sign the report').getByRole('button', { name: 'Sign', exact: true }).click();
    await page.getByText('You already signed; another person has to sign second.').waitFor();
    const other = pageOf(1);
    await other.goto(page.url());
    await button(other, 'Sign').click();
    await dialog(other, 'Sign the report').getByRole('button', { name: 'Sign', exact: true }).click();
    await toast(other, 'Signed by two people');
    const [file] = await Promise.all([
      other.waitForEvent('download'),
      button(other, 'FinCEN batch XML').click(),
    ]);
    const xml = await readFile(await file.path(), 'utf8');
    expect(checkXml(xml, 'fincen')).toEqual([]);
    expect(xml).toContain('A customer of a sanctioned group was paid again.');
    await button(other, 'Record filing').click();
    const handing = dialog(other, 'Record the filing');
    await handing.getByLabel('Reference').fill('31000000000001');
    await handing.getByRole('button', { name: 'Record filing' }).click();
    await card(other, 'Sign-off').getByText('31000000000001').waitFor();

    // The transaction is closed with the report and archived.
    await page.goto(`${screener}?tab=active&transaction=${deposit._id}`);
    await details.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Close with SAR…' }).click();
    const closing = dialog(page, 'Close with SAR');
    await closing.getByText(/31000000000001$/).waitFor();
    expect(await closing.getByRole('radio').first().isChecked()).toBe(true);
    await closing.getByRole('button', { name: 'Close with SAR' }).click();
    await page.goto(`${screener}?tab=archived`);
    await row.getByText('Closed with SAR').waitFor();

    // Two years later, the complete evidence is available.
    const log = `/organizations/${owner.organizationId}/audit-log`;
    expect(verified.parse(await owner.ask('GET', `${log}/verification`)).data).toMatchObject({
      intact: true,
    });
    const entries = JSON.stringify(await owner.ask('GET', `${log}?limit=100`));
    for (const action of [
      'compliance_transaction.assigned',
      'compliance_transaction.viewed',
      'compliance_transaction.decided',
      'case.created',
      'sar.created',
      'sar.signed',
      'sar.exported',
      'sar.submitted',
    ]) {
      expect(entries).toContain(`"${action}"`);
    }
    for (const { complaints } of visitors) expect(complaints).toEqual({ errors: [], foreignRequests: [] });
  });
});
