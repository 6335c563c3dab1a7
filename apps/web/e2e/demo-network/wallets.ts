import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { violationsInBothThemes, violationsOf } from '../support/accessibility.ts';
import { demoPerson } from '../support/demo-person.ts';
import type { Visitor } from '../support/people.ts';
import type { DemoNetwork } from './network.ts';

/** Account key of the mnemonic "abandon … about" (BIP-84). */
const key =
  'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs';
const first = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu';
const firstChange = 'bc1q8c6fshw2dlwun7ekn9qwf37cu2rn755upcp6el';

const account = '0x00000000219ab540356cBB839Cbe05303d7705Fa';

/** Defines the tests of monitored wallets in the demo's own organization. */
export function describeWallets(network: DemoNetwork): void {
  describe('monitored wallets', () => {
    let visitor: Visitor;
    let page: Page;

    beforeAll(async () => {
      const owner = await demoPerson(network.server.url, 'owner');
      visitor = await owner.enter(network.browser);
      page = visitor.page;
    });

    afterAll(() => visitor?.context.close());

    const dialog = (name: string): Locator => page.getByRole('dialog', { name });
    const table = (): Locator => page.getByRole('table', { name: 'Wallets' });
    const source = (): Locator =>
      dialog('Monitor wallet').getByLabel('Descriptor, extended public key, or Ethereum account');

    it('are reached from the Screener; the form says what is wrong, and shows the first addresses', async () => {
      await page.goto(`${network.server.url}/home/compliance-screener`);
      await page.getByRole('link', { name: 'Wallets', exact: true }).click();
      await page.getByRole('heading', { name: 'No wallet is monitored yet' }).waitFor();
      expect(await violationsOf(page)).toEqual([]);
      await page.getByRole('button', { name: 'Monitor wallet' }).click();
      const form = dialog('Monitor wallet');
      await form.getByRole('button', { name: 'Monitor wallet' }).click();
      await form.getByText('Please enter a descriptor, key, or account').waitFor();
      await form.getByText('Please enter a name').waitFor();
      await source().fill(`wpkh(xprv${'9'.repeat(107)}/0/*)`);
      await form.getByText('This contains a private key. Send public keys only.').waitFor();
      await source().fill(`${account}00`);
      await form.getByText(/^This is no Ethereum address|^Invalid/).waitFor();
      await source().fill(account);
      await form.getByText(/join by themselves/).waitFor();
      expect(await form.getByLabel('Gap limit').count()).toBe(0);
      expect(await violationsInBothThemes(page)).toEqual([]);
      await source().fill(first);
      await form.getByText(/^This is neither a descriptor/).waitFor();
      await source().fill(key);
      await form.getByText(first).waitFor();
      await form.getByText(firstChange).waitFor();
      expect(await violationsInBothThemes(page)).toEqual([]);
    });

    it('have addresses that join by themselves, and a list of them', async () => {
      const form = dialog('Monitor wallet');
      await form.getByLabel('Name').fill('Cold storage');
      await form.getByLabel('Gap limit').fill('5');
      await form.getByRole('button', { name: 'Monitor wallet' }).click();
      await table().getByText('Up to date').waitFor();
      const cells = await table().getByRole('row').nth(1).getByRole('cell').allInnerTexts();
      expect(cells.slice(0, 6)).toEqual(['Cold storage', 'SegWit', 'Up to date', '0', '10', '5']);
      expect(await violationsOf(page)).toEqual([]);
      await page.getByRole('button', { name: 'Edit Cold storage' }).click();
      await dialog('Edit wallet').getByLabel('Gap limit').fill('8');
      await dialog('Edit wallet').getByRole('button', { name: 'Save' }).click();
      await expect
        .poll(() => table().getByRole('row').nth(1).getByRole('cell').nth(4).innerText())
        .toBe('16');
      await table().getByRole('link', { name: 'Cold storage' }).click();
      await page.getByText('Total: 16 addresses').waitFor();
    });

    it('can be an Ethereum account, whose deposit accounts join', async () => {
      await page.goto(`${network.server.url}/home/compliance-screener/wallets`);
      await page.getByRole('button', { name: 'Monitor wallet' }).click();
      await source().fill(account);
      await dialog('Monitor wallet').getByLabel('Name').fill('Hot wallet');
      await dialog('Monitor wallet')
        .getByText(/join by themselves/)
        .waitFor();
      await dialog('Monitor wallet').getByRole('button', { name: 'Monitor wallet' }).click();
      const row = table().getByRole('row').filter({ hasText: 'Hot wallet' });
      await row.getByText('Up to date').waitFor();
      const cells = await row.getByRole('cell').allInnerTexts();
      expect(cells.slice(0, 6)).toEqual(['Hot wallet', 'Ethereum account', 'Up to date', '1', '1', 'none']);
      await page.getByRole('button', { name: 'Edit Hot wallet' }).click();
      expect(await dialog('Edit wallet').getByLabel('Gap limit').count()).toBe(0);
      await dialog('Edit wallet').getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('button', { name: 'Delete Hot wallet' }).click();
      await dialog('Delete wallet').getByRole('button', { name: 'Delete', exact: true }).click();
      await row.waitFor({ state: 'detached' });
    });

    it('are deleted with their addresses after a question', async () => {
      await page.getByRole('button', { name: 'Delete Cold storage' }).click();
      await dialog('Delete wallet').getByRole('button', { name: 'Delete', exact: true }).click();
      await page.getByRole('heading', { name: 'No wallet is monitored yet' }).waitFor();
    });

    it('no page threw, broke the content policy or asked another server', () => {
      expect(visitor.complaints).toEqual({ errors: [], foreignRequests: [] });
    });
  });
}
