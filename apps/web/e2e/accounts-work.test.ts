import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { violationsInBothThemes } from './support/accessibility.ts';
import { type AccountsServer, startAccountsServer } from './support/accounts-server.ts';
import { violationsOf } from './support/accessibility.ts';
import { openBrowser } from './support/browser.ts';
import { foundOrganization, join, signUp } from './support/calls.ts';
import { type Visitor, atPath, choose, enter, logIn, visit } from './support/people.ts';

const ada = 'ada@example.org';
const grace = 'grace@example.org';
const organization = 'Analytical Engines';
const txid = 'f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16';

describe('the work of an organization in the browser', () => {
  let browser: Browser;
  let server: AccountsServer;
  let owner: Visitor;
  let member: Visitor;
  let stranger: Visitor;

  beforeAll(async () => {
    [browser, server] = await Promise.all([openBrowser(), startAccountsServer()]);
    const { url } = server;
    [owner, member, stranger] = await Promise.all([
      visit(browser, url),
      visit(browser, url),
      visit(browser, url),
    ]);
    const setupToken = new URL(await server.setupLink).searchParams.get('setup') ?? '';
    const first = await signUp(url, { name: 'Ada', email: ada, setupToken });
    const second = await signUp(url, { name: 'Grace', email: grace });
    const third = await signUp(url, { name: 'Alan', email: 'alan@example.net' });
    await join(url, second, await foundOrganization(url, first, organization));
    await enter(owner.page, url, first);
    await enter(member.page, url, second);
    await enter(stranger.page, url, third);
    const proof = await server.linkFor(grace, '/verify-email');
    await member.page.goto(proof);
    await member.page.getByRole('heading', { name: 'Email verified' }).waitFor();
  });

  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  it('drafts a risk profile, says what it changes, and activates it', async () => {
    const { page } = owner;
    await page.goto(`${server.url}/home/settings/organization`);
    await page.getByRole('link', { name: 'Risk profile' }).click();
    await page.getByRole('button', { name: 'Create draft' }).click();
    const mixer = page.getByRole('textbox', { name: 'Mixer', exact: true }).first();
    await mixer.fill('101');
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.getByText('Please enter 0 to 100', { exact: true }).waitFor();
    await mixer.fill('80');
    await page.getByRole('textbox', { name: 'Smallest share that is followed' }).fill('0.25');
    await page.getByText('2 settings changed').waitFor();
    await page.getByRole('button', { name: 'Save draft' }).click();
    const dialog = page.getByRole('dialog');
    const listed = (text: string) =>
      dialog.getByRole('list', { name: 'Changed settings' }).getByRole('listitem').filter({ hasText: text });
    expect(await listed('Severities · Mixer').innerText()).toMatch(/74[\s\S]*80/);
    expect(await listed('Smallest share').innerText()).toMatch(/0\.1%[\s\S]*0\.25%/);
    await dialog.getByRole('button', { name: 'Save draft' }).click();
    await dialog.getByText('Please enter a reason').waitFor();
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Mixers count more');
    await dialog.getByRole('button', { name: 'Save draft' }).click();
    await page.getByText('Draft saved').waitFor();

    await page.getByRole('textbox', { name: 'Addresses' }).fill('not-an-address');
    await page.getByRole('button', { name: 'Compare scores' }).click();
    await page.getByText('No score changes').waitFor();
    await page.getByText(/not-an-address: /).waitFor();

    await page.getByRole('button', { name: 'Activate' }).click();
    await dialog.getByRole('button', { name: 'Activate' }).click();
    await page.getByText('Risk profile activated').waitFor();
    const versions = page.getByRole('list', { name: 'Versions' }).getByRole('listitem');
    await versions.filter({ hasText: 'Version 1' }).getByText('Active', { exact: true }).waitFor();
    await versions.filter({ hasText: 'Default profile' }).getByRole('button', { name: 'Compare' }).click();
    expect(await listed('Severities · Mixer').innerText()).toMatch(/80[\s\S]*74/);

    await member.page.goto(`${server.url}/home/settings/organization/risk-profile`);
    await member.page.getByText('Only the owner and admins can change it.').waitFor();
    expect(await member.page.getByRole('button', { name: 'Create draft' }).count()).toBe(0);
  });

  it('drafts screening rules, compares them with the active ones, and needs another person to activate them', async () => {
    const { page } = owner;
    await page.goto(`${server.url}/home/settings/organization`);
    await page.getByRole('link', { name: 'Screening rules' }).click();
    const active = page.getByRole('list', { name: 'Active rules' }).getByRole('listitem');
    await active.filter({ hasText: 'Risk score of 70 or more' }).waitFor();
    expect(await violationsInBothThemes(page)).toEqual([]);
    await page.getByRole('button', { name: 'Create draft' }).click();
    await page.getByRole('button', { name: 'Add rule' }).click();
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.getByText('Please enter a name').waitFor();
    await page.getByText('Please set at least one condition').waitFor();
    expect(await violationsInBothThemes(page)).toEqual([]);
    await page.getByRole('textbox', { name: 'Name' }).last().fill('Large deposits from mixers');
    await page.getByRole('checkbox', { name: 'Mixer' }).last().check();
    await page.getByRole('textbox', { name: 'Lowest share' }).last().fill('2.5');
    await page.getByRole('textbox', { name: 'Lowest worth' }).last().fill('10000');
    await page.getByRole('button', { name: 'Remove rule 1' }).click();
    await page.getByRole('button', { name: 'Save draft' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Save draft' }).click();
    await dialog.getByText('Please enter a reason').waitFor();
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Mixers, but only large sums');
    await dialog.getByRole('button', { name: 'Save draft' }).click();
    await page.getByText('Draft saved').waitFor();
    const drafted = page.getByRole('list', { name: 'Rules of the draft' }).getByRole('listitem');
    await drafted
      .filter({ hasText: 'Direct exposure to Mixer of 2.5% or more · Worth $10,000.00 or more' })
      .waitFor();
    expect(await drafted.count()).toBe(4);
    await page.getByText('Another owner or admin has to activate it.').waitFor();
    expect(await page.getByRole('button', { name: 'Activate' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Compare decisions' }).click();
    await page.getByText('No checks yet').waitFor();
    expect(await violationsInBothThemes(page)).toEqual([]);

    await member.page.goto(`${server.url}/home/settings/organization/screening-rules`);
    await member.page.getByText('Only the owner and admins can change them.').waitFor();
    expect(await member.page.getByRole('button', { name: 'Edit draft' }).count()).toBe(0);
  });

  //
  it('writes, edits, finds and deletes notes; only the creator changes them', async () => {
    const { page } = owner;
    await page.goto(`${server.url}/home/settings/organization/notes`);
    const note = page.getByRole('textbox', { name: 'New note' });
    await note.fill('First line');
    await note.press('Shift+Enter');
    await note.pressSequentially('second line');
    await note.press('Enter');
    await page.getByText('Note added successfully').waitFor();
    const notes = page.getByRole('list', { name: 'Notes' });
    await notes.getByText('First line second line').waitFor();
    await notes.getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('textbox', { name: 'Edit note' }).fill('thrown away');
    await page.getByRole('textbox', { name: 'Edit note' }).press('Escape');
    await notes.getByText('First line second line').waitFor();
    await notes.getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('textbox', { name: 'Edit note' }).fill('Another text');
    await page.getByRole('textbox', { name: 'Edit note' }).press('Enter');
    await page.getByText('Note updated successfully').waitFor();
    await notes.getByRole('button', { name: /^Edited/ }).click();
    await page.getByRole('list', { name: 'Earlier versions' }).getByText('First line second line').waitFor();
    const colleague = member.page;
    await colleague.goto(`${server.url}/home/settings/organization/notes`);
    await colleague.getByText('Another text').waitFor();
    expect(await colleague.getByRole('button', { name: 'Edit', exact: true }).count()).toBe(0);
    expect(await colleague.getByRole('button', { name: 'Delete', exact: true }).count()).toBe(0);
    await page.getByLabel('Search notes').fill('nothing like it');
    await page.getByRole('heading', { name: 'No matches' }).waitFor();
    await page.getByLabel('Search notes').fill('');
    await notes.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Note deleted successfully').waitFor();
    await page.getByRole('heading', { name: 'No notes yet' }).waitFor();
  });

  //
  it('a session that ends in the middle of a note keeps the note', async () => {
    const { page } = owner;
    await page.goto(`${server.url}/home/block-explorer/transaction/${txid}?notes=true`);
    await page.getByRole('textbox', { name: 'New note' }).fill('Half a thought');
    const elsewhere = await visit(browser, server.url);
    await elsewhere.page.goto(`${server.url}/home/settings/security`);
    await atPath(elsewhere.page, '/login');
    await logIn(elsewhere.page, ada);
    await elsewhere.page.getByRole('button', { name: 'End all other sessions' }).click();
    await elsewhere.page.getByText('1 session ended').waitFor();
    await elsewhere.context.close();
    await page.getByRole('button', { name: 'Add note' }).click();
    await atPath(page, '/login');
    await logIn(page, ada);
    await atPath(page, `/home/block-explorer/transaction/${txid}`);
    await expect
      .poll(() => page.getByRole('textbox', { name: 'New note' }).inputValue())
      .toBe('Half a thought');
    await page.getByRole('button', { name: 'Add note' }).click();
    await page.getByText('Note added successfully').waitFor();
  });

  //
  it('a plan is tried and canceled, and sales are asked', async () => {
    const { page } = owner;
    await page.goto(`${server.url}/home/settings/subscription`);
    await page.getByRole('button', { name: 'Start trial: Team' }).click();
    await page.getByRole('dialog').getByText('Trial until').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
    await page.getByText('Subscription updated successfully').waitFor();
    await page.getByText('Trial', { exact: true }).waitFor();
    await page.getByText('Yearly', { exact: true }).click();
    await page.getByRole('button', { name: 'Change to this plan: Business' }).click();
    await page.getByRole('dialog').getByText('Due now').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
    await expect
      .poll(() => page.getByRole('button', { name: 'Change to this plan: Business' }).count())
      .toBe(0);
    await page.getByText('$4,990/yr').first().waitFor();
    await page.getByRole('button', { name: 'Cancel subscription' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel subscription' }).click();
    await page.getByText('Subscription will be canceled at the end of the billing period').waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Cancel subscription' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Contact Sales: Custom' }).click();
    await page.getByLabel('Company', { exact: true }).fill(organization);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByText('Please select your company size').waitFor();
    await page.getByText('Please describe your needs').waitFor();
    await choose(page, 'Company size', '11-50');
    await page.getByLabel('What do you need?').fill('Ten years of data');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByText('Thank you for your interest!').waitFor();
  });

  it('the audit log shows what was done and that nothing was rewritten', async () => {
    const { page } = owner;
    await page.goto(`${server.url}/home/settings/audit-log`);
    await page.getByText('Member: joined').waitFor();
    await page.getByRole('button', { name: 'Verify' }).click();
    await page.getByText('each linked to the previous one').waitFor();
    await page.getByRole('button', { name: 'Close' }).last().click();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    expect((await download).suggestedFilename()).toBe('hopscope-audit-log.ndjson');
  });

  //
  it('the admin panel is for the operator', async () => {
    const { page } = owner;
    await page.getByRole('button', { name: /^Account of/ }).click();
    await page.getByRole('menuitem', { name: 'Admin Panel' }).click();
    await page.getByRole('table', { name: 'Recent Job History' }).or(page.getByText('No jobs yet')).waitFor();
    await page.getByRole('link', { name: 'Plans' }).click();
    await page.getByRole('list', { name: 'Plans' }).getByText('Business').waitFor();
    await page.getByRole('link', { name: 'Subscriptions' }).click();
    const connect = page.getByRole('button', { name: /^Identity provider of/ }).first();
    await connect.click();
    const rules = page.getByRole('dialog', { name: /^Identity provider of/ });
    await rules.getByRole('button', { name: 'Save' }).click();
    await rules.getByText('Please enter at least one domain').waitFor();
    await rules.getByLabel('Email domains').fill('bank.example');
    await rules.getByLabel('Groups of managers').fill('Compliance Leads');
    expect(await violationsOf(page)).toEqual([]);
    await rules.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Identity provider saved').waitFor();
    await connect.click();
    expect(await rules.getByLabel('Groups of managers').inputValue()).toBe('Compliance Leads');
    await rules.getByText('So far: 0 users and 0 groups.').waitFor();
    await rules.getByRole('button', { name: 'Disconnect' }).click();
    const asking = page.getByRole('dialog', { name: /^Disconnect the identity provider of/ });
    await asking.getByRole('button', { name: 'Disconnect' }).click();
    await page.getByText('Identity provider disconnected').waitFor();
    await page.getByRole('link', { name: 'Contact requests' }).click();
    await page.getByText('Ten years of data').waitFor();
    await signUp(server.url, { name: 'Mary', email: 'mary@example.net' });
    await page.getByRole('link', { name: 'Sessions' }).click();
    await page.getByRole('textbox', { name: 'Email of the account' }).fill('mary@example.net');
    await page.getByRole('button', { name: 'End sessions of this person' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('mary@example.net has to sign in again on every device.').waitFor();
    await dialog.getByRole('button', { name: 'End sessions' }).click();
    await page.getByText('1 session ended').waitFor();
    // Members of the provider update the directory there; the rest is for the operator.
    await member.page.goto(`${server.url}/home/admin`);
    await member.page.getByRole('button', { name: 'Update directory data' }).waitFor();
    await member.page.goto(`${server.url}/home/admin/plans`);
    await member.page.getByRole('heading', { name: 'Operator only' }).waitFor();
    await stranger.page.goto(`${server.url}/home/admin`);
    await stranger.page.getByRole('heading', { name: 'Page not found' }).waitFor();
    await stranger.page.getByRole('button', { name: /^Account of/ }).click();
    await stranger.page.getByRole('menuitem', { name: 'Settings' }).waitFor();
    expect(await stranger.page.getByRole('menuitem', { name: 'Admin Panel' }).count()).toBe(0);
  });

  it('no page threw, broke the content policy or asked another server', () => {
    for (const { complaints } of [owner, member, stranger]) {
      expect(complaints).toEqual({ errors: [], foreignRequests: [] });
    }
  });
});
