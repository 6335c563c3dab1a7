import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { violationsOfThemes } from '../support/accessibility.ts';
import { demoPerson } from '../support/demo-person.ts';
import type { Visitor } from '../support/people.ts';
import type { DemoNetwork } from './network.ts';

const stories = z.object({
  data: z.object({
    stories: z.array(
      z.object({ id: z.string(), places: z.array(z.object({ role: z.string(), value: z.string() })) }),
    ),
  }),
});
const ids = z.object({ data: z.array(z.object({ _id: z.string(), status: z.string() })) });
const entities = z.object({ data: z.array(z.object({ entity_id: z.string() })) });

/** A page, and the buttons that open its dialogs, panels, and menus. */
interface Place {
  path: string;
  opens?: readonly (string | RegExp)[];
}

/** Defines the test that looks at every page and dialog of a signed-in person with axe-core, in both themes. */
export function describeAllPages(network: DemoNetwork): void {
  describe('every page and dialog on the demo network', () => {
    let visitor: Visitor;
    let page: Page;
    let places: Place[];

    beforeAll(async () => {
      const owner = await demoPerson(network.server.url, 'owner');
      const { data } = stories.parse(await owner.ask('GET', '/demo/stories'));
      const place = (story: string, role: string): string =>
        data.stories.find(({ id }) => id === story)?.places.find((each) => each.role === role)?.value ?? '';
      const cases = ids.parse(await owner.ask('GET', '/compliance/cases')).data;
      const sars = ids.parse(await owner.ask('GET', '/compliance/sars')).data;
      const [entity] = entities.parse(await owner.ask('GET', '/sot')).data;
      const open = cases.find(({ status }) => status !== 'CLOSED')?._id ?? '';
      const explorer = '/home/block-explorer';
      visitor = await owner.enter(network.browser);
      page = visitor.page;
      places = [
        { path: explorer },
        { path: `${explorer}?blockchain=ethereum` },
        { path: `${explorer}/block/9`, opens: ['Filter'] },
        { path: `${explorer}/block/9?blockchain=ethereum` },
        { path: `${explorer}/transaction/${place('hack', 'theft')}`, opens: ['Notes'] },
        { path: `${explorer}/transaction/${place('hack', 'bridge_out')}` },
        {
          path: `${explorer}/address/${place('hack', 'thief')}`,
          opens: [
            'Evidence of Received',
            'Notes',
            'Monitor',
            'Add to case',
            /^Show filter$/,
            /^Export Balance over time$/,
          ],
        },
        { path: `${explorer}/address/${place('hack', 'thief')}?activity=list` },
        { path: `${explorer}/address/${place('sanctioned', 'customer')}?show=counterparties` },
        { path: `${explorer}/address/${place('sanctioned', 'customer')}?show=coins` },
        { path: `${explorer}/compare` },
        { path: `${explorer}/transaction/${'ab'.repeat(32)}` },
        { path: '/home/risk-dashboard' },
        {
          path: `/home/risk-dashboard?address=${place('sanctioned', 'customer')}`,
          opens: ['See Details', 'Compare methods'],
        },
        { path: '/home/risk-dashboard/how-good' },
        { path: '/home/blockham' },
        { path: '/home/blockham?show=flows' },
        { path: '/home/blockham?show=map' },
        { path: `/home/blockham?entity=${entity?.entity_id ?? ''}` },
        { path: '/home/blockham/changes' },
        { path: '/home/compliance-screener' },
        { path: '/home/compliance-screener?tab=active' },
        { path: '/home/compliance-screener?tab=addresses', opens: ['Add Address', 'Bulk Upload'] },
        { path: '/home/compliance-screener?tab=archived' },
        { path: '/home/compliance-screener/team' },
        { path: '/home/compliance-screener/changes' },
        { path: '/home/compliance-screener/travel-rule' },
        { path: '/home/compliance-screener/travel-rule?tab=transfers', opens: ['Send information'] },
        { path: '/home/compliance-screener/travel-rule?tab=addresses' },
        { path: '/home/compliance-screener/travel-rule?tab=proofs', opens: ['New wallet proof'] },
        { path: '/home/compliance-dashboard' },
        { path: '/home/cases', opens: ['New case'] },
        {
          path: `/home/cases/${open}`,
          opens: ['Zoom in', 'Edit', 'Decide…', 'Change status', 'Legal hold…', 'Add task'],
        },
        { path: '/home/sars' },
        ...sars.map(({ _id }) => ({ path: `/home/sars/${_id}` })),
        { path: '/home/alerts', opens: ['Alert Configuration', 'Delivery'] },
        { path: '/home/what-to-try' },
        { path: '/home/status' },
        { path: '/home/settings/profile' },
        { path: '/home/settings/invitations' },
        { path: '/home/settings/organization' },
        { path: '/home/settings/organization/people' },
        { path: '/home/settings/organization/notes' },
        { path: '/home/settings/subscription' },
        { path: '/home/settings/preferences' },
        { path: '/home/settings/notifications' },
        { path: '/home/settings/security' },
        { path: '/home/settings/audit-log' },
        { path: '/home/no-such-page' },
        { path: '/onboarding' },
        { path: '/welcome' },
      ];
    });

    afterAll(() => visitor?.context.close());

    async function settled(): Promise<void> {
      await page.getByRole('heading').first().waitFor();
      await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
      await expect.poll(() => page.locator('[class*="Skeleton"]').count()).toBe(0);
    }

    /** Presses a button that is on the page and can be pressed; returns whether it did. */
    async function press(name: string | RegExp): Promise<boolean> {
      const button: Locator = page
        .locator('main')
        .getByRole('button', { name, exact: typeof name === 'string' })
        .first();
      if (!(await button.isVisible()) || (await button.isDisabled())) return false;
      await button.click();
      return true;
    }

    it('axe-core finds no violation in either theme', async () => {
      const found: Record<string, string[]> = {};
      const look = async (what: string) => {
        const violations = await violationsOfThemes(page, 'both');
        if (violations.length > 0) found[what] = violations;
      };
      for (const { path, opens = [] } of places) {
        await page.goto(network.server.url + path);
        await settled();
        await look(path);
        for (const name of opens) {
          if (!(await press(name))) continue;
          await page.waitForLoadState('domcontentloaded');
          await expect.poll(() => page.locator('[class*="Skeleton"]').count()).toBe(0);
          await look(`${path}: ${String(name)}`);
          await page.goto(network.server.url + path);
          await settled();
        }
      }
      expect(found).toEqual({});
      expect(visitor.complaints.errors).toEqual([]);
    });
  });
}
