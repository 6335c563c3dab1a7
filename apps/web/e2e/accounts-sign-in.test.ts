import { readFile } from 'node:fs/promises';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AccountsServer, startAccountsServer } from './support/accounts-server.ts';
import { openBrowser } from './support/browser.ts';
import { type Visitor, atPath, fillRegistration, logIn, logOut, password, visit } from './support/people.ts';
import { earlyInPeriod, totpCode } from './support/totp.ts';

const ada = 'ada@example.org';
const newPassword = 'another battery staple';

/** Adds a virtual authenticator of the browser, which stores passkeys and confirms automatically. */
async function addAuthenticator(cdp: CDPSession): Promise<void> {
  await cdp.send('WebAuthn.enable');
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

/** Enters a code in the second step and submits it. */
async function giveCode(page: Page, label: string, code: string): Promise<void> {
  await page.getByLabel(label).fill(code);
  await page.getByRole('button', { name: 'Continue' }).click();
}

describe('signing in, in the browser', () => {
  let browser: Browser;
  let server: AccountsServer;
  let person: Visitor;
  let secret = '';
  let recoveryCode = '';

  beforeAll(async () => {
    [browser, server] = await Promise.all([openBrowser(), startAccountsServer()]);
    person = await visit(browser, server.url);
    server.provider.accounts.set('grace', {
      email: 'grace@example.org',
      email_verified: true,
      given_name: 'Grace',
      family_name: 'Example',
    });
    server.provider.accounts.set('unverified', { email: 'joan@example.org', email_verified: false });
  });

  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  //
  it('protects pages and comes back to them, and to no other site', async () => {
    const { page } = person;
    await page.goto(`${server.url}/home/settings/security`);
    await atPath(page, '/login');
    expect(new URL(page.url()).searchParams.get('from')).toBe('/home/settings/security');
    await page.getByRole('link', { name: 'Register' }).click();
    await fillRegistration(page, 'Ada', ada);
    await atPath(page, '/home/settings/security');
    await logOut(page);
    await page.goto(`${server.url}/login?from=//evil.example/home`);
    await logIn(page, ada);
    await atPath(page, '/home/block-explorer');
    expect(new URL(page.url()).origin).toBe(server.url);
    await logOut(page);
  });

  //
  it('says that a login failed', async () => {
    const { page } = person;
    await logIn(page, ada, 'wrong password');
    await page.getByText('Login failed').waitFor();
    await page.getByText('Please check your email and password').waitFor();
  });

  //
  it('sets a new password by the link of a mail, then opens the login page', async () => {
    const { page } = person;
    await page.goto(`${server.url}/reset-password?id=x`);
    await atPath(page, '/login');
    await page.getByRole('button', { name: 'Forgot Password?' }).click();
    const dialog = page.getByRole('dialog', { name: 'Reset Password' });
    await dialog.getByRole('button', { name: 'Send link' }).click();
    await dialog.getByText('Please enter your email address').waitFor();
    await dialog.getByLabel('Email').fill(ada);
    await dialog.getByRole('button', { name: 'Send link' }).click();
    await page.getByText('Password reset instructions have been sent to your email').waitFor();
    const link = await server.linkFor(ada, '/reset-password');
    await page.goto(link);
    await page.getByRole('button', { name: 'Reset Password' }).click();
    await page.getByText('Please enter your new password').waitFor();
    await page.getByLabel('New Password').fill(newPassword);
    await page.getByLabel('Confirm Password').fill('something else');
    await page.getByRole('button', { name: 'Reset Password' }).click();
    await page.getByText('Passwords do not match').waitFor();
    await page.getByLabel('Confirm Password').fill(newPassword);
    await page.getByRole('button', { name: 'Reset Password' }).click();
    await page.getByText('Your password has been reset successfully').waitFor();
    await atPath(page, '/login');
    await logIn(page, ada, password);
    await page.getByText('Login failed').waitFor();
    await logIn(page, ada, newPassword);
    await atPath(page, '/home/block-explorer');
    await logOut(page);
    await page.goto(link);
    await page.getByLabel('New Password').fill(password);
    await page.getByLabel('Confirm Password').fill(password);
    await page.getByRole('button', { name: 'Reset Password' }).click();
    await page.getByRole('alert').first().waitFor();
    expect(new URL(page.url()).pathname).toBe('/reset-password');
  });

  it('sets up an authenticator app with recovery codes', async () => {
    const { page } = person;
    await page.goto(`${server.url}/login?from=/home/settings/security`);
    await logIn(page, ada, newPassword);
    await atPath(page, '/home/settings/security');
    await page.getByRole('button', { name: 'Set up' }).click();
    const dialog = page.getByRole('dialog', { name: 'Set up your authenticator app' });
    await dialog.getByLabel('Your password').fill('wrong password');
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await dialog.getByRole('alert').waitFor();
    await dialog.getByLabel('Your password').fill(newPassword);
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('img', { name: /^QR code/ }).waitFor();
    await page.getByRole('button', { name: 'Copy key' }).click();
    secret = await page.evaluate(() => navigator.clipboard.readText());
    await earlyInPeriod();
    await page.getByLabel('Code from the app').fill(totpCode(secret, -1));
    await page.getByRole('button', { name: 'Turn on' }).click();
    const codes = page.getByRole('list', { name: 'Recovery codes' });
    await codes.waitFor();
    const shown = await codes.getByRole('listitem').allInnerTexts();
    expect(shown).toHaveLength(10);
    recoveryCode = shown[0] ?? '';
    await page.getByRole('button', { name: 'I have saved them' }).click();
    await page.getByText('10 codes left of 10').waitFor();
    await logOut(page);
  });

  it('asks for the code after the password, and takes a recovery code once', async () => {
    const { page } = person;
    await logIn(page, ada, newPassword);
    await page.getByRole('heading', { name: 'One more step' }).waitFor();
    await giveCode(page, 'Code from your authenticator app', '000000');
    await page.getByRole('form', { name: 'Second factor' }).getByRole('alert').waitFor();
    await giveCode(page, 'Code from your authenticator app', totpCode(secret));
    await atPath(page, '/home/block-explorer');
    await logOut(page);
    await logIn(page, ada, newPassword);
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    await giveCode(page, 'Recovery code', recoveryCode);
    await atPath(page, '/home/block-explorer');
    await page.goto(`${server.url}/home/settings/security`);
    await page.getByText('9 codes left of 10').waitFor();
  });

  it('adds a passkey, and signs in with it alone and as the second factor', async () => {
    const { page, context } = person;
    await addAuthenticator(await context.newCDPSession(page));
    await page.getByRole('button', { name: 'Add passkey' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
    await dialog.getByLabel('Name').fill('Test laptop');
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('list', { name: 'Passkeys' }).getByText('Test laptop').waitFor();
    await dialog.waitFor({ state: 'hidden' });
    await logOut(page);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await atPath(page, '/home/block-explorer');
    await logOut(page);
    await logIn(page, ada, newPassword);
    await page.getByRole('heading', { name: 'One more step' }).waitFor();
    const usePasskey = page.getByRole('button', { name: 'Use a passkey' });
    if (await usePasskey.isVisible()) await usePasskey.click();
    await page.getByRole('button', { name: 'Continue with a passkey' }).click();
    await atPath(page, '/home/block-explorer');
  });

  //
  it('lists sessions and ends another one', async () => {
    const { page } = person;
    const other = await visit(browser, server.url);
    await other.page.goto(`${server.url}/login`);
    await logIn(other.page, ada, newPassword);
    await other.page.getByRole('button', { name: 'Use a recovery code' }).waitFor();
    const method = other.page.getByRole('button', { name: 'Use your authenticator app' });
    if (await method.isVisible()) await method.click();
    await giveCode(other.page, 'Code from your authenticator app', totpCode(secret, 1));
    await atPath(other.page, '/home/block-explorer');
    await page.goto(`${server.url}/home/settings/security`);
    await page.getByRole('button', { name: /^End this session/ }).click();
    await page.getByText('Session ended').waitFor();
    await other.page.goto(`${server.url}/home/settings/profile`);
    await atPath(other.page, '/login');
    await other.context.close();
  });

  //
  it('changes the password only with the right one', async () => {
    const { page } = person;
    await page.getByRole('button', { name: 'Update Password' }).click();
    await page.getByText('Please enter your current password').waitFor();
    await page.getByLabel('Current Password').fill('wrong password');
    await page.getByLabel('New Password').fill(password);
    await page.getByLabel('Confirm Password').fill(password);
    await page.getByRole('button', { name: 'Update Password' }).click();
    await page.getByText('Failed to update password. Please check your current password').waitFor();
    expect(new URL(page.url()).pathname).toBe('/home/settings/security');
    await page.getByLabel('Current Password').fill(newPassword);
    await page.getByLabel('New Password').fill('Password123');
    await page.getByLabel('Confirm Password').fill('Password123');
    await page.getByRole('button', { name: 'Update Password' }).click();
    await page.getByText('This password is among the most common ones').waitFor();
    await page.getByLabel('New Password').fill(password);
    await page.getByLabel('Confirm Password').fill(password);
    await page.getByRole('button', { name: 'Update Password' }).click();
    await page.getByText('Password updated successfully').waitFor();
  });

  //
  it('signs in at the provider; what it brought leaves the address bar', async () => {
    const { page, context } = await visit(browser, server.url);
    const addresses: string[] = [];
    page.on('framenavigated', (frame) => addresses.push(frame.url()));
    await page.goto(`${server.url}/login`);
    await page.getByRole('button', { name: 'Sign in with Google' }).click();
    await page.getByRole('button', { name: 'Continue as grace@example.org' }).click();
    await page.getByText('Successfully signed in with Google!').waitFor();
    await atPath(page, '/home/block-explorer');
    expect(addresses.some((address) => address.endsWith('/auth/callback'))).toBe(true);
    await page.getByRole('button', { name: 'Account of Grace Example' }).waitFor();
    expect(await page.getByText('Please verify').count()).toBe(0);
    await page.goBack();
    expect(page.url()).not.toContain('token=');
    await context.close();
  });

  //
  it('names every failure of the callback and goes to the login page', async () => {
    const { page, context } = await visit(browser, server.url);
    const fails = async (query: string, message: string) => {
      await page.goto(`${server.url}/auth/callback${query}`);
      await page.getByText(message).waitFor();
      await atPath(page, '/login');
    };
    await fails('?error=odd_error', 'OAuth authentication failed: odd_error');
    await fails('', 'No authentication token received');
    await fails('?token=not-a-ticket', 'Authentication failed. Please try again.');
    await fails('?token=a.b.c', 'Authentication failed. Please try again.');
    await page.getByRole('button', { name: 'Sign in with Google' }).click();
    await page.getByRole('button', { name: 'Continue as joan@example.org' }).click();
    await page.getByText('OAuth authentication failed: the provider has not verified').waitFor();
    await atPath(page, '/login');
    await context.close();
  });

  //
  it('takes an access token in the address; a broken user parameter is only logged', async () => {
    const { page, context } = await visit(browser, server.url);
    const warnings: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'warning') warnings.push(message.text());
    });
    const token = await person.page.evaluate(() => localStorage.getItem('accessToken'));
    await page.goto(`${server.url}/auth/callback?token=${token}&user=%7Bbroken`);
    await atPath(page, '/home/block-explorer');
    await page.getByRole('button', { name: 'Account of Ada Example' }).waitFor();
    expect(warnings.join()).toContain('user parameter');
    expect(await page.evaluate(() => localStorage.getItem('refreshToken'))).toBe(token);
    await context.close();
  });

  //
  it('clears a corrupted session and says so', async () => {
    const { page, context } = await visit(browser, server.url);
    await page.goto(`${server.url}/login`);
    await page.evaluate(() => {
      localStorage.setItem('accessToken', 'a');
      localStorage.setItem('refreshToken', 'b');
      localStorage.setItem('user', '{"broken');
    });
    await page.goto(`${server.url}/home/settings/profile`);
    await atPath(page, '/login');
    await page.getByText('Session data corrupted. Please login again.').waitFor();
    expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull();
    await context.close();
  });

  it('downloads what is stored about the person', async () => {
    const { page } = person;
    await page.goto(`${server.url}/home/settings/security`);
    await page.getByRole('button', { name: 'Download your data' }).click();
    const dialog = page.getByRole('dialog', { name: 'Download your data' });
    const download = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Download', exact: true }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe('hopscope-personal-data.json');
    const stored: unknown = JSON.parse(await readFile(await file.path(), 'utf8'));
    expect(stored).toMatchObject({ account: { email: ada, hasPassword: true } });
    await dialog.waitFor({ state: 'hidden' });
  });

  it('deletes the account after asking twice', async () => {
    const { page } = person;
    await page.goto(`${server.url}/home/settings/security`);
    await page.getByRole('button', { name: 'Delete account' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
    expect(await dialog.getByRole('button', { name: 'Delete my account' }).isDisabled()).toBe(true);
    await dialog.getByLabel(`Enter ${ada} to confirm`).fill(ada);
    await dialog.getByLabel('Your password').fill(password);
    await dialog.getByRole('button', { name: 'Delete my account' }).click();
    await atPath(page, '/login');
    await logIn(page, ada, password);
    await page.getByText('Login failed').waitFor();
  });

  it('no page threw, broke the content policy or asked another server', () => {
    expect(person.complaints).toEqual({ errors: [], foreignRequests: [] });
  });
});
