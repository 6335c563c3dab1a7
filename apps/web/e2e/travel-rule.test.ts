import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodeTravelAddress } from '../../server/src/contexts/compliance/travel-rule/protocol/travel-addresses.ts';
import { natural } from '../../server/test/support/api/travel-people.ts';
import { violationsInBothThemes, violationsOf } from './support/accessibility.ts';
import { openBrowser } from './support/browser.ts';
import { foundOrganization, signUp } from './support/calls.ts';
import { type LedgerServer, startLedgerServer } from './support/ledger-server.ts';
import { choose, enter, type Visitor, visit } from './support/people.ts';

const wallet = 'bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l';
/** Signature of BIP-322 for another message. */
const signature =
  'AkcwRAIgM2gBAQqvZX15ZiysmKmQpDrG83avLIT492QBzLnQIxYCIBaTpOaD20qRlEylyxFSeEA2ba9YOixpX8z46TSDtS40ASECx/EgAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI=';

describe('the Travel Rule in the browser', () => {
  let browser: Browser;
  let server: LedgerServer;
  let visitor: Visitor;
  let page: Page;
  let travelAddress = '';

  beforeAll(async () => {
    [browser, server] = await Promise.all([
      openBrowser(),
      startLedgerServer(undefined, { PUBLIC_URL: 'https://vasp.invalid' }),
    ]);
    const person = await signUp(server.url, { name: 'Ada', email: 'ada@example.org' });
    await foundOrganization(server.url, person, 'Harbor Custody');
    visitor = await visit(browser, server.url);
    ({ page } = visitor);
    await enter(page, server.url, person);
  });

  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  const dialog = (name: string): Locator => page.getByRole('dialog', { name });
  const fill = async (place: Locator, values: Readonly<Record<string, string>>): Promise<void> => {
    for (const [label, value] of Object.entries(values)) {
      await place.getByLabel(label, { exact: true }).first().fill(value);
    }
  };
  const openTab = (tab: string): Promise<void> =>
    page.getByRole('navigation', { name: 'Travel Rule' }).getByRole('link', { name: tab }).click();

  /** Asks as another institution does. */
  async function inquire(reference: string): Promise<number> {
    const url = decodeTravelAddress(travelAddress);
    const body = {
      asset: { slip0044: 0 },
      amount: 0.25,
      callback: 'https://peer.invalid/callback',
      IVMS101: {
        originator: {
          originatorPerson: [
            natural('Johanna', 'Post', {
              geographicAddress: [
                {
                  addressType: 'HOME',
                  streetName: 'Long Street',
                  buildingNumber: '7',
                  postCode: '10115',
                  townName: 'Berlin',
                  country: 'DE',
                },
              ],
            }),
          ],
        },
        beneficiary: { beneficiaryPerson: [natural('Miriam', 'Quell')], accountNumber: ['B-1'] },
      },
    };
    const answer = await fetch(`${server.url}${url?.pathname ?? ''}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'api-version': '3.2.1',
        'request-identifier': reference,
      },
      body: JSON.stringify(body),
    });
    expect(await answer.json()).toEqual({ version: '3.2.1' });
    return answer.status;
  }

  it('starts with the institution, and says what is wrong', async () => {
    await page.goto(`${server.url}/home/compliance-screener`);
    await page.getByRole('link', { name: 'Travel Rule', exact: true }).click();
    await page.getByText('Enter your institution first: it is sent with each transfer.').waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Enter the street', { exact: true }).waitFor();
    expect(await violationsInBothThemes(page)).toEqual([]);
    await fill(page.locator('body'), {
      'Legal name': 'Harbor Custody Ltd',
      Street: 'Quay',
      'Building number': '4',
      Town: 'Hamburg',
      Country: 'DE',
      LEI: '5493001KJTIIGC8Y1R13',
    });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('This is not a valid LEI').first().waitFor();
    await page.getByLabel('LEI', { exact: true }).fill('5493001KJTIIGC8Y1R12');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Settings saved').waitFor();
    await page.getByText('every transfer', { exact: true }).first().waitFor();
  });

  it('gives a client a travel address', async () => {
    await openTab('Travel addresses');
    await page.getByRole('heading', { name: 'No travel address yet' }).waitFor();
    await page.getByRole('button', { name: 'New travel address' }).first().click();
    await fill(dialog('New travel address'), { 'Client ID': 'CLIENT-9', 'Wallet that receives': 'nothing' });
    await dialog('New travel address').getByRole('button', { name: 'Create' }).click();
    await dialog('New travel address').getByRole('alert').waitFor();
    await fill(dialog('New travel address'), { 'Wallet that receives': wallet });
    await dialog('New travel address').getByRole('button', { name: 'Create' }).click();
    const shown = dialog('New travel address').getByText(/^ta\w{40,}$/);
    travelAddress = (await shown.innerText()).trim();
    expect(decodeTravelAddress(travelAddress)?.host).toBe('vasp.invalid');
    expect(await violationsOf(page)).toEqual([]);
    await dialog('New travel address').getByRole('button', { name: 'Done' }).click();
    await page.getByRole('table', { name: 'Travel addresses' }).getByText('CLIENT-9').waitFor();
  });

  it('shows an inquiry with what it lacks; more is requested, then it is approved', async () => {
    expect(await inquire('r-1')).toBe(200);
    await openTab('Transfers');
    const row = page.getByRole('table', { name: 'Transfers' }).getByRole('row').nth(1);
    await row.getByText('Undecided').waitFor();
    expect((await row.getByRole('cell').allInnerTexts()).slice(1)).toEqual([
      'Undecided',
      'Incoming',
      '0.25000000BTC',
      'peer.invalid',
      'CLIENT-9',
    ]);
    await row.getByRole('button').first().click();
    const transfer = dialog('Transfer');
    await transfer.getByText('Johanna Post', { exact: true }).waitFor();
    await transfer.getByText('Long Street 7, 10115 Berlin, DE').waitFor();
    await transfer.getByText(/The account of the originator is missing/).waitFor();
    expect(await violationsInBothThemes(page)).toEqual([]);
    await transfer.getByRole('button', { name: 'Request more' }).click();
    await transfer.getByRole('button', { name: 'Request more' }).click();
    await transfer.getByText('Enter a reason', { exact: true }).waitFor();
    await transfer.getByLabel('Reason').fill('Please send the account of the originator');
    await transfer.getByRole('button', { name: 'Request more' }).click();
    await transfer.getByText('More information requested', { exact: true }).first().waitFor();
    await transfer.getByRole('cell', { name: 'Please send the account of the originator' }).waitFor();
    await transfer.getByRole('button', { name: 'Approve' }).click();
    await transfer.getByRole('button', { name: 'Approve' }).click();
    await transfer.getByRole('cell', { name: 'Approved' }).waitFor();
    await transfer.getByText(wallet).first().waitFor();
    await page.keyboard.press('Escape');
    await row.getByText('Approved').waitFor();
  });

  it('refuses a signature that proves nothing, and records a transfer to a wallet below the limit', async () => {
    await openTab('Wallet proofs');
    await page.getByRole('button', { name: 'New wallet proof' }).first().click();
    await fill(dialog('New wallet proof'), { Wallet: wallet });
    await dialog('New wallet proof').getByRole('button', { name: 'Create message' }).click();
    const proof = dialog('Wallet proof');
    await proof.getByText(`I control ${wallet}.`, { exact: false }).waitFor();
    await proof.getByLabel('Signature').fill(signature);
    await proof.getByRole('button', { name: 'Verify' }).click();
    await proof.getByText('The signature does not belong to this address and message').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await proof.getByRole('button', { name: 'Close', exact: true }).last().click();

    await openTab('Settings');
    await page.getByLabel('Proof of self-hosted wallets from').fill('');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Settings saved').first().waitFor();
    await openTab('Transfers');
    await page.getByRole('button', { name: 'Send information' }).click();
    const form = dialog('Send information');
    await form.getByRole('button', { name: 'Send', exact: true }).click();
    await form.getByText('Enter a travel address', { exact: true }).waitFor();
    expect(await violationsInBothThemes(page)).toEqual([]);
    await form.getByText('Self-hosted wallet', { exact: true }).click();
    await fill(form, {
      Wallet: wallet,
      Amount: '0.001',
      'Family name': 'Post',
      'Date of birth': '1980-02-29',
      'Place of birth': 'Bremen',
    });
    await form.getByLabel('Family name').last().fill('Quell');
    await form.getByRole('button', { name: 'Record' }).click();
    await page.getByText('Transfer recorded').waitFor();
    await choose(page, 'State', 'Recorded');
    const row = page.getByRole('table', { name: 'Transfers' }).getByRole('row').nth(1);
    await row.getByText('Recorded').waitFor();
    expect((await row.getByRole('cell').allInnerTexts()).slice(1, 5)).toEqual([
      'Recorded',
      'Outgoing',
      '0.00100000BTC',
      'Self-hosted wallet',
    ]);
    await row.getByRole('button').first().click();
    await dialog('Transfer').getByRole('button', { name: 'Report transaction' }).click();
    await dialog('Transfer').getByLabel('Transaction', { exact: true }).fill('ab'.repeat(32));
    await dialog('Transfer').getByRole('button', { name: 'Report transaction' }).click();
    await dialog('Transfer').getByRole('cell', { name: 'Transaction reported' }).waitFor();
  });

  it('no page threw, broke the content policy or asked another server', () => {
    expect(visitor.complaints).toEqual({ errors: [], foreignRequests: [] });
  });
});
