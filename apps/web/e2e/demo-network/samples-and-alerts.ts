import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { until } from '../../../../test/until.ts';
import { violationsInBothThemes } from '../support/accessibility.ts';
import { type Account, foundOrganization, signUp } from '../support/calls.ts';
import { call } from '../support/directory.ts';
import { type Visitor, enter, visit } from '../support/people.ts';
import type { DemoNetwork } from './network.ts';
import { webhookPanel } from './webhook-panel.ts';

const organizations = z.object({
  data: z.object({ organizations: z.array(z.object({ _id: z.string() })) }),
});
const entities = z.object({ data: z.array(z.unknown()) });
const stories = z.object({
  data: z.object({
    stories: z.array(z.object({ places: z.array(z.object({ role: z.string(), value: z.string() })) })),
  }),
});
const monitored = '0x98F1e1B1dDD4882957C62407288f7fd67a38829a';
const transaction = '1478f991260053ab4d7e64eefdf20eb029bc967a56125de138398424a777cae1';
const samples = '/home/compliance-dashboard';

/** Defines the tests of the Alerts page and of the sample screens. */
export function describeSamplesAndAlerts(network: DemoNetwork): void {
  describe('alerts and the sample screens', () => {
    let server: DemoNetwork['server'];
    let account: Account;
    let visitor: Visitor;
    let page: Page;
    let own = '';

    const card = (name: string): Locator => page.getByRole('region', { name, exact: true });
    const rows = (name: string): Locator => card(name).locator('tr[data-row]');
    const form = (): Locator => page.getByRole('form', { name: 'Alert Configuration' });
    const dialog = (): Locator => page.getByRole('dialog');
    const bar = (name: string): string | null => new URL(page.url()).searchParams.get(name);
    const open = (path: string) => page.goto(server.url + path);

    /** Selects an option of a select by its label, within a part of the page. */
    async function pick(within: Locator, label: string, option: string): Promise<void> {
      await within.getByLabel(label, { exact: true }).click();
      await page.getByRole('option', { name: option, exact: true }).click();
    }

    beforeAll(async () => {
      server = network.server;
      account = await signUp(server.url, { name: 'Edith', email: 'edith@example.org' });
      await foundOrganization(server.url, account, 'Lighthouse');
      const { data } = organizations.parse(await call(server.url, account, 'GET', '/organizations'));
      own = data.organizations[0]?._id ?? '';
      await call(server.url, account, 'POST', `/compliance/organizations/${own}/monitored-addresses`, {
        address: monitored,
        blockchain: 'ethereum',
        clientId: 'CLIENT-7001',
      });
      const known = async () => entities.parse(await call(server.url, account, 'GET', '/sot')).data.length;
      await until('the directory has entities', async () => (await known()) > 0);
      visitor = await visit(network.browser, server.url);
      page = visitor.page;
      await enter(page, server.url, account);
    });

    afterAll(async () => {
      await visitor?.context.close();
    });

    //
    it('alerts are filtered, sorted and paged; the address bar holds all of it', async () => {
      await open('/home');
      await page.getByRole('link', { name: 'Alerts' }).first().click();
      await page.getByRole('heading', { name: 'Alerts', exact: true }).waitFor();
      await page.getByText('Sample data.').waitFor();
      const all = card('All Alerts');
      await expect.poll(() => rows('All Alerts').count()).toBe(10);
      await all.getByRole('button', { name: 'Next' }).click();
      await expect.poll(() => rows('All Alerts').count()).toBe(4);
      expect(bar('page')).toBe('2');
      const severity = all.getByRole('columnheader', { name: 'Severity' });
      await severity.getByRole('button').click();
      await expect.poll(() => severity.getAttribute('aria-sort')).toBe('descending');
      expect([bar('sort'), bar('page')]).toEqual(['severity.desc', null]);
      expect(await rows('All Alerts').first().innerText()).toContain('High');
      await pick(all, 'Severity', 'Low');
      await expect.poll(() => rows('All Alerts').count()).toBe(4);
      await all.getByLabel('Search').fill('northWIND');
      await expect.poll(() => bar('search')).toBe('northWIND');
      await page.reload();
      await expect.poll(() => rows('All Alerts').count()).toBe(1);
      await all.getByLabel('Search').fill('nothing is like this');
      await all.getByText('No alerts match').waitFor();
      await all.getByRole('button', { name: 'Reset Filters' }).click();
      await expect.poll(() => rows('All Alerts').count()).toBe(10);
      expect([bar('search'), bar('severity')]).toEqual([null, null]);
      const triggered = await rows('Triggered Alerts').allInnerTexts();
      expect(triggered).toHaveLength(7);
      expect(triggered.filter((text) => !text.includes('New'))).toEqual([]);
      await pick(card('Triggered Alerts'), 'Severity', 'Medium');
      await expect.poll(() => rows('Triggered Alerts').count()).toBe(3);
      expect([await rows('All Alerts').count(), bar('triggeredSeverity')]).toEqual([10, 'medium']);
    });

    //
    it('a configuration needs its fields, says what it means, is saved, paused and deleted', async () => {
      await open('/home/alerts');
      const panel = page.getByRole('button', { name: 'Alert Configuration' });
      expect(await panel.getAttribute('aria-expanded')).toBe('false');
      await panel.click();
      const target = form().getByRole('combobox', { name: 'Target', exact: true });
      await form().getByRole('button', { name: 'Save Configuration' }).click();
      await form().getByText('Please enter a target address or entity').waitFor();
      expect(await target.getAttribute('aria-invalid')).toBe('true');
      await form().getByLabel('Amount', { exact: true }).fill('');
      await form().getByRole('button', { name: 'Save Configuration' }).click();
      await form().getByText('Please enter an amount or choose Any Amount').waitFor();
      await form().getByRole('switch', { name: 'Any Amount' }).click();
      expect(await form().getByLabel('Amount', { exact: true }).isDisabled()).toBe(true);
      await form().getByRole('switch', { name: 'Any Amount' }).click();
      expect(await form().getByLabel('Amount', { exact: true }).inputValue()).toBe('100');
      await pick(form(), 'Blockchain', 'Ethereum');
      await target.fill('C');
      expect(await form().getByRole('listbox').count()).toBe(0);
      await target.fill('CLIENT-70');
      await form()
        .getByRole('option', { name: /CLIENT-7001/ })
        .waitFor();
      await target.press('ArrowDown');
      await target.press('Enter');
      expect(await target.inputValue()).toBe(monitored);
      const entity = form().getByLabel('Counterparty entity (optional)');
      await entity.fill('Greywa');
      await form()
        .getByRole('option', { name: /Greywater Mixer/ })
        .click();
      await pick(form(), 'Counterparty relation (optional)', 'Indirect, through others');
      await form().getByRole('button', { name: 'Test on the last 90 days' }).click();
      await form().getByText('No alerts', { exact: true }).waitFor();
      const indirect = `Medium alert when address ${monitored} receives a payment of 100 ETH or more that comes indirectly, over two or more hops, from Greywater Mixer (demo) on Ethereum.`;
      await expect.poll(() => form().locator('output').innerText()).toBe(indirect);
      await pick(form(), 'Direction', 'Outgoing');
      await form().getByRole('button', { name: 'Save Configuration' }).click();
      await form().getByText('Indirect exposure is known for incoming payments only').waitFor();
      await pick(form(), 'Direction', 'Incoming');
      await pick(form(), 'Counterparty relation (optional)', 'Any');
      const sentence = `Medium alert when address ${monitored} receives 100 ETH or more from Greywater Mixer (demo), directly or indirectly, on Ethereum.`;
      await expect.poll(() => form().getByRole('status').innerText()).toBe(sentence);
      await form().getByRole('button', { name: 'Save Configuration' }).click();
      await page.getByText('Alert configuration saved successfully').waitFor();
      const saved = card('Saved configurations');
      await saved.getByText(sentence).waitFor();
      await saved.getByText('Applied to every transaction').waitFor();
      expect(await target.inputValue()).toBe('');
      await page.reload();
      await saved.getByText(sentence).waitFor();
      await saved.getByRole('button', { name: /^Pause/ }).click();
      await saved.getByText('Paused', { exact: true }).waitFor();
      await saved.getByRole('button', { name: /^Resume/ }).click();
      await saved.getByRole('button', { name: /^Pause/ }).waitFor();
      await saved.getByRole('button', { name: /^Delete/ }).click();
      await dialog().getByRole('button', { name: 'Delete' }).click();
      await saved.getByText('No saved configurations.').waitFor();
    });

    it('a configuration raises alerts of its own, which are tried before, and acknowledged', async () => {
      const { data } = stories.parse(await call(server.url, account, 'GET', '/demo/stories'));
      const places = data.stories.flatMap(({ places: some }) => some);
      const customer = places.find(({ role, value }) => role === 'customer' && !value.startsWith('0x'));
      const address = customer?.value ?? '';
      await open('/home/alerts?configure=true');
      const asked = async () => {
        await form().getByRole('combobox', { name: 'Target', exact: true }).fill(address);
        await form().getByRole('switch', { name: 'Any Amount' }).click();
        await form().getByRole('button', { name: 'Test on the last 90 days' }).click();
      };
      await asked();
      await form().getByText('No alerts', { exact: true }).waitFor();
      await form().getByRole('button', { name: 'Save Configuration' }).click();
      await page.getByText('Alert configuration saved successfully').waitFor();
      await page.getByText('Sample data.').waitFor();
      // The page stays open: new alerts appear by themselves.
      await call(server.url, account, 'POST', `/compliance/organizations/${own}/monitored-addresses`, {
        address,
        blockchain: 'bitcoin',
        pastFrom: '2020-01-01T00:00:00Z',
      });
      const triggered = card('Triggered Alerts');
      await triggered.getByText(`received by ${address}`).first().waitFor();
      await expect.poll(() => page.getByText('Sample data.').count()).toBe(0);
      await asked();
      await form()
        .getByText(/^\d+ alerts?$/)
        .waitFor();
      const transactionLink = await triggered
        .getByRole('link', { name: /^Open transaction/ })
        .first()
        .getAttribute('href');
      expect(transactionLink).toContain('/home/compliance-screener?transaction=');
      await triggered
        .getByRole('button', { name: /^Acknowledge/ })
        .first()
        .click();
      await page.getByText('Alert acknowledged').waitFor();
      await card('All Alerts').getByText('Acknowledged by Edith Example').first().waitFor();
    });

    it('webhooks are added, their secret shown once and made anew, switched off and deleted', () =>
      webhookPanel(page, `${server.url}/home/alerts`));

    //
    it('the sample dashboard shows its figures and tabs, and its buttons do nothing', async () => {
      await open('/home/alerts');
      await page.getByRole('link', { name: 'Compliance dashboard' }).click();
      await page.getByText('11,203').waitFor();
      for (const text of ['+2.1% from last hour', 'avg. review time 2.3h', 'Sanctioned Entity Interaction'])
        await page.getByText(text).waitFor();
      await expect.poll(() => rows('Transactions').count()).toBe(10);
      await card('Transactions')
        .getByPlaceholder('Search by transaction ID or client ID')
        .fill('client-0087');
      await expect.poll(() => rows('Transactions').count()).toBe(2);
      await pick(card('Transactions'), 'Status', 'Flagged');
      await expect.poll(() => rows('Transactions').count()).toBe(1);
      await open(`${samples}?transaction=${transaction}`);
      await dialog().getByText('94/100').waitFor();
      for (const text of ['CRITICAL', 'Verified Customer', 'Mainnet', '0.00001 BTC', '6 confirmations'])
        await dialog().getByText(text, { exact: true }).first().waitFor();
      for (const [tab, text] of [
        ['Risk Analysis', 'ML risk: Anomaly detection'],
        ['Network', 'Related transactions'],
        ['Compliance', 'Investigation notes'],
        ['Actions', 'Case assignment'],
      ] as const) {
        await dialog().getByRole('link', { name: tab }).click();
        await dialog().getByText(text).first().waitFor();
      }
      expect(bar('part')).toBe('actions');
      const before = page.url();
      for (const name of [
        'Approve Transaction',
        'Flag for Review',
        'Request More Info',
        'Escalate to Senior',
      ])
        await dialog()
          .getByRole('button', { name: `${name}. Sample: no action` })
          .click();
      expect(page.url()).toBe(before);
      await page.keyboard.press('Escape');
      await expect.poll(() => bar('transaction')).toBeNull();
      const real = page.getByRole('link', { name: 'Compliance Screener, Unassigned Transactions' });
      expect(await real.getAttribute('href')).toMatch(/^\/home\/compliance-screener/);
    });

    //
    it('sample addresses and cases are filtered and opened; archived cases are a placeholder', async () => {
      await open(`${samples}?tab=addresses`);
      await page.getByText('$12.4M').waitFor();
      const table = 'Monitored Addresses';
      const first = rows(table).first();
      expect(await first.innerText()).toContain('bc1qdmx9uu9r…v8zqll6a');
      expect(await first.innerText()).toContain('+1');
      await first.getByRole('button', { name: 'Copy address' }).click();
      await page.getByText('Address copied').waitFor();
      await card(table).getByLabel('Search').fill('defi');
      await pick(card(table), 'Category', 'HIGH RISK');
      await expect.poll(() => rows(table).count()).toBe(1);
      await rows(table).getByRole('link', { name: /^View/ }).click();
      await dialog().getByText('ADDR-002', { exact: true }).waitFor();
      await dialog().getByRole('link', { name: 'Alerts' }).click();
      const boxes = dialog().getByRole('checkbox');
      await expect.poll(() => boxes.count()).toBe(4);
      for (const box of await boxes.all()) expect(await box.isChecked()).toBe(true);
      await open(`${samples}?tab=address-management&add=true`);
      await pick(dialog(), 'Blockchain', 'Litecoin');
      await dialog().getByRole('button', { name: 'Add Address. Sample: no action' }).click();
      await open(`${samples}?tab=active`);
      await pick(card('Active Cases'), 'Priority', 'CRITICAL');
      await expect.poll(() => rows('Active Cases').count()).toBe(2);
      await rows('Active Cases').first().getByRole('link', { name: /^View/ }).click();
      await dialog().getByRole('link', { name: 'Timeline' }).click();
      await dialog().getByText('Case opened').waitFor();
      await open(`${samples}?tab=archived`);
      await page.getByText('Placeholder for archived cases').waitFor();
    });

    it('axe-core finds no violation in both themes; phones need not scroll sideways', async () => {
      const pages = [
        ['/home/alerts?configure=true', 'Saved configurations'],
        [samples, 'Detected Risk Patterns'],
        [`${samples}?tab=addresses&entry=ADDR-002&part=settings`, 'Alert threshold'],
      ] as const;
      const found: Record<string, string[]> = {};
      for (const [path, text] of pages) {
        await page.setViewportSize({ width: 1280, height: 800 });
        await open(path);
        await page.getByText(text).first().waitFor();
        found[path] = await violationsInBothThemes(page);
        await page.setViewportSize({ width: 360, height: 800 });
        await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
      }
      expect(Object.values(found).flat()).toEqual([]);
      expect(visitor.complaints).toEqual({ errors: [], foreignRequests: [] });
    });
  });
}
