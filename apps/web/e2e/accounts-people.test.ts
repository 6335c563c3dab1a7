import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AccountsServer, startAccountsServer } from './support/accounts-server.ts';
import { openBrowser } from './support/browser.ts';
import { type Visitor, atPath, choose, fillRegistration, logOut, password, visit } from './support/people.ts';

const ada = 'ada@example.org';
const grace = 'grace@example.org';
const alan = 'alan@example.net';
const organization = 'Analytical Engines';

describe('people and organizations in the browser', () => {
  let browser: Browser;
  let server: AccountsServer;
  let owner: Visitor;
  let invited: Visitor;
  let joined: Visitor;
  let code = '';

  beforeAll(async () => {
    [browser, server] = await Promise.all([openBrowser(), startAccountsServer()]);
    [owner, invited, joined] = await Promise.all([
      visit(browser, server.url),
      visit(browser, server.url),
      visit(browser, server.url),
    ]);
  });

  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  it('the first to open the link printed at start registers and operates the installation', async () => {
    const { page } = owner;
    await page.goto(await server.setupLink);
    await page.getByText('Create the account that operates this installation.').waitFor();
    await fillRegistration(page, 'Ada', ada);
    await atPath(page, '/welcome');
    await page.getByRole('heading', { name: 'Welcome, Ada' }).waitFor();
    expect(new URL(page.url()).search).toBe('');
  });

  it('verifies the email by the link of the mail; the banner goes', async () => {
    const { page } = owner;
    await page.getByRole('link', { name: 'Go to the Block Explorer' }).click();
    await page.getByText(`Please verify ${ada}`).waitFor();
    await page.goto(await server.linkFor(ada, '/verify-email'));
    await page.getByRole('heading', { name: 'Email verified' }).waitFor();
    await page.getByRole('link', { name: 'Open Hopscope' }).click();
    await page.getByRole('heading', { name: 'The ledger is empty' }).waitFor();
    expect(await page.getByText('Please verify').count()).toBe(0);
  });

  //
  it('skipping onboarding asks first', async () => {
    const { page } = owner;
    await page.goto(`${server.url}/onboarding`);
    await page.getByRole('button', { name: /^Skip for now/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: /^Skip for now/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Skip' }).click();
    await atPath(page, '/home/compliance-screener');
  });

  //
  it('a view of onboarding goes before the next one comes', async () => {
    const { page } = owner;
    await page.goto(`${server.url}/onboarding`);
    await page.locator('[data-phase="stable"]').waitFor();
    const phases = page.evaluate(
      () =>
        new Promise<string[]>((resolve) => {
          const seen: string[] = [];
          const stage = document.querySelector<HTMLElement>('[data-phase]');
          if (!stage) throw new Error('no view');
          const observer = new MutationObserver(() => {
            seen.push(stage.dataset.phase ?? '');
            if (seen.at(-1) === 'stable') resolve(seen);
          });
          observer.observe(stage, { attributeFilter: ['data-phase'] });
        }),
    );
    await page.getByRole('button', { name: /^Join with invite code/ }).click();
    expect(await phases).toEqual(['exiting', 'entering', 'stable']);
    await page.getByRole('button', { name: 'Back' }).click();
    await page.getByRole('heading', { name: 'Your organization' }).waitFor();
  });

  //
  it('creates an organization; the form says what is wrong and survives a reload', async () => {
    const { page } = owner;
    await page.goto(`${server.url}/onboarding`);
    await page.getByRole('button', { name: /^Create a new organization/ }).click();
    await page.getByRole('button', { name: 'Create organization' }).click();
    await page.getByText('Please enter organization name').waitFor();
    await page.getByLabel('Organization name').fill('Ada & Co');
    await page.keyboard.press('Enter');
    await page.getByText('Name can only contain letters, numbers, spaces, and -_').waitFor();
    await page.getByLabel('Organization name').fill(organization);
    await page.reload();
    await page.getByRole('button', { name: /^Create a new organization/ }).click();
    await expect.poll(() => page.getByLabel('Organization name').inputValue()).toBe(organization);
    await page.getByRole('button', { name: 'Create organization' }).click();
    await page.getByText('Organization created successfully!').waitFor();
    await atPath(page, '/home/settings/organization/people');
    await page.getByText('Active members: 1 / 5').waitFor();
  });

  //
  it('invites by mail and shows the invite code', async () => {
    const { page } = owner;
    await page.getByRole('button', { name: 'Invite', exact: true }).click();
    await page.getByRole('button', { name: 'Send invitation', exact: true }).click();
    await page.getByText('Please enter an email address').waitFor();
    await page.getByLabel('Email').fill('grace');
    await page.getByRole('button', { name: 'Send invitation', exact: true }).click();
    await page.getByText('Please enter a valid email address').waitFor();
    await page.getByLabel('Email').fill(grace);
    await choose(page, 'Role', 'Manager');
    await page.getByRole('button', { name: 'Send invitation', exact: true }).click();
    await page.getByText(`Invitation sent to ${grace}`).waitFor();
    await page.getByRole('list', { name: 'Members' }).getByText(grace).waitFor();
    await page.getByRole('button', { name: 'Copy invite code' }).click();
    await page.getByText('Invite code copied to clipboard').waitFor();
    const toasts = page.locator('[data-toasts] > *');
    await expect.poll(() => toasts.count()).toBe(1);
    expect((await toasts.boundingBox())?.width).toBeLessThanOrEqual(420);
    code = await page.evaluate(() => navigator.clipboard.readText());
    expect(code).toMatch(/^[A-Z0-9-]{6,12}$/);
  });

  //
  it('the invited person registers by the link of the mail and joins', async () => {
    const { page } = invited;
    await page.goto(await server.linkFor(grace, '/onboarding'));
    await page.getByRole('heading', { name: `Welcome to ${organization}` }).waitFor();
    await page.getByRole('link', { name: 'Register' }).click();
    await fillRegistration(page, 'Grace', grace);
    await page.getByRole('button', { name: `Join ${organization}` }).click();
    await atPath(page, '/home/block-explorer');
    await page.getByText('Successfully joined the organization!').waitFor();
    await page.getByRole('button', { name: `Organization: ${organization}` }).waitFor();
    expect(await page.getByText('Please verify').count()).toBe(0);
  });

  //
  it('the same link does not work twice, and starting fresh leads to the choices', async () => {
    const { page } = invited;
    await page.goto(await server.linkFor(grace, '/onboarding'));
    await page.getByRole('heading', { name: 'Invalid Invitation' }).waitFor();
    await page.getByText('Invalid or expired invitation link').waitFor();
    await page.getByRole('button', { name: 'Start Fresh' }).click();
    await page.getByRole('heading', { name: 'Your organization' }).waitFor();
  });

  //
  it('another person joins by the code', async () => {
    const { page } = joined;
    await page.goto(`${server.url}/register`);
    await fillRegistration(page, 'Alan', alan);
    await atPath(page, '/welcome');
    await page.getByRole('link', { name: 'Set up your organization' }).click();
    await page.getByRole('button', { name: /^Join with invite code/ }).click();
    await page.getByRole('button', { name: 'Join organization' }).click();
    await page.getByText('Please enter the invite code').waitFor();
    await page.getByLabel('Invite code').fill('abc');
    await page.keyboard.press('Enter');
    await page.getByText('Invalid invite code format').waitFor();
    await page.getByLabel('Invite code').fill('WRONG-CODE');
    await page.keyboard.press('Enter');
    await page.getByText('Invalid invite code', { exact: true }).waitFor();
    await page.getByLabel('Invite code').fill(code);
    await page.keyboard.press('Enter');
    await atPath(page, '/home/block-explorer');
    await page.getByText('Successfully joined the organization!').waitFor();
  });

  //
  it('shows each role what it may do', async () => {
    const { page } = joined;
    await page.goto(`${server.url}/home/settings/organization/people`);
    const members = page.getByRole('list', { name: 'Members' });
    await members.getByText(grace).waitFor();
    expect(await members.getByRole('button').count()).toBe(0);
    await page.goto(`${server.url}/home/settings/organization`);
    await page.getByRole('button', { name: 'Leave' }).waitFor();
    expect(await page.getByLabel('Name', { exact: true }).isDisabled()).toBe(true);
    expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Audit log' }).count()).toBe(0);
    const manager = invited.page;
    await manager.goto(`${server.url}/home/settings/organization/people`);
    await manager.getByLabel('Role of Alan Example').waitFor();
    expect(await manager.getByLabel('Role of Ada Example').count()).toBe(0);
  });

  //
  it('changes a role and removes a member', async () => {
    const { page } = owner;
    await page.goto(`${server.url}/home/settings/organization/people`);
    await page.getByText('Active members: 3 / 5').waitFor();
    await choose(page, 'Role of Alan Example', 'Manager');
    await page.getByText('Alan Example is now manager').waitFor();
    await page.getByRole('button', { name: 'Remove Alan Example' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('Member removed successfully').waitFor();
    await page.getByText('Active members: 2 / 5').waitFor();
    await joined.page.goto(`${server.url}/home/settings/organization`);
    await joined.page.getByRole('heading', { name: 'No active organization' }).waitFor();
  });

  it('says whose an invitation is, and lets one change the account', async () => {
    const { page } = owner;
    await page.getByRole('button', { name: 'Invite', exact: true }).click();
    await page.getByLabel('Email').fill('mary@example.org');
    await page.getByRole('button', { name: 'Send invitation', exact: true }).click();
    const guest = await visit(browser, server.url);
    await guest.page.goto(`${server.url}/register`);
    await fillRegistration(guest.page, 'Katherine', 'katherine@example.org');
    await atPath(guest.page, '/welcome');
    await guest.page.goto(await server.linkFor('mary@example.org', '/onboarding'));
    await guest.page.getByRole('button', { name: `Join ${organization}` }).click();
    await guest.page.getByRole('alert').getByText('another email').waitFor();
    await guest.page.getByRole('button', { name: 'Use another account' }).click();
    await guest.page.getByRole('link', { name: 'Register' }).waitFor();
    await guest.context.close();
  });

  //
  it('revokes an invitation, and its link stops working', async () => {
    const { page } = owner;
    await page.getByRole('button', { name: 'Invite', exact: true }).click();
    await page.getByLabel('Email').fill('joan@example.org');
    await page.getByRole('button', { name: 'Send invitation', exact: true }).click();
    const link = await server.linkFor('joan@example.org', '/onboarding');
    await page.getByRole('button', { name: 'Revoke invitation to joan@example.org' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('Invitation revoked successfully').waitFor();
    await joined.page.goto(link);
    await joined.page.getByRole('heading', { name: 'Invalid Invitation' }).waitFor();
  });

  //
  it('an invitation of somebody with an account is answered under Pending Invitations', async () => {
    const { page } = owner;
    await page.getByRole('button', { name: 'Invite', exact: true }).click();
    await page.getByLabel('Email').fill(alan);
    await page.getByRole('button', { name: 'Send invitation', exact: true }).click();
    await page.getByText(`Invitation sent to ${alan}`).waitFor();
    const guest = joined.page;
    await guest.goto(`${server.url}/home/settings/invitations`);
    await guest.getByRole('heading', { name: 'Verify your email first' }).waitFor();
    await guest.goto(await server.linkFor(alan, '/verify-email'));
    await guest.getByRole('heading', { name: 'Email verified' }).waitFor();
    await guest.goto(`${server.url}/home/settings/invitations`);
    await guest.getByRole('button', { name: `Accept invitation from ${organization}` }).click();
    await guest.getByText('Invitation accepted successfully').waitFor();
    await guest.getByRole('button', { name: `Organization: ${organization}` }).waitFor();
  });

  //
  it('saves the profile and the compliance thresholds', async () => {
    const { page } = owner;
    await page.goto(`${server.url}/home/settings/profile`);
    expect(await page.getByLabel('Email').isDisabled()).toBe(true);
    await page.getByLabel('Name', { exact: true }).fill('A');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Name must be at least 2 characters').waitFor();
    await page.getByLabel('Name', { exact: true }).fill('Augusta');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Profile updated successfully').waitFor();
    await page.getByRole('button', { name: 'Account of Augusta Example' }).waitFor();
    await page.goto(`${server.url}/home/settings/organization`);
    await page.getByLabel('Risk score threshold').fill('');
    await page.getByRole('form', { name: 'Compliance' }).getByRole('button', { name: 'Save' }).click();
    await page.getByText('Please enter risk score threshold').waitFor();
    await page.getByLabel('Risk score threshold').fill('60');
    await page.getByRole('form', { name: 'Compliance' }).getByRole('button', { name: 'Save' }).click();
    await page.getByText('Compliance settings updated successfully').waitFor();
    await page.reload();
    await expect.poll(() => page.getByLabel('Risk score threshold').inputValue()).toBe('60');
  });

  it('a member with a shorter password than the organization requires is asked for a longer one', async () => {
    const member = joined.page;
    const changePassword = async (current: string, next: string): Promise<void> => {
      await member.getByLabel('Current Password').fill(current);
      await member.getByLabel('New Password').fill(next);
      await member.getByLabel('Confirm Password').fill(next);
      await member.getByRole('button', { name: 'Update Password' }).click();
      await member.getByText('Password updated successfully').first().waitFor();
    };
    await member.goto(`${server.url}/home/settings/security`);
    await changePassword(password, 'long enough');
    const { page } = owner;
    await page.goto(`${server.url}/home/settings/organization`);
    for (const [rule, value] of [
      ['Sessions last', '7 days'],
      ['Passwords have at least', '20 characters'],
    ] as const) {
      const saved = page.waitForResponse((response) => response.request().method() === 'PATCH');
      await choose(page, rule, value);
      expect((await saved).status()).toBe(200);
    }
    await page.reload();
    await page.getByRole('button', { name: /20 characters/ }).waitFor();
    await page.getByRole('button', { name: /7 days/ }).waitFor();

    await member.goto(`${server.url}/home/cases`);
    await member.getByText('Longer password needed').waitFor();
    await member.getByRole('link', { name: 'Open Security Settings' }).click();
    await changePassword('long enough', password);
    await member.goto(`${server.url}/home/cases`);
    await member.getByText('No open cases').waitFor();
  });

  //
  it('keeps the theme over a reload and takes it over in a second tab', async () => {
    const { page, context } = owner;
    await page.getByRole('button', { name: 'Switch to light theme' }).click();
    expect(await page.evaluate(() => localStorage.getItem('bs-theme'))).toBe('light');
    await page.reload();
    await page.getByRole('button', { name: 'Switch to dark theme' }).waitFor();
    const second = await context.newPage();
    await second.goto(`${server.url}/home/settings/preferences`);
    await second.getByRole('button', { name: 'Switch to dark theme' }).click();
    await page.getByRole('button', { name: 'Switch to light theme' }).waitFor();
    expect(await page.evaluate(() => document.body.dataset.theme)).toBe('dark');
    await second.close();
  });

  //
  it('logging out forgets drafts and the organization', async () => {
    const { page } = owner;
    await page.goto(`${server.url}/home/settings/profile`);
    await page.getByLabel('Name', { exact: true }).fill('Not saved');
    await logOut(page);
    expect(await page.evaluate(() => sessionStorage.getItem('drafts'))).toBeNull();
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual(['bs-theme']);
  });

  it('no page threw, broke the content policy or asked another server', () => {
    for (const { complaints } of [owner, invited, joined]) {
      expect(complaints).toEqual({ errors: [], foreignRequests: [] });
    }
  });
});
