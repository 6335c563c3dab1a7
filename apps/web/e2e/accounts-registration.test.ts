import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser } from './support/browser.ts';
import { type LedgerServer, startLedgerServer } from './support/ledger-server.ts';

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
