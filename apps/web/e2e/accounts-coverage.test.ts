import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AccountsServer, startAccountsServer } from './support/accounts-server.ts';
import { openBrowser } from './support/browser.ts';
import { foundOrganization, join, signUp } from './support/calls.ts';
import { cutOff, interrupt, textWithout, widthOf } from './support/interrupt.ts';
import { organizationSentences } from './support/organization-sentences.ts';
import { type Visitor, atPath, enter, fillRegistration, visit } from './support/people.ts';

const ada = 'ada@example.org';
const organization = 'Analytical Engines';

describe('requirements of accounts', () => {
  let browser: Browser;
  let server: AccountsServer;
  let owner: Visitor;
  let stranger: Visitor;
  const fresh = async <Result>(use: (page: Page) => Promise<Result>): Promise<Result> => {
    const { page, context } = await visit(browser, server.url);
    const result = await use(page);
    await context.close();
    return result;
  };
  const press = (name: string | RegExp) => owner.page.getByRole('button', { name, exact: true }).click();
  const open = async (path: string): Promise<Page> => {
    await owner.page.goto(server.url + path);
    return owner.page;
  };

  beforeAll(async () => {
    [browser, server] = await Promise.all([openBrowser(), startAccountsServer()]);
    const { url } = server;
    [owner, stranger] = await Promise.all([visit(browser, url), visit(browser, url)]);
    const setupToken = new URL(await server.setupLink).searchParams.get('setup') ?? '';
    const first = await signUp(url, { name: 'Ada', email: ada, setupToken });
    const second = await signUp(url, { name: 'Grace', email: 'grace@example.net' });
    await join(url, second, await foundOrganization(url, first, organization));
    await foundOrganization(url, first, 'Second Ltd');
    await enter(owner.page, url, first);
    await enter(stranger.page, url, await signUp(url, { name: 'Alan', email: 'alan@example.org' }));
  });

  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  //
  it('register: every field is needed; sent twice it is one account; then the page is closed', async () => {
    await fresh(async (page) => {
      await page.goto(`${server.url}/login`);
      await page.getByRole('link', { name: 'Register' }).click();
      await page.getByRole('button', { name: 'Register' }).click();
      await page.getByText('Please fill in all fields').waitFor();
      await page.getByRole('link', { name: 'Login' }).click();
      await atPath(page, '/login');
      await page.getByRole('link', { name: 'Register' }).click();
      const signups = await interrupt(page, '/auth/signup');
      await fillRegistration(page, 'Edith', 'edith@example.net');
      await page.locator('button[aria-busy]').waitFor();
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Register' }).click({ force: true });
      await signups.release();
      await atPath(page, '/welcome');
      expect(signups.count()).toBe(1);
      for (const closed of ['/register', '/login']) {
        await page.goto(server.url + closed);
        await atPath(page, '/home/block-explorer');
      }
    });
  });

  //
  it('who is not signed in sees neither the welcome page nor the application', async () => {
    await fresh(async (page) => {
      for (const path of ['/welcome', '/home/settings/profile', '/home/admin/plans', '/onboarding']) {
        await page.goto(server.url + path);
        await atPath(page, '/login');
        expect(new URL(page.url()).searchParams.get('from')).toBe(path);
      }
      for (const query of ['', '?id=x', '?token=y']) {
        await page.goto(`${server.url}/reset-password${query}`);
        await atPath(page, '/login');
      }
    });
  });

  //
  it('says where the sign-in at the provider cannot even begin', async () => {
    await fresh(async (page) => {
      await page.goto(`${server.url}/login?from=/home/settings/profile`);
      const button = page.getByRole('button', { name: 'Sign in with Google' });
      await button.waitFor();
      // The storage is full: the return path can't be stored.
      await page.evaluate(() => {
        Storage.prototype.setItem = () => {
          throw new DOMException('full', 'QuotaExceededError');
        };
      });
      await button.click();
      await page.getByText('Google Login Failed').waitFor();
      await page.getByText('Failed to initiate Google login. Please try again.').waitFor();
      await atPath(page, '/login');
    });
  });

  //
  it('shows that it waits for the provider and for the session', async () => {
    await fresh(async (page) => {
      const tickets = await interrupt(page, '/auth/ticket');
      await page.goto(`${server.url}/auth/callback?token=no-ticket`);
      await page.getByText('Completing Google authentication...').waitFor();
      await tickets.release();
      await page.getByText('Authentication failed. Please try again.').waitFor();
    });
    const { page } = stranger;
    const checks = await interrupt(page, '/auth/session');
    await page.goto(`${server.url}/home/settings/profile`);
    await page.getByText('Loading...').waitFor();
    expect(await page.getByRole('navigation').count()).toBe(0);
    await checks.release();
    await page.getByLabel('Surname').waitFor();
    await page.unrouteAll({ behavior: 'wait' });
    const mend = await cutOff(page, 'GET', '/auth/session');
    await page.reload();
    await page.getByText('Error loading user session').waitFor();
    await mend();
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.getByLabel('Surname').waitFor();
  });

  //
  it('a new password leads to the login page after 2 seconds; a message stays for 4', async () => {
    await fresh(async (page) => {
      await page.clock.install();
      await page.goto(`${server.url}/login`);
      await page.getByRole('button', { name: 'Forgot Password?' }).click();
      const dialog = page.getByRole('dialog', { name: 'Reset Password' });
      await dialog.getByLabel('Email').fill('edith@example.net');
      const send = () => dialog.getByRole('button', { name: 'Send link' }).click();
      const failed = 'Failed to send reset instructions. Please try again.';
      await textWithout(page, ['POST', '/auth/forget-password'], failed, send);
      await send();
      await page.goto(await server.linkFor('edith@example.net', '/reset-password'));
      await page.getByLabel('New Password').fill('short');
      await page.getByRole('button', { name: 'Reset Password' }).click();
      await page.getByText('Password must be at least 8 characters').waitFor();
      await page.getByText('Please confirm your new password').waitFor();
      await page.getByLabel('New Password').fill('another battery staple');
      await page.getByLabel('Confirm Password').fill('another battery staple');
      await page.clock.pauseAt(Date.now() + 60_000);
      await page.getByRole('button', { name: 'Reset Password' }).click();
      const done = page.getByText('Your password has been reset successfully');
      while ((await done.count()) === 0) await page.clock.runFor(20);
      await page.clock.runFor(1700);
      expect(new URL(page.url()).pathname).toBe('/reset-password');
      await page.clock.runFor(400);
      await atPath(page, '/login');
      await page.clock.runFor(1500);
      expect(await done.count()).toBe(1);
      await page.clock.runFor(600);
      await page.clock.resume();
      await expect.poll(() => done.count()).toBe(0);
    });
  });

  //
  it('the sidebar is 240 or 56 px wide and stays as it was left; the subscription has the full width', async () => {
    const page = await open('/home/settings');
    await atPath(page, '/home/settings/profile');
    const links = page.getByRole('navigation', { name: 'Settings' }).getByRole('link');
    await expect
      .poll(async () => (await links.allInnerTexts()).map((text) => text.trim()))
      .toEqual([
        'Profile Information',
        'Pending Invitations',
        'Organization',
        'Subscription',
        'Preferences',
        'Notifications',
        'Security Settings',
        'API keys',
        'Audit log',
      ]);
    const width = () => widthOf(page, 'aside');
    await expect.poll(width).toBe(240);
    await press('Collapse sidebar');
    await expect.poll(width).toBe(56);
    await page.reload();
    await page.getByRole('button', { name: 'Expand sidebar' }).click();
    await expect.poll(width).toBe(240);
    await page.setViewportSize({ width: 1680, height: 900 });
    const content = () => widthOf(page, 'nav[aria-label="Settings"] + div');
    const narrow = (await content()) ?? 0;
    await page.getByRole('link', { name: 'Subscription' }).click();
    await expect.poll(content).toBeGreaterThan(narrow);
    await page.setViewportSize({ width: 1280, height: 720 });
  });

  //
  it('the Admin Panel is in the menu once an email of the provider is proven', async () => {
    const { page } = stranger;
    const entries = async () => {
      await page.goto(`${server.url}/home/block-explorer`);
      await page.getByRole('button', { name: /^Account of/ }).click();
      await page.getByRole('menuitem', { name: 'Logout' }).waitFor();
      return (await page.getByRole('menuitem').allInnerTexts()).map((text) => text.trim());
    };
    expect(await entries()).not.toContain('Admin Panel');
    await page.goto(await server.linkFor('alan@example.org', '/verify-email'));
    await page.getByRole('heading', { name: 'Email verified' }).waitFor();
    expect(await entries()).toEqual(expect.arrayContaining(['Settings', 'Admin Panel', 'Logout']));
    await page.getByRole('menuitem', { name: 'Admin Panel' }).click();
    await page.getByRole('button', { name: 'Update directory data' }).waitFor();
    const neverUpdated = page.getByText('The directory has never been updated.');
    await neverUpdated.or(page.getByRole('table', { name: 'Recent Job History' })).waitFor();
    expect(await page.getByRole('navigation', { name: 'Admin Panel' }).getByRole('link').count()).toBe(1);
    await page.goto(`${server.url}/home/admin/plans`);
    await page.getByText('Operator only').waitFor();
  });

  //
  it('a page that cannot be shown says so and is reloaded', async () => {
    const { page } = stranger;
    const breakDown = () => page.route('**/assets/settings-*.js', (route) => route.abort());
    await breakDown();
    await page.goto(`${server.url}/home/settings/profile`);
    await page.getByText('Something went wrong').waitFor();
    await page.unrouteAll({ behavior: 'wait' });
    await page.getByRole('button', { name: 'Reload' }).click();
    await page.getByLabel('Surname').waitFor();
  });

  //
  it('profile and password: what is missing, and what failed', async () => {
    const page = await open('/home/settings/profile');
    const save = () => press('Save');
    await page.getByLabel('Name', { exact: true }).fill('');
    await page.getByLabel('Surname').fill('X');
    await save();
    await page.getByText('Please enter your name').waitFor();
    await page.getByText('Surname must be at least 2 characters').waitFor();
    await page.getByLabel('Surname').fill(' ');
    await save();
    await page.getByText('Please enter your surname').waitFor();
    await page.getByLabel('Name', { exact: true }).fill('Augusta');
    await page.getByLabel('Surname').fill('Example');
    await textWithout(page, ['PATCH', '/people/me'], 'Failed to update profile', save);
    await open('/home/settings/security');
    await page.getByLabel('Current Password').fill('not this one');
    await page.getByLabel('New Password').fill('short');
    await page.getByLabel('Confirm Password').fill('shorter');
    await press('Update Password');
    await page.getByText('Password must be at least 8 characters long').waitFor();
    await page.getByText('Passwords do not match').waitFor();
    await page.getByLabel('New Password').fill('long enough');
    await page.getByLabel('Confirm Password').fill('long enough');
    await press('Update Password');
    await page
      .getByText('Failed to update password. Please check your current password and try again.')
      .waitFor();
  });

  organizationSentences(() => ({ server, organization, owner, stranger }));

  it('no page threw, broke the content policy or asked another server', () => {
    for (const { complaints } of [owner, stranger]) {
      expect(complaints).toEqual({ errors: [], foreignRequests: [] });
    }
  });
});
