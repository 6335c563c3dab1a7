import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { violationsInBothThemes } from '../support/accessibility.ts';
import { type DemoPerson, demoPerson } from '../support/demo-person.ts';
import type { Visitor } from '../support/people.ts';
import type { DemoNetwork } from './network.ts';

const stories = z.object({
  data: z.object({
    stories: z.array(
      z.object({ id: z.string(), places: z.array(z.object({ role: z.string(), value: z.string() })) }),
    ),
  }),
});
const summary = z.object({
  data: z.object({ total_received: z.number(), total_spent: z.number(), balance: z.number() }),
});
const history = z.object({
  steps: z.array(z.object({ balance: z.string().nullable() })).nullable(),
});
const score = z.object({ data: z.object({ score: z.number() }) });
const recount = z.object({ data: z.object({ score: z.number().nullable() }) });

const swaps = z.object({
  txs: z.array(
    z.object({ txid: z.string(), status: z.string(), method: z.object({ name: z.string() }).nullable() }),
  ),
});
const side = z.object({
  address: z.string(),
  parts: z.array(z.object({ amt: z.string(), asset: z.object({ contract: z.string().nullable() }) })),
});
const walks = z.object({
  data: z.object({
    walks: z.array(
      z.object({
        direction: z.string(),
        exposures: z.array(
          z.object({
            severity: z.number(),
            share: z.number(),
            path: z.array(z.object({ converted: z.object({ symbol: z.string() }).nullable() })),
          }),
        ),
      }),
    ),
  }),
});
const converted = z.object({
  data: z.object({ conversions: z.array(z.object({ gave: z.array(side), received: z.array(side) })) }),
});

