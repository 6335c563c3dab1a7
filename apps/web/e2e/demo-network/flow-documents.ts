import { apiBase, type DemoPlaceRole, type DemoStoryId } from '@hopscope/contract';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { until } from '../../../../test/until.ts';
import { violationsOf } from '../support/accessibility.ts';
import { type Account, foundOrganization, join, signUp } from '../support/calls.ts';
import { call } from '../support/directory.ts';
import { enter, visit, type Visitor } from '../support/people.ts';
import type { DemoNetwork } from './network.ts';

const place = z.object({ role: z.string(), kind: z.string(), value: z.string() });
const stories = z.object({
  data: z.object({ stories: z.array(z.object({ id: z.string(), places: z.array(place) })) }),
});

/** Defines the tests of FlowTrace's documents in two browsers: stored on the server, shared, followed live, with versions. */
export function describeFlowDocuments(network: DemoNetwork): void {
  describe('FlowTrace documents of an organization', () => {
    let server: DemoNetwork['server'];
    let ada: Visitor;
    let grace: Visitor;
    let documentId: string;
    let thief: string;

    const receiver = 'Round logs';
    const canvasUrl = (more = ''): string => `${server.url}/home/flow-trace?document=${documentId}${more}`;
    const chip = (page: Page): Locator => page.getByRole('button', { name: /^Canvas: / });
    const button = (page: Page, name: string | RegExp): Locator =>
      page.getByRole('button', { name, exact: true });
    const saved = (page: Page): Promise<void> => page.getByText(/^Saved \d/).waitFor();

    async function enterAs(account: Account): Promise<Visitor> {
      const visitor = await visit(network.browser, server.url);
      await visitor.page.setViewportSize({ width: 1440, height: 900 });
      await enter(visitor.page, server.url, account);
      return visitor;
    }

    async function chooseOf(page: Page, item: string): Promise<void> {
      await chip(page).click();
      await page.getByRole('menuitem', { name: item, exact: true }).click();
    }

    /** Adds a custom node to the canvas. */
    async function addNode(page: Page, name: string): Promise<void> {
      await button(page, 'Add node').click();
      const dialog = page.getByRole('dialog', { name: 'Add node' });
      await dialog.getByRole('textbox', { name: 'Address or name' }).fill(name);
      await page.keyboard.press('Enter');
      await dialog.waitFor({ state: 'hidden' });
    }

    /** Returns the tree view of the canvas. */
    async function treeOf(page: Page): Promise<Locator> {
      const tree = page.getByRole('treegrid', { name: 'Canvas contents' });
      if (new URL(page.url()).searchParams.get('panel') !== 'tree') {
        await page.getByRole('application', { name: 'Canvas' }).focus();
        await page.keyboard.press('t');
      }
      await tree.waitFor();
      return tree;
    }

    beforeAll(async () => {
      server = network.server;
      const first = await signUp(server.url, { name: 'Ada', email: 'ada.flow@example.org' });
      const second = await signUp(server.url, { name: 'Grace', email: 'grace.flow@example.org' });
      await join(server.url, second, await foundOrganization(server.url, first, 'Lock'));
      const placeOf = (
        reported: z.infer<typeof stories>['data']['stories'],
        story: DemoStoryId,
        role: DemoPlaceRole,
      ) => reported.find(({ id }) => id === story)?.places.find((each) => each.role === role)?.value;
      thief = await until('the hack has its thief', async () => {
        const reported = stories.parse(await call(server.url, first, 'GET', '/demo/stories')).data.stories;
        return placeOf(reported, 'hack', 'thief');
      });
      [ada, grace] = await Promise.all([enterAs(first), enterAs(second)]);
    });

    afterAll(async () => {
      await ada?.context.close();
      await grace?.context.close();
    });

    it('begin with the first act, are named by what was traced, renamed, listed, and the same after a reload', async () => {
      const { page } = ada;
      await page.goto(`${server.url}/home/flow-trace?address=${thief}`);
      await expect.poll(() => new URL(page.url()).searchParams.get('document')).toMatch(/^(?!new-).+/);
      documentId = new URL(page.url()).searchParams.get('document') ?? '';
      await saved(page);
      await chooseOf(page, 'Rename');
      const title = page.getByRole('dialog', { name: 'Rename canvas' });
      await title.getByRole('textbox', { name: 'Title' }).fill('The harbour case');
      await page.keyboard.press('Enter');
      await button(page, 'Canvas: The harbour case').waitFor();
      await page.goto(`${server.url}/home/flow-trace`);
      await page.getByLabel('Search canvases').fill('harbour');
      await page.getByText(/Ada Example · changed .* · 1 record · Owner/).waitFor();
      await button(page, 'The harbour case').click();
      await button(page, 'Canvas: The harbour case').waitFor();
      expect(await (await treeOf(page)).getByRole('row').filter({ hasText: thief }).count()).toBeGreaterThan(
        0,
      );
    });

    it('are nobody else’s until they are shared; who may only look has no tools', async () => {
      await grace.page.goto(canvasUrl());
      await grace.page.getByText('Failed to open this canvas').waitFor();
      const { page } = ada;
      await chooseOf(page, 'Share');
      const share = page.getByRole('dialog', { name: 'Share canvas' });
      await share.getByLabel('Access of Grace Example').waitFor();
      expect(await violationsOf(page)).toEqual([]);
      await share.getByRole('button', { name: 'Create link' }).click();
      await share.getByText('Copy it now: it is shown only once.').waitFor();
      const link = (await share.getByText(/link=/).innerText()).trim();
      await grace.page.goto(link);
      await grace.page.getByText('You can only view this canvas').waitFor();
      expect(await grace.page.getByRole('toolbar', { name: 'Drawing' }).count()).toBe(0);
      await addNode(grace.page, 'Not mine');
      await grace.page.getByRole('status').getByText('You can only view this canvas').waitFor();
      await share.getByRole('button', { name: 'Revoke' }).click();
      await expect.poll(() => share.getByRole('button', { name: 'Revoke' }).count()).toBe(0);
      await grace.page.reload();
      await grace.page.getByText('Failed to open this canvas').waitFor();
      await share.getByLabel('Access of Grace Example').selectOption('edit');
      await page.keyboard.press('Escape');
    });

    it('are followed live: each sees what the other does, where they point, and who is there', async () => {
      await grace.page.goto(canvasUrl());
      await button(grace.page, 'Canvas: The harbour case').waitFor();
      await ada.page.getByText('Also viewing: Grace Example').waitFor({ state: 'attached' });
      await grace.page.getByText('Also viewing: Ada Example').waitFor({ state: 'attached' });
      await ada.page.mouse.move(700, 400);
      await ada.page.mouse.move(720, 420);
      await grace.page.locator('[data-cursor-of="Ada Example"]').waitFor();
      await addNode(grace.page, receiver);
      await (await treeOf(ada.page)).getByText(receiver).first().waitFor();
      await addNode(ada.page, 'Ledger of Ada');
      await (await treeOf(grace.page)).getByText('Ledger of Ada').first().waitFor();
      // Steps and notes show their author.
      await ada.page
        .getByRole('toolbar', { name: 'Investigation' })
        .getByRole('button', { name: 'Steps' })
        .click();
      const steps = ada.page.getByRole('list', { name: 'Steps' });
      const stepOf = (title: string) => steps.getByRole('listitem').filter({ hasText: title });
      await stepOf(`Add ${receiver}`)
        .getByText(/^Grace Example, /)
        .waitFor();
      await stepOf('Add Ledger of Ada')
        .getByText(/^You, /)
        .waitFor();
      await button(ada.page, 'Notes').click();
      const notes = (page: Page) => page.getByRole('dialog', { name: 'Notes: Ledger of Ada' });
      await notes(ada.page).getByRole('textbox', { name: 'New note' }).fill('Asked by mail');
      await notes(ada.page).getByRole('button', { name: 'Add note' }).click();
      await notes(ada.page)
        .getByText(/^Ada Example, /)
        .waitFor();
      await ada.page.keyboard.press('Escape');
      await (await treeOf(grace.page)).getByText('Ledger of Ada').first().click();
      await button(grace.page, 'Notes 1').click();
      await notes(grace.page)
        .getByText(/^Ada Example, /)
        .waitFor();
      await grace.page.keyboard.press('Escape');
      // People can undo only their own steps.
      await button(grace.page, `Undo: Add ${receiver}`).click();
      await expect.poll(async () => (await treeOf(ada.page)).getByText(receiver).count()).toBe(0);
      expect(await (await treeOf(ada.page)).getByText('Ledger of Ada').count()).toBeGreaterThan(0);
    });

    it('lose nothing when the server is away in the middle of the work, also over a reload', async () => {
      const { page } = ada;
      const steps = `**${apiBase}/organizations/*/flow-documents/*/steps`;
      await page.route(steps, (route) =>
        route.request().method() === 'POST' ? route.abort() : route.fallback(),
      );
      await addNode(page, 'While away');
      await page.getByText(/^Not saved: .*. Retrying…$/).waitFor();
      await page.reload();
      await (await treeOf(page)).getByText('While away').first().waitFor();
      await page.unrouteAll({ behavior: 'wait' });
      await saved(page);
      await (await treeOf(grace.page)).getByText('While away').first().waitFor();
      // A second tab of the same person shows the same.
      const tab = await ada.context.newPage();
      await tab.goto(canvasUrl());
      await (await treeOf(tab)).getByText('While away').first().waitFor();
      expect(await (await treeOf(tab)).getByRole('row').filter({ hasText: 'While away' }).count()).toBe(
        await (await treeOf(page)).getByRole('row').filter({ hasText: 'While away' }).count(),
      );
      await tab.close();
    });

    it('have versions: named, looked at, compared with now, brought back as one step', async () => {
      const { page } = ada;
      await chooseOf(page, 'Versions');
      const versions = page.getByRole('complementary', { name: 'Versions' });
      await versions.getByRole('button', { name: 'Name this version' }).click();
      const naming = page.getByRole('dialog', { name: /^Name version/ });
      await naming.getByRole('textbox', { name: 'Name' }).fill('Before the weekend');
      await page.keyboard.press('Enter');
      await versions.getByRole('button', { name: 'Before the weekend', exact: true }).waitFor();
      await page.getByRole('application', { name: 'Canvas' }).focus();
      await page.keyboard.press('Control+z');
      await addNode(page, 'Added later');
      await versions.getByRole('button', { name: 'Before the weekend', exact: true }).click();
      const bar = page.getByRole('region', { name: 'Version' });
      await bar.getByText(/^Version \d+ \(read-only\)$/).waitFor();
      expect(await page.getByRole('toolbar', { name: 'Drawing' }).count()).toBe(0);
      await bar.getByRole('button', { name: 'Compare with current' }).click();
      const differences = versions.getByRole('list', { name: 'Differences' });
      await differences.getByText('Added: Added later').waitFor();
      await differences.getByText('Removed: While away').waitFor();
      expect(await violationsOf(page)).toEqual([]);
      await bar.getByRole('button', { name: 'Restore this version' }).click();
      await page.getByRole('button', { name: /^Undo: Restore version/ }).waitFor();
      const tree = await treeOf(grace.page);
      await tree.getByText('While away').first().waitFor();
      await expect.poll(() => tree.getByText('Added later').count()).toBe(0);
      await page.getByRole('button', { name: /^Undo: Restore version/ }).click();
      await tree.getByText('Added later').first().waitFor();
    });

    it('are replayed on the ledger, and come as a bundle of evidence', async () => {
      const { page } = ada;
      await chooseOf(page, 'Replay');
      const replay = page.getByRole('dialog', { name: 'Replay' });
      await replay.getByText('The replayed canvas is identical, byte for byte.').waitFor();
      await page.keyboard.press('Escape');
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        chooseOf(page, 'Download evidence bundle'),
      ]);
      expect(download.suggestedFilename()).toMatch(/^evidence-[\da-f-]{36}\.zip$/);
      const chunks: Buffer[] = [];
      for await (const chunk of await download.createReadStream()) chunks.push(Buffer.from(chunk));
      expect(Buffer.concat(chunks).subarray(0, 2).toString()).toBe('PK');
    });

    it('take back what the server refuses, and say so; a deleted one ends for all', async () => {
      const { page } = grace;
      await page.route(`**${apiBase}/organizations/*/flow-documents/*/steps`, (route) =>
        route.request().method() === 'POST'
          ? route.fulfill({
              status: 403,
              contentType: 'application/problem+json',
              body: JSON.stringify({
                type: 'about:blank',
                title: 'Forbidden',
                status: 403,
                code: 'forbidden',
                message: 'You can only view this document',
                success: false,
                requestId: 'r',
              }),
            })
          : route.fallback(),
      );
      await addNode(page, 'Refused');
      const refused = page.getByRole('dialog', { name: 'Changes not saved' });
      await refused.getByText('You can only view this document').waitFor();
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        refused.getByRole('button', { name: 'Save as file' }).click(),
      ]);
      expect(download.suggestedFilename()).toMatch(/\.json$/);
      await expect.poll(async () => (await treeOf(page)).getByText('Refused').count()).toBe(0);
      await chooseOf(ada.page, 'Delete');
      const confirm = ada.page.getByRole('dialog', { name: 'Delete canvas' });
      await confirm.getByRole('button', { name: 'Delete', exact: true }).click();
      await ada.page.getByRole('heading', { name: 'Trace the flow of funds' }).waitFor();
      await page.getByText('You no longer have access to this document').first().waitFor();
      for (const { complaints } of [ada, grace])
        expect(complaints).toEqual({ errors: [], foreignRequests: [] });
    });
  });
}
