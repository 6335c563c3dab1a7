import { apiBase } from '@hopscope/contract';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { violationsInBothThemes } from './support/accessibility.ts';
import { type AccountsServer, startAccountsServer } from './support/accounts-server.ts';
import { openBrowser } from './support/browser.ts';
import { foundOrganization, signUp } from './support/calls.ts';
import { enter, type Visitor, visit } from './support/people.ts';

describe('API keys in the browser', () => {
  let browser: Browser;
  let server: AccountsServer;
  let owner: Visitor;

  beforeAll(async () => {
    [browser, server] = await Promise.all([openBrowser(), startAccountsServer()]);
    const { url } = server;
    owner = await visit(browser, url);
    const setupToken = new URL(await server.setupLink).searchParams.get('setup') ?? '';
    const ada = await signUp(url, { name: 'Ada', email: 'ada@example.org', setupToken });
    await foundOrganization(url, ada, 'Analytical Engines');
    const authorization = `Bearer ${ada.accessToken}`;
    const organizations = await fetch(`${url}${apiBase}/organizations`, { headers: { authorization } });
    const id = /"_id":"([^"]+)"/.exec(await organizations.text())?.[1] ?? '';
    const assigned = await fetch(`${url}${apiBase}/operator/subscriptions/${id}`, {
      method: 'PUT',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ tierId: 'business', billingPeriod: 'yearly', reason: 'As agreed' }),
    });
    expect(assigned.status).toBe(200);
    await enter(owner.page, url, ada);
  });

  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  it('are created with their secret shown once, used, counted, and revoked', async () => {
    const { page } = owner;
    await page.goto(`${server.url}/home/settings/api-keys`);
    await page.getByRole('heading', { name: 'No API keys yet' }).waitFor();
    await page.getByRole('button', { name: 'Create API key' }).click();
    const form = page.getByRole('dialog', { name: 'Create API key' });
    await form.getByLabel('Name').fill('Withdrawals');
    await form.getByLabel(/^Screen:/).check();
    await form.getByRole('button', { name: 'Create API key' }).click();
    const shown = page.getByRole('dialog', { name: 'Secret of the API key' });
    await shown.waitFor();
    const secret = /hop_\w{20,}/.exec(await shown.innerText())?.[0] ?? '';
    expect(await violationsInBothThemes(page)).toEqual([]);
    await shown.getByRole('button', { name: 'Done' }).click();

    const status = async () =>
      (await fetch(`${server.url}${apiBase}/status`, { headers: { authorization: `Bearer ${secret}` } }))
        .status;
    expect([await status(), await status()]).toEqual([200, 200]);
    await page.reload();
    const listed = page.getByRole('list', { name: 'API keys' }).getByRole('listitem');
    await listed.filter({ hasText: 'Withdrawals' }).waitFor();
    expect(await page.locator('body').innerText()).not.toContain(secret);
    await page
      .getByRole('table', { name: 'API calls of the last 30 days' })
      .getByText('Withdrawals')
      .waitFor();
    expect(await violationsInBothThemes(page)).toEqual([]);

    await page.getByRole('button', { name: 'Revoke: Withdrawals' }).click();
    await page
      .getByRole('dialog', { name: 'Revoke API key' })
      .getByRole('button', { name: /^Revoke/ })
      .click();
    await page.getByText('API key revoked').waitFor();
    expect(await status()).toBe(401);
    expect(owner.complaints).toEqual({ errors: [], foreignRequests: [] });
  });
});
