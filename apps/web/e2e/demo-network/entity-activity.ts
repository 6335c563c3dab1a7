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
const received = z.object({
  data: z.object({
    total_received: z.number(),
    coverage: z.object({ ranges: z.array(z.object({ to: z.number() })) }),
  }),
});
const counterparties = z.object({ sums: z.object({ amt: z.string() }) });
const entityFlows = z.object({
  data: z.object({
    flows: z.array(
      z.object({
        from: z.string(),
        to: z.string(),
        weeks: z.array(z.object({ week: z.string(), amount: z.string() })),
      }),
    ),
  }),
});
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
      await open('/home/blockham?show=map');
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

    it('shows flows between entities, whose amounts are those of the API, in a period', async () => {
      // Answers change every ten minutes: the one that the page shows counts.
      const answer = page.waitForResponse((response) => response.url().includes('/sot/flows'));
      await open('/home/blockham?show=flows');
      const { data } = entityFlows.parse(await (await answer).json());
      const grid = card('Grid');
      await grid.locator('[data-pair]').first().waitFor();
      await card('Ring').locator('[data-pair]').first().waitFor();
      await page.getByRole('radiogroup', { name: 'Period' }).getByText('All', { exact: true }).click();
      const drawn = async (of: Locator) =>
        of
          .locator('[data-pair]')
          .evaluateAll((all) =>
            all.map((each) => `${each.getAttribute('data-pair')} ${each.getAttribute('data-amount')}`),
          );
      const all = data.flows.map(
        ({ from, to, weeks }) => `${from} ${to} ${sum(weeks.map(({ amount }) => amount))}`,
      );
      const shown = await drawn(grid);
      expect(shown.length).toBeGreaterThan(5);
      expect(all).toEqual(expect.arrayContaining(shown));
      expect((await drawn(card('Ring'))).toSorted()).toEqual(shown.toSorted());
      await grid.locator('[data-pair]').first().click();
      await grid.getByRole('status').getByRole('link').first().waitFor();
      expect(await violationsInBothThemes(page)).toEqual([]);
      const weeks = data.flows.flatMap((flow) => flow.weeks.map(({ week }) => week)).toSorted();
      await page.getByLabel('As of').fill('0');
      await page.getByRole('radiogroup', { name: 'Period' }).getByText('4 weeks', { exact: true }).click();
      const first = data.flows.filter((flow) => flow.weeks.some(({ week }) => week === weeks[0]));
      expect((await drawn(grid)).length).toBe(first.length);
    });

    it('figures open their evidence: value, blocks, hash, and a citation', async () => {
      const { data } = stories.parse(await owner.ask('GET', '/demo/stories'));
      const thief =
        data.stories.flatMap(({ places }) => places).find(({ role }) => role === 'thief')?.value ?? '';
      await open(`/home/block-explorer/address/${thief}`);
      await page.getByRole('button', { name: 'Evidence of Received' }).click();
      const evidence = page.getByRole('dialog', { name: 'Evidence of Received' });
      const { data: summary } = received.parse(await owner.ask('GET', `/blockchain/address/${thief}`));
      const { to: height } = summary.coverage.ranges.at(-1) ?? { to: 0 };
      const amount = `${(BigInt(summary.total_received) / 100_000_000n).toString()}.`;
      await evidence.getByText(/^Received of /).waitFor();
      await evidence.getByText(/Bitcoin block \d+ \([0-9a-f]{64}\)/).waitFor();
      const text = await evidence.innerText();
      expect(text).toContain(amount);
      expect(text).toContain(thief);
      expect(Number(/Bitcoin block (\d+)/.exec(text)?.[1])).toBeLessThanOrEqual(height);
      expect(await violationsInBothThemes(page)).toEqual([]);
      await page.keyboard.press('Escape');
    });
  });
}
