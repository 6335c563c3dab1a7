import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { violationsInBothThemes } from '../support/accessibility.ts';
import { type DemoPerson, demoPerson } from '../support/demo-person.ts';
import type { Visitor } from '../support/people.ts';
import type { DemoNetwork } from './network.ts';

const exchange = 'demo-exchange-kitsune';
const activity = z.object({
  data: z.object({
    points: z.array(z.object({ received: z.string(), spent: z.string(), balance: z.string() })),
  }),
});
const partners = z.object({
  data: z.object({
    partners: z.array(z.object({ entity: z.object({ proper_name: z.string() }).nullable() })),
    sums: z.object({ in: z.object({ amt: z.string() }), out: z.object({ amt: z.string() }) }),
    read: z.object({ transactions: z.number() }),
  }),
});
const stories = z.object({
  data: z.object({
    stories: z.array(z.object({ places: z.array(z.object({ role: z.string(), value: z.string() })) })),
  }),
});
const counterparties = z.object({ sums: z.object({ amt: z.string() }) });
const listed = z.object({
  data: z.array(z.object({ entity_id: z.string(), associate_country_1: z.string().optional() })),
});

/** Defines the tests of what the directory shows of the chains: its figures are those of the API. */
export function describeEntityActivity(network: DemoNetwork): void {
  describe('activity of entities on the demo network', () => {
    let visitor: Visitor;
    let page: Page;
    let owner: DemoPerson;

    beforeAll(async () => {
      owner = await demoPerson(network.server.url, 'owner');
      visitor = await owner.enter(network.browser);
      page = visitor.page;
    });

    afterAll(() => visitor?.context.close());

    const card = (name: string | RegExp): Locator => page.getByRole('region', { name, exact: true });
    const open = (path: string) => page.goto(network.server.url + path);
    const sum = (values: readonly string[]): bigint =>
      values.reduce((total, value) => total + BigInt(value), 0n);

    it('shows balance, flows, and partners of an entity, which add up to the totals of the API', async () => {
      await open(`/home/blockham?entity=${exchange}`);
      const { data } = activity.parse(await owner.ask('GET', `/sot/${exchange}/activity?blockchain=bitcoin`));
      expect(data.points.length).toBeGreaterThan(1);
      const flows = card(/^In and out by/);
      const bars = flows.locator('rect[data-received]');
      await bars.first().waitFor();
      for (const side of ['received', 'spent'] as const) {
        const drawn = await flows
          .locator(`rect[data-${side}]`)
          .evaluateAll((all, name) => all.map((bar) => bar.getAttribute(name) ?? ''), `data-${side}`);
        expect(sum(drawn)).toBe(sum(data.points.map((point) => point[side])));
      }
      await card('Balance over time').getByRole('img', { name: 'Balance over time' }).waitFor();

      const found = partners.parse(
        await owner.ask('GET', `/sot/${exchange}/partners?blockchain=bitcoin`),
      ).data;
      expect(found.read.transactions).toBeGreaterThan(0);
      const most = card('Moves most with');
      await most.locator('g[data-side]').first().waitFor();
      for (const side of ['in', 'out'] as const) {
        const bands = await most
          .locator(`g[data-side="${side}"]`)
          .evaluateAll((all) => all.map((band) => band.getAttribute('data-amount') ?? ''));
        expect(sum(bands)).toBe(BigInt(found.sums[side].amt));
      }
      await most.getByRole('button', { name: 'Show table' }).click();
      const table = most.getByRole('table', { name: 'Flow by entity as table' });
      await table.waitFor();
      const drawn = await table.getByRole('row').count();
      expect(drawn).toBeGreaterThan(2);
      await most.getByText(/transfers to itself are left out/).waitFor();
      expect(await violationsInBothThemes(page)).toEqual([]);
    });

    it('shows the flow of an address by counterparty, which adds up to what moved', async () => {
      const { data } = stories.parse(await owner.ask('GET', '/demo/stories'));
      const thief =
        data.stories.flatMap(({ places }) => places).find(({ role }) => role === 'thief')?.value ?? '';
      await open(`/home/block-explorer/address/${thief}?show=counterparties`);
      const flow = card('Flow by counterparty');
      await flow.locator('g[data-side]').first().waitFor();
      for (const side of ['in', 'out'] as const) {
        const path = `/blockchain/address/${thief}/counterparties?direction=${side}`;
        const { sums } = counterparties.parse(await owner.ask('GET', path));
        const bands = await flow
          .locator(`g[data-side="${side}"]`)
          .evaluateAll((all) => all.map((band) => band.getAttribute('data-amount') ?? ''));
        expect(sum(bands)).toBe(BigInt(sums.amt));
      }
      expect(await violationsInBothThemes(page)).toEqual([]);
    });

    it('shows the countries of the directory on a map, whose counts are those of the list', async () => {
      await open('/home/blockham?map=true');
      const map = page.getByRole('figure', { name: 'Entities by country' });
      const germany = map.locator('[data-country="DE"]');
      await germany.waitFor();
      const { data } = listed.parse(await owner.ask('GET', '/sot'));
      const countries = new Set(data.flatMap(({ associate_country_1: code }) => code ?? []));
      for (const code of countries) expect(await map.locator(`[data-country="${code}"]`).count()).toBe(1);
      await germany.click();
      await page.waitForURL(/country=DE/);
      await page.getByText('Total: 1 entity').waitFor();
      await page.getByLabel('Sort by').selectOption('balance');
      await page.waitForURL(/sort=balance/);
      expect(await violationsInBothThemes(page)).toEqual([]);
    });
  });
}