/** Defines the tests of charts: their figures are those of the API, and each is also a table and a file. */
export function describeCharts(network: DemoNetwork): void {
  describe('charts on the demo network', () => {
    let visitor: Visitor;
    let page: Page;
    let owner: DemoPerson;
    let place: (story: string, role: string) => string;

    beforeAll(async () => {
      owner = await demoPerson(network.server.url, 'owner');
      const { data } = stories.parse(await owner.ask('GET', '/demo/stories'));
      place = (story, role) => {
        const found = data.stories.find(({ id }) => id === story)?.places.find((each) => each.role === role);
        if (!found) throw new Error(`The demo has no ${role} of ${story}`);
        return found.value;
      };
      visitor = await owner.enter(network.browser);
      page = visitor.page;
    });

    afterAll(() => visitor?.context.close());

    const card = (name: string | RegExp): Locator => page.getByRole('region', { name, exact: true });
    const open = (path: string) => page.goto(network.server.url + path);

    it('a frozen account says so, with the transaction, and has it as a factor of its score', async () => {
      const address = place('hack', 'frozen');
      await open(`/home/block-explorer/address/${address}`);
      const notice = page.getByRole('alert').filter({ hasText: 'Frozen.' });
      await notice.getByText('it cannot move DEMUSD').waitFor();
      await page.getByTitle('The issuer of a token has frozen this address').first().waitFor();
      await notice.getByRole('link', { name: 'Show transaction' }).click();
      await page.getByText('Blacklisted').first().waitFor();
      await open(`/home/risk-dashboard?address=${address}`);
      const factors = card('Risk factors').getByRole('listitem');
      const factor = factors.filter({ hasText: 'DEMUSD: frozen by its issuer' });
      await factor.getByText('Frozen by an issuer').waitFor();
    });

    async function sumOf(bars: Locator, attribute: string): Promise<bigint> {
      const values = await bars.evaluateAll(
        (all, name) => all.map((bar) => bar.getAttribute(name) ?? ''),
        attribute,
      );
      return values.reduce((sum, value) => sum + BigInt(value), 0n);
    }

    async function exported(chart: Locator, title: string, item: string): Promise<Buffer> {
      await chart.getByRole('button', { name: `Export ${title}` }).click();
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name: item }).click(),
      ]);
      return readFile(await file.path());
    }

    it('of an address add up to its totals, show what came and went in a day, and are saved as files', async () => {
      const thief = place('hack', 'thief');
      await open(`/home/block-explorer/address/${thief}`);
      const bars = card(/^In and out by (month|quarter|year)$/);
      await bars.getByRole('img').waitFor();
      const { data } = summary.parse(await owner.ask('GET', `/blockchain/address/${thief}`));
      expect(await sumOf(bars.locator('[data-received]'), 'data-received')).toBe(BigInt(data.total_received));
      expect(await sumOf(bars.locator('[data-spent]'), 'data-spent')).toBe(BigInt(data.total_spent));
      const title = await bars.getByRole('heading').innerText();
      await bars.getByRole('button', { name: 'Show table' }).click();
      await bars.getByRole('table', { name: 'Received and spent by period' }).waitFor();
      await bars.getByRole('button', { name: 'Show chart' }).click();

      const { steps } = history.parse(
        await owner.ask('GET', `/blockchain/address/${thief}/balance-history?steps=true`),
      );
      const balance = card('Balance over time');
      await balance.getByRole('img', { name: 'Balance over time' }).waitFor();
      await balance.getByRole('button', { name: 'Show table' }).click();
      const rows = balance
        .getByRole('table', { name: 'Balance after each transaction' })
        .locator('tr[data-row]');
      await expect.poll(() => rows.count()).toBe(Math.min(10, steps?.length ?? 0));
      expect(steps?.some(({ balance: after }) => BigInt(after ?? 0) > 0n)).toBe(true);

      const svg = (await exported(bars, title, 'SVG drawing')).toString('utf8');
      expect(svg).toMatch(/^<svg [^>]*xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
      expect(svg).toContain(title);
      expect(svg).not.toContain('var(--');
      const png = await exported(bars, title, 'PNG image');
      expect(png.subarray(1, 4).toString()).toBe('PNG');
    });

    it('of a score add up to it, and recount it without a factor', async () => {
      const customer = place('sanctioned', 'customer');
      const ask = (path: string, body: object) =>
        owner.ask('POST', `/risk-scoring/${path}`, { identifier: customer, type: 'address', ...body });
      await open(`/home/risk-dashboard?address=${customer}`);
      const chart = card('Composition of the score');
      const steps = chart.locator('[data-step]');
      await steps.first().waitFor();
      const shown = score.parse(await ask('calculate', {})).data.score;
      const total = chart.locator('[data-total]');
      const points = async (): Promise<number> => Number(await sumOf(steps, 'data-points'));
      expect([await points(), Number(await total.getAttribute('data-total'))]).toEqual([shown, shown]);
      const first = (await steps.first().getAttribute('data-step')) ?? '';
      await chart.getByRole('checkbox').first().uncheck();
      const without = recount.parse(await ask('recount', { without: [first] })).data.score;
      await expect.poll(() => total.getAttribute('data-total')).toBe(String(without ?? 'unknown'));
      if (without !== null) expect(await points()).toBe(without);
      await chart.getByRole('button', { name: 'Count all factors' }).click();
      await expect.poll(() => total.getAttribute('data-total')).toBe(String(shown));

      const rings = card('Direct and indirect exposure');
      await rings.getByRole('button', { name: 'Show table' }).click();
      const share = rings.getByRole('row').filter({ hasText: 'Source of funds' }).locator('td:last-child');
      const hundredths = (await share.allInnerTexts()).map((text) =>
        Math.round(Number.parseFloat(text) * 100),
      );
      expect(hundredths.reduce((sum, each) => sum + each, 0)).toBe(10_000);
    });

    it('of a transaction group its owners, below one sentence; live blocks lead to their pages', async () => {
      await open(`/home/block-explorer/transaction/${place('hack', 'theft')}`);
      await page
        .getByTestId('what-happened')
        .getByText(/ paid [\d,.]+ ?BTC.* to .*\.$/)
        .waitFor();
      const from = page.getByRole('figure', { name: /^Flow of coins/ }).getByRole('list', { name: 'From' });
      await from.getByRole('listitem').first().waitFor();
      const grouped = await from.getByRole('listitem').count();
      await page.getByText('Separate', { exact: true }).click();
      await expect.poll(() => from.getByRole('listitem').count()).toBeGreaterThanOrEqual(grouped);
      await open('/home/block-explorer');
      const block = card('Live blocks').getByRole('link').first();
      const name = await block.getAttribute('aria-label');
      expect(name).toMatch(/^Block [\d,]+, \d+ transactions?, /);
      await block.focus();
      await page.keyboard.press('Enter');
      await page.waitForURL(/\/home\/block-explorer\/block\/\d+/);
    });

    it('of a swap say what was converted, in the amounts of the API', async () => {
      const find = async () => {
        for (let height = 100; height < 400; height++) {
          const path = `/blockchain/block/${height}/transactions?blockchain=ethereum&limit=100`;
          // oxlint-disable-next-line no-await-in-loop
          const { txs } = swaps.parse(await owner.ask('GET', path));
          const swap = txs.find(
            ({ method, status }) => status === 'success' && method?.name.startsWith('swap'),
          );
          if (swap) return swap.txid;
        }
        throw new Error('The first blocks have no swap');
      };
      const txid = await find();
      const path = `/blockchain/transaction/${txid}`;
      const [conversion] = converted.parse(await owner.ask('GET', path)).data.conversions;
      await open(`/home/block-explorer/transaction/${txid}`);
      await page.getByTestId('what-happened').getByText('exchanged').waitFor();
      const rows = card('Conversions').getByRole('list', { name: 'Conversion' }).getByRole('listitem');
      await rows.first().waitFor();
      const digits = (text: string) => text.replaceAll(/\D/g, '').replace(/^0+|0+$/g, '');
      for (const [verb, sides] of [
        ['gave', conversion?.gave],
        ['received', conversion?.received],
      ] as const) {
        const [first] = sides ?? [];
        const row = rows.filter({ hasText: verb });
        expect(await row.count()).toBe(1);
        const [, amount = ''] = (await row.innerText()).split(verb);
        expect(digits(amount)).toBe(digits(first?.parts[0]?.amt ?? ''));
      }
      expect(await violationsInBothThemes(page)).toEqual([]);
    });

    it('of a score say what was converted on the way', async () => {
      /** Returns a receiver of swapped tokens, and the place of an exposure behind the swap in the table. */
      const find = async () => {
        // A block has few swaps, and not each path that is shown first leads through one.
        for (let height = 1200; height < 6000; height++) {
          const path = `/blockchain/block/${height}/transactions?blockchain=ethereum&limit=100`;
          // oxlint-disable-next-line no-await-in-loop
          const { txs } = swaps.parse(await owner.ask('GET', path));
          const swap = txs.find(
            ({ method, status }) => status === 'success' && method?.name.startsWith('swap'),
          );
          if (!swap) continue;
          // oxlint-disable-next-line no-await-in-loop
          const { data } = converted.parse(await owner.ask('GET', `/blockchain/transaction/${swap.txid}`));
          const [receiver] = data.conversions[0]?.received ?? [];
          const asset = receiver?.parts[0]?.asset.contract;
          if (!receiver || !asset) continue;
          const body = { identifier: receiver.address, type: 'address', asset };
          // oxlint-disable-next-line no-await-in-loop
          const found = walks.parse(await owner.ask('POST', '/risk-scoring/calculate', body)).data.walks;
          const exposures = (
            found.find(({ direction }) => direction === 'backward')?.exposures ?? []
          ).toSorted((a, b) => b.severity - a.severity || b.share - a.share);
          const number = exposures
            .slice(0, 8)
            .findIndex(({ path: steps }) => steps.some((step) => step.converted));
          const symbol = exposures[number]?.path.find((step) => step.converted)?.converted?.symbol;
          if (symbol !== undefined) return { address: receiver.address, asset, number, symbol };
        }
        throw new Error('No score leads through a swap');
      };
      const { address, asset, number, symbol } = await find();
      await open(`/home/risk-dashboard?address=${address}&asset=${asset}`);
      const exposure = card('Exposure');
      await exposure.getByRole('button', { name: 'Show path and evidence' }).nth(number).click();
      const steps = exposure.getByRole('list', { name: 'Path of transactions' });
      await steps.getByText(`converted from ${symbol}`).first().waitFor();
      await steps.getByText('received what became').first().waitFor();
    });

    it('fit a window of 360 px, and axe-core finds no violation', async () => {
      const places = [
        ['/home/block-explorer', 'Live blocks'],
        [`/home/block-explorer/address/${place('hack', 'thief')}`, 'Balance over time'],
        [`/home/block-explorer/transaction/${place('hack', 'theft')}`, 'Flow'],
        [`/home/risk-dashboard?address=${place('sanctioned', 'customer')}`, 'Composition of the score'],
      ] as const;
      const found: string[] = [];
      for (const [path, title] of places) {
        await page.setViewportSize({ width: 360, height: 800 });
        await open(path);
        await card(title).locator('svg[data-chart]').waitFor();
        expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(360);
        await page.setViewportSize({ width: 1280, height: 720 });
        found.push(...(await violationsInBothThemes(page)));
      }
      expect(found).toEqual([]);
      expect(visitor.complaints).toEqual({ errors: [], foreignRequests: [] });
    });
  });
}
