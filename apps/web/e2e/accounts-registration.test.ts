import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AccountsServer, startAccountsServer } from './support/accounts-server.ts';
import { openBrowser } from './support/browser.ts';
import { type LedgerServer, startLedgerServer } from './support/ledger-server.ts';
import { atPath, fillRegistration, password, visit } from './support/people.ts';
import { earlyInPeriod, totpCode } from './support/totp.ts';

describe('registration by invitation, in the browser', () => {
  let browser: Browser;
  let server: LedgerServer;

  beforeAll(async () => {
    [browser, server] = await Promise.all([
      openBrowser(),
      startLedgerServer(undefined, { REGISTRATION: 'invite' }),
    ]);
  });
  afterAll(async () => {
    await browser.close();
    await server.stop();
  });

  it('is explained on the sign-in page and on the registration page, and open with the setup link', async () => {
    const page = await browser.newPage();
    await page.goto(`${server.url}/login`);
    await page.getByText('Registration is by invitation.').waitFor();
    expect(await page.getByRole('link', { name: 'Register' }).count()).toBe(0);
    await page.goto(`${server.url}/register`);
    await page.getByText('You need an invitation').waitFor();
    expect(await page.getByLabel('First Name').count()).toBe(0);
    await page.goto(await server.setupLink);
    await page.getByLabel('First Name').waitFor();
    expect(await page.getByText('You need an invitation').count()).toBe(0);
    await page.close();
  });
});

describe('an installation that requires a second factor, in the browser', () => {
  let browser: Browser;
  let server: AccountsServer;

  beforeAll(async () => {
    const env = { REQUIRE_SECOND_FACTOR: 'true' };
    [browser, server] = await Promise.all([openBrowser(), startAccountsServer(undefined, undefined, env)]);
  });
  afterAll(async () => {
    await browser.close();
    await server.stop();
  });

  it('shows the settings alone until one is set up, then everything, without a new sign-in', async () => {
    const { page } = await visit(browser, server.url);
    await page.goto(await server.setupLink);
    await fillRegistration(page, 'Ada', 'ada@example.org');
    await atPath(page, '/welcome');
    await page.getByRole('link', { name: 'Set up your organization' }).click();
    await page.getByText('This installation requires a second factor.').waitFor();
    expect(await page.getByRole('heading', { name: 'The ledger is empty' }).count()).toBe(0);

    await page.getByRole('link', { name: 'Open Security Settings' }).click();
    await page.getByRole('button', { name: 'Set up' }).click();
    await page.getByRole('dialog').getByLabel('Your password').fill(password);
    await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'Copy key' }).click();
    const secret = await page.evaluate(() => navigator.clipboard.readText());
    await earlyInPeriod();
    await page.getByLabel('Code from the app').fill(totpCode(secret));
    await page.getByRole('button', { name: 'Turn on' }).click();
    await page.getByRole('button', { name: 'I have saved them' }).click();
    await page.getByText('10 codes left of 10').waitFor();

    await page.getByRole('link', { name: 'Block Explorer' }).first().click();
    await page.getByRole('heading', { name: 'The ledger is empty' }).waitFor();
  });
});
