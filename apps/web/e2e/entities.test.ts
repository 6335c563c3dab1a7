import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type AccountsServer, startAccountsServer } from './support/accounts-server.ts';
import { openBrowser } from './support/browser.ts';
import { type Account, foundOrganization, signUp } from './support/calls.ts';
import { call, loadLists, makeEditor, nameLists, verifyEmail, writeLists } from './support/directory.ts';
import { harbourLists } from './support/harbour.ts';
import { type Visitor, enter, visit } from './support/people.ts';
import { type MempoolNames, seedMempool } from './support/seeded-server.ts';

const ada = 'ada@example.org';
const grace = 'grace@example.org';
const explorer = '/home/blockham';
const northquay = `${explorer}?entity=northquay-exchange`;

describe('entities in the browser', () => {
  let browser: Browser;
  let server: AccountsServer;
  let names: MempoolNames;
  let operator: Account;
  let secondEditor: Account;
  let first: Visitor;
  let second: Visitor;
  let reader: Visitor;

  /** Signs a person up, verifies the email address, and opens a browser for them. */
  async function arrive(name: string, email: string, setupToken?: string) {
    const account = await signUp(server.url, { name, email, ...(setupToken && { setupToken }) });
    const [visitor, link] = await Promise.all([
      visit(browser, server.url),
      server.linkFor(email, '/verify-email'),
    ]);
    await verifyEmail(server.url, link);
    await enter(visitor.page, server.url, account);
    return { account, visitor };
  }

  const open = (page: Page, path: string) => page.goto(`${server.url}${path}`);
  const search = (page: Page) => page.getByRole('combobox', { name: 'Search entities' });
  const option = (page: Page, name: string) => page.getByRole('option').filter({ hasText: name });
  const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

  async function save(page: Page) {
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
  }

  beforeAll(async () => {
    [browser, server] = await Promise.all([
      openBrowser(),
      startAccountsServer(undefined, async (dataDir) => {
        names = await seedMempool(dataDir);
        writeLists(dataDir, harbourLists([names.used, names.fresh]));
      }),
    ]);
    const token = new URL(await server.setupLink).searchParams.get('setup') ?? '';
    ({ account: operator, visitor: first } = await arrive('Ada', ada, token));
    await foundOrganization(server.url, operator, 'Analytical Engines');
    await loadLists(server.url, operator, ['register', 'press']);
    ({ account: secondEditor, visitor: second } = await arrive('Grace', grace));
    ({ visitor: reader } = await arrive('Alan', 'alan@example.net'));
    for (const email of [ada, grace]) await makeEditor(server.url, operator, email);
  });

  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  //
  it('a search with a typing error leads to a profile, whose values open their sources', async () => {
    const { page } = reader;
    await open(page, '/home/block-explorer');
    await page.getByRole('link', { name: 'VASP Entity Explorer' }).first().click();
    await page.getByRole('heading', { name: 'Welcome to the VASP Entity Explorer' }).waitFor();
    await search(page).fill('norhtquay');
    await option(page, 'Northquay Exchange').waitFor();
    expect(new URL(page.url()).searchParams.get('search')).toBe('norhtquay');
    await page.keyboard.press('Escape');
    // Not those of the facets below.
    expect(await page.locator('[role="option"]').count()).toBe(0);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await heading(page, 'Northquay Exchange').waitFor();
    expect(new URL(page.url()).searchParams.get('entity')).toBe('northquay-exchange');
    await page.getByText('Marit Olhagen').waitFor();
    await page.getByRole('button', { name: 'Sources of CEO (conflicting)' }).click();
    const sources = page.getByRole('list', { name: 'Sources of CEO' });
    await sources.getByText('Ines Marten').waitFor();
    await sources.getByText('Overruled').waitFor();
    expect(await sources.textContent()).toContain('license CC0-1.0');
    await page.getByText('FATF: Call for action').waitFor();
    await page.getByRole('heading', { name: 'Risk', exact: true }).waitFor();
    await page.getByText('Based on directory data. Addresses have their own scores.').waitFor();
    await page.getByText('Unknown').first().waitFor();
  });

  //
  it('the address bar opens a profile by a part of its name, or runs a search', async () => {
    const { page } = reader;
    await open(page, `${explorer}?entity=thquay%20exch`);
    await heading(page, 'Northquay Exchange').waitFor();
    await open(page, `${explorer}?search=zurich%20broker`);
    await option(page, 'Zürich Brøker').click();
    await heading(page, 'Zürich Brøker').waitFor();
    await open(page, `${explorer}?entity=nobody-at-all`);
    await page.getByRole('heading', { name: 'Entity not found' }).waitFor();
  });

  it('arrows move through the matches, and Enter takes what was typed before the pause is over', async () => {
    const { page } = reader;
    await open(page, explorer);
    await search(page).fill('quay');
    await option(page, 'Northquay Exchange').waitFor();
    const chosen = page.locator('[role="option"][data-focused]');
    expect(await chosen.count()).toBe(0);
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => chosen.textContent()).toContain('Quay Holdings');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => chosen.textContent()).toContain('Northquay Exchange');
    await search(page).fill('basalt');
    await page.keyboard.press('Enter');
    await heading(page, 'Basalt Pool').waitFor();
  });

  //
  it('from the profile to its addresses, from an address to its owner and back by the quick view', async () => {
    const { page } = reader;
    await open(page, northquay);
    await page.getByRole('link', { name: 'Addresses' }).click();
    const table = page.getByRole('table').filter({ hasText: 'hot wallet' });
    await table.getByText('Direct 95%').waitFor();
    await table.getByText('Derived 60%').waitFor();
    const tabs = page.getByRole('navigation', { name: 'Northquay Exchange' });
    expect(await tabs.locator('[aria-current]').allTextContents()).toEqual(['Addresses']);
    await table.getByRole('link', { name: names.used }).click();
    await page.getByRole('heading', { level: 1, name: 'Northquay Exchange' }).waitFor();
    const owner = page.getByRole('link', { name: 'Northquay Exchange' }).first();
    await owner.waitFor();
    await page.getByText('Direct 95%').waitFor();
    const profile = page.getByRole('link', { name: 'View Full Profile' });
    // The page can still move under a pointer that rests, so the pointer comes again until the view opens.
    const isOpen = async (): Promise<boolean> => {
      await page.mouse.move(1, 1);
      await owner.hover();
      await profile.waitFor({ timeout: 3_000 }).catch(() => {});
      return profile.isVisible();
    };
    await expect.poll(isOpen).toBe(true);
    await profile.click();
    await heading(page, 'Northquay Exchange').waitFor();
  });

  //
  it('an editor’s change counts when a second editor approves it', async () => {
    const [{ page }, other] = [first, second.page];
    await open(page, northquay);
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.getByLabel('CEO', { exact: true }).fill('Grace Hale');
    await page.getByLabel('Email').fill('no address');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await page.getByText('Please enter a valid email address').waitFor();
    await page.getByLabel('Email').fill('office@northquay.example');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('Marit Olhagen').waitFor();
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    expect(await page.getByLabel('CEO', { exact: true }).inputValue()).toBe('Marit Olhagen');
    await page.getByLabel('CEO', { exact: true }).fill('Grace Hale');
    await save(page);
    await page.getByText('Change sent for approval by a second editor').waitFor();
    await page.getByText('Marit Olhagen').waitFor();
    await page.getByRole('link', { name: '1 pending change' }).click();
    await page.getByText('Awaiting approval').waitFor();
    expect(await page.getByRole('button', { name: /^Approve/ }).count()).toBe(0);

    await open(other, `${explorer}/changes`);
    await other.getByText('Grace Hale').waitFor();
    await other.getByRole('button', { name: 'Approve change to Northquay Exchange' }).click();
    await other.getByText('Change approved').waitFor();
    await open(page, northquay);
    await page.getByText('Grace Hale').waitFor();
    await page.getByRole('link', { name: 'History' }).click();
    await page.getByRole('list', { name: 'Changes to the entity' }).getByText('Grace Hale').waitFor();
  });

  it('of two who edit at once the second sees both versions and chooses', async () => {
    const [{ page }, other] = [first, second.page];
    for (const [each, name] of [
      [page, 'Ada Lind'],
      [other, 'Grace Lind'],
    ] as const) {
      await open(each, `${northquay}&edit=true`);
      await each.getByLabel('CEO', { exact: true }).fill(name);
    }
    await page.getByLabel('Phone').fill('+00 555 0199');
    await save(other);
    await other.getByText('Change sent for approval by a second editor').waitFor();
    await open(reader.page, explorer);
    const own = await first.context.newPage();
    await open(own, `${explorer}/changes`);
    await own.getByRole('button', { name: 'Approve change to Northquay Exchange' }).click();
    await own.getByText('Change approved').waitFor();
    await own.close();

    await save(page);
    const conflict = page
      .getByRole('dialog')
      .filter({ hasText: 'This entity has changed since you opened it' });
    await conflict.getByText('Grace Lind').waitFor();
    await conflict.getByText('Ada Lind').waitFor();
    expect(await conflict.getByText('+00 555 0199').count()).toBe(0);
    expect(await conflict.getByRole('button', { name: 'Continue' }).isDisabled()).toBe(true);
    await conflict.getByText('Theirs', { exact: true }).last().click();
    await conflict.getByRole('button', { name: 'Continue' }).click();
    const asked = page.getByRole('dialog').filter({ hasText: 'Save changes?' });
    await asked.getByText('+00 555 0199').waitFor();
    expect(await asked.getByText('Lind').count()).toBe(0);
    await asked.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Change sent for approval by a second editor').waitFor();
  });

  it('everybody else suggests a correction, with a reason, and an editor rejects it', async () => {
    const [{ page }, other] = [reader, second.page];
    await open(page, `${explorer}?entity=basalt-pool`);
    await page.getByRole('button', { name: 'Suggest a correction' }).click();
    await page.getByLabel('Founded').fill('2019');
    await page.getByRole('button', { name: 'Suggest', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Send suggestion' }).click();
    await dialog.getByText('Please enter a reason').waitFor();
    await dialog.getByLabel('Reason').fill('See https://basalt.example');
    await dialog.getByRole('button', { name: 'Send suggestion' }).click();
    await page.getByText('Suggestion sent. An editor will review it.').waitFor();

    await open(other, `${explorer}/changes?state=pending`);
    const item = other.getByRole('listitem').filter({ hasText: 'Basalt Pool' });
    await item.getByText('Suggestion').waitFor();
    await item.getByRole('button', { name: /^Reject/ }).click();
    await other.getByRole('dialog').getByLabel('Reason').fill('No source');
    await other.getByRole('dialog').getByRole('button', { name: 'Reject' }).click();
    await other.getByText('Change rejected').waitFor();
    await open(page, `${explorer}?entity=basalt-pool&tab=changes`);
    await page.getByText('“No source”').waitFor();
  });

  it('an editor separates two entities again that were joined', async () => {
    const { page } = first;
    const idOf = (found: unknown) => z.object({ data: z.object({ id: z.string() }) }).parse(found).data.id;
    const joined = await call(server.url, operator, 'POST', '/sot/basalt-pool/merge', {
      into: 'northquay-exchange',
      baseVersion: 1_000_000,
      reason: 'The same people',
    });
    await call(server.url, secondEditor, 'POST', `/sot/changes/${idOf(joined)}/approve`, {});
    await open(page, `${explorer}?entity=basalt-pool`);
    await page.getByText('“basalt-pool” was merged into this entity.').waitFor();
    await page.getByRole('button', { name: 'Undo merge' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Undo merge', exact: true }).click();
    await page.getByText('Please enter a reason').waitFor();
    await page.getByRole('textbox', { name: 'Reason' }).fill('Other people');
    await page.getByRole('dialog').getByRole('button', { name: 'Undo merge', exact: true }).click();
    await page.getByText('Change sent for approval by a second editor').waitFor();
    const { page: other } = second;
    await open(other, `${explorer}?entity=basalt-pool&tab=changes`);
    await other.getByText('“Other people”').waitFor();
    await other.getByRole('button', { name: 'Approve change to basalt-pool' }).click();
    await other.getByText('Change approved').waitFor();
    await open(page, `${explorer}?entity=basalt-pool`);
    await heading(page, 'Basalt Pool').waitFor();
  });

  it('editors add an entity and its addresses, merge it, and remove one; a second editor approves each', async () => {
    const [{ page }, { page: other }] = [first, second];
    const dialog = page.getByRole('dialog');
    const sent = page.getByText('Change sent for approval by a second editor');
    /** Approves the newest change, as the second editor. */
    async function approve(change: string) {
      await sent.waitFor();
      await open(other, `${explorer}/changes?state=pending`);
      await other.getByRole('button', { name: change }).first().click();
      await other.getByText('Change approved').waitFor();
    }
    await open(page, explorer);
    await page.getByRole('button', { name: 'Add entity' }).click();
    await dialog.getByRole('button', { name: 'Add entity' }).click();
    await dialog.getByText('Please enter a name').waitFor();
    await dialog.getByText('Please choose a type').waitFor();
    await dialog.getByLabel('Name', { exact: true }).fill('Tern Pay');
    await dialog.getByRole('button', { name: /Type/ }).click();
    await page.getByRole('option', { name: 'Exchange', exact: true }).click();
    await dialog.getByLabel('Website').fill('tern.example');
    await dialog.getByRole('button', { name: 'Add entity' }).click();
    await approve('Approve change to Tern Pay');

    await open(page, `${explorer}?entity=tern-pay`);
    await heading(page, 'Tern Pay').waitFor();
    await page.getByRole('link', { name: 'Addresses' }).click();
    await page.getByRole('button', { name: 'Add address' }).click();
    await dialog.getByRole('button', { name: 'Add address' }).click();
    await dialog.getByText('Please enter a link or reference').waitFor();
    await dialog.getByLabel('Address', { exact: true }).fill('not an address');
    await dialog.getByLabel('Reference').fill('https://tern.example/wallets');
    await dialog.getByRole('button', { name: 'Add address' }).click();
    await dialog.getByText('Please enter a valid Bitcoin address').waitFor();
    await dialog.getByLabel('Address', { exact: true }).fill(names.fresh);
    await dialog.getByLabel('Beneficial owner').fill('Tern Pay customers');
    await dialog.getByRole('button', { name: 'Add address' }).click();
    await approve('Approve change to Tern Pay');
    await open(page, `${explorer}?entity=tern-pay&tab=addresses`);
    const row = page.getByRole('row').filter({ hasText: 'Tern Pay customers' });
    await row.getByText('Direct 100%').waitFor();
    await row.getByRole('button', { name: /^Correct/ }).click();
    await dialog.getByLabel('Confidence').fill('80');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await approve('Approve change to Tern Pay');
    await open(page, `${explorer}?entity=tern-pay&tab=addresses`);
    await row.getByText('Direct 80%').waitFor();

    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Merge into another entity' }).click();
    await dialog.getByLabel('Reason').fill('One company');
    await dialog.getByRole('button', { name: 'Merge', exact: true }).click();
    await dialog.getByText('Please choose an entity').waitFor();
    await dialog.getByRole('combobox', { name: 'Merge into' }).fill('Basalt');
    await page.getByRole('option', { name: /^Basalt Pool/ }).click();
    await dialog.getByRole('button', { name: 'Merge', exact: true }).click();
    await approve('Approve change to Tern Pay');
    await open(page, `${explorer}?entity=tern-pay`);
    await page.getByText('“tern-pay” was merged into this entity.').waitFor();

    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Remove from the directory' }).click();
    await dialog.getByRole('button', { name: 'Remove entity' }).click();
    await dialog.getByText('Please enter a reason').waitFor();
    await dialog.getByLabel('Reason').fill('Added for a test');
    await dialog.getByRole('button', { name: 'Remove entity' }).click();
    await approve('Approve change to Basalt Pool');
    await open(page, `${explorer}?entity=basalt-pool`);
    await page.getByRole('heading', { name: 'Entity not found' }).waitFor();
    expect(await reader.page.getByRole('button', { name: 'Add entity' }).count()).toBe(0);
  });

  it('a profile is shown as it was on a day', async () => {
    const { page } = reader;
    await open(page, northquay);
    await heading(page, 'Northquay Exchange').waitFor();
    await page.getByLabel('Profile as of').fill('2020-01-01');
    await page.getByRole('heading', { name: 'Not in the directory on 2020-01-01' }).waitFor();
    const today = new Date().toISOString().slice(0, 10);
    await open(page, `${northquay}&asOf=${today}`);
    await page.getByText(`As of the end of ${today} (UTC).`).waitFor();
    expect(await page.getByText('Bitcoin, known').count()).toBe(0);
    await page.getByRole('button', { name: 'Show today' }).click();
    await page.getByText('Bitcoin, known').waitFor();
  });

  //
  it('the operator updates the directory from a list in a folder, and it can be searched', async () => {
    const { page } = first;
    await nameLists(server.url, operator, ['late']);
    await open(page, '/home/admin');
    await page.getByRole('button', { name: 'Update List late only' }).click();
    await page.getByText('Job completed successfully').waitFor();
    const history = page.getByRole('table').filter({ hasText: 'Changes' }).first();
    await history.getByRole('button', { name: 'Show changes by list' }).first().click();
    await page.getByText('1 entity changed').first().waitFor();
    await page.getByText('1 row refused').first().waitFor();
    await page.getByRole('link', { name: 'VASP Entity Explorer' }).first().click();
    await search(page).fill('tallow');
    await option(page, 'Tallow Desk').waitFor();
  });

  it('the operator adds a feed of news, is told why it cannot be used, and removes it', async () => {
    const { page } = first;
    await open(page, '/home/admin');
    await page.getByText('No feeds').waitFor();
    await page.getByRole('button', { name: 'Add a feed' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Ledger News');
    await page.getByRole('textbox', { name: 'URL' }).fill('ftp://news.example/');
    await page.getByRole('button', { name: 'Save feed' }).click();
    await page.getByText('Enter an address that begins with https://').waitFor();
    await page.getByRole('textbox', { name: 'URL' }).fill('http://127.0.0.1:9/feed');
    await page.getByRole('button', { name: 'Test feed' }).click();
    await page.getByText('127.0.0.1 is not on the public internet').waitFor();
    await page.getByRole('button', { name: 'Save feed' }).click();
    await page.getByRole('button', { name: 'Turn Ledger News off' }).click();
    await page.getByRole('button', { name: 'Turn Ledger News on' }).waitFor();
    await page.getByRole('button', { name: 'Remove Ledger News' }).click();
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByText('No feeds').waitFor();
  });

  it('no page threw, broke the content policy or asked another server', () => {
    for (const { complaints } of [first, second, reader]) {
      expect(complaints).toEqual({ errors: [], foreignRequests: [] });
    }
  });
});
