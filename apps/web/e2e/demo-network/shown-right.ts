import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type DemoPerson, demoPerson } from '../support/demo-person.ts';
import type { Visitor } from '../support/people.ts';
import type { DemoNetwork } from './network.ts';

const scores = z.object({
  data: z.array(z.object({ identifier: z.string(), state: z.string(), score: z.number().nullable() })),
});
const addresses = z.object({ data: z.array(z.object({ address: z.string(), blockchain: z.string() })) });
const list = z.object({
  data: z.object({ transactions: z.array(z.object({ _id: z.string(), screening: z.string() })) }),
});

/** Pages whose fields and texts contain addresses. */
const paths = [
  '/home/risk-dashboard',
  '/home/block-explorer',
  '/home/flow-trace',
  '/home/compliance-screener',
];

/** Renders the letters of a text to pixels: as one run, as people read it, or each letter shaped separately. */
async function pixelsOf(page: Page, text: string, apart: boolean): Promise<string> {
  const box = await page.evaluateHandle(
    ([letters, alone]) => {
      const element = document.createElement('div');
      element.style.cssText =
        'position:fixed;inset:0 auto auto 0;z-index:9999;width:400px;height:120px;background:#fff;color:#000;font-size:64px;line-height:120px;font-kerning:none';
      for (const part of alone ? letters.split('') : [letters]) {
        const span = document.createElement('span');
        span.textContent = part;
        if (alone) span.style.display = 'inline-block';
        element.append(span);
      }
      document.body.append(element);
      return element;
    },
    [text, apart] as const,
  );
  const picture = await box.asElement().screenshot();
  await box.evaluate((element) => (element as Element).remove());
  return picture.toString('base64');
}

/** Defines the tests that pages show what is known: letters, amounts, scores, and unknown values. */
export function describeShownRight(network: DemoNetwork): void {
  describe('what is shown is right', () => {
    let visitor: Visitor;
    let person: DemoPerson;

    beforeAll(async () => {
      person = await demoPerson(network.server.url, 'owner');
      visitor = await person.enter(network.browser);
    });

    afterAll(() => visitor?.context.close());

    it('the x of "2x2" is drawn as a lone x, not as a multiplication sign', async () => {
      const { page } = visitor;
      await page.goto(`${network.server.url}/home/risk-dashboard`);
      await page.getByRole('heading', { name: 'Welcome to Risk Dashboard' }).waitFor();
      await page.evaluate(() => document.fonts.load('64px "Inter Variable"'));
      const together = await pixelsOf(page, '2x2', false);
      expect(together).toBe(await pixelsOf(page, '2x2', true));
      expect(together).not.toBe(await pixelsOf(page, '2×2', true));
    });

    it('no element replaces letters, and fields for addresses are monospaced', async () => {
      const { page } = visitor;
      for (const path of paths) {
        await page.goto(network.server.url + path);
        await page.getByRole('main').waitFor();
        const ligatures = await page.evaluate(() => [
          ...new Set(
            [...document.querySelectorAll('*')].map((each) => getComputedStyle(each).fontVariantLigatures),
          ),
        ]);
        expect(ligatures, path).toEqual(['none']);
      }
      for (const [path, label] of [
        ['/home/risk-dashboard', 'Address to analyze'],
        ['/home/block-explorer', /^Search/],
        ['/home/compliance-screener?tab=unassigned', 'Transaction or address'],
      ] as const) {
        await page.goto(network.server.url + path);
        const field = page.getByLabel(label).first();
        const font = await field.evaluate((input) => getComputedStyle(input).fontFamily);
        expect(font, path).toMatch(/JetBrains Mono/);
      }
    });

    /** Finds a monitored address whose score is in a state. */
    async function addressIn(state: string, from = 0): Promise<string> {
      for (;;) {
        const { data } = addresses.parse(await person.ask('GET', '/compliance/monitored-addresses'));
        const items = data.map(({ address }) => ({ identifier: address, type: 'address' }));
        const scored =
          items.length === 0
            ? []
            : scores.parse(await person.ask('POST', '/risk-scoring/bulk', { items: items.slice(0, 60) }))
                .data;
        const found = scored.find((each) => each.state === state && (each.score ?? 0) >= from);
        if (found) return found.identifier;
        await new Promise((resolve) => setTimeout(resolve, 1000));
      }
    }

    it('below 80% coverage a low score is no verdict: the page says so, gray and with the share', async () => {
      const { page } = visitor;
      const address = await addressIn('not_enough_seen');
      await page.goto(`${network.server.url}/home/risk-dashboard?address=${address}`);
      const card = page.getByRole('region', { name: 'Risk score', exact: true });
      await card.getByRole('img', { name: 'Risk score unknown: Insufficient data' }).waitFor();
      await card.getByText(/Only \d+(\.\d+)?% of (received|sent) funds could be traced/).waitFor();
      expect(await card.getByText('Very Low').count()).toBe(0);
      await page.goto(`${network.server.url}/home/block-explorer/address/${address}`);
      await page.getByRole('region', { name: 'Risk', exact: true }).getByText('Insufficient data').waitFor();
    }, 120_000);

    it('whoever multiplies the formula of a score gets the score', async () => {
      const { page } = visitor;
      await page.goto(`${network.server.url}/home/risk-dashboard?address=${await addressIn('scored', 50)}`);
      const card = page.getByRole('region', { name: 'Risk score', exact: true });
      const gauge = card.getByRole('img', { name: /^Risk score \d+/ });
      await gauge.waitFor();
      const shown = /\d+/.exec((await gauge.getAttribute('aria-label')) ?? '')?.[0];
      const formula = await card.getByRole('group', { name: 'Score calculation' }).innerText();
      const last = formula.trim().split('\n').at(-1) ?? '';
      const product = (last.split(' = ')[0] ?? '')
        .replace(/^.*: /, '')
        .split(' + ')
        .map((term) => (term.match(/[\d.]+/g) ?? []).map(Number).reduce((a, b) => a * b))
        .reduce((a, b) => a + b);
      expect(String(Math.round(product))).toBe(shown);
      expect(last).toContain(`rounded ${shown ?? ''}`);
    }, 120_000);

    it('a failed name is not "Unnamed address"', async () => {
      const { page } = visitor;
      await page.route('**/blockchain/attributions', (route) => route.fulfill({ status: 500, body: '{}' }));
      await page.goto(`${network.server.url}/home/risk-dashboard?address=${await addressIn('scored')}`);
      await page.getByRole('heading', { name: 'Failed to load the name' }).waitFor({ timeout: 60_000 });
      await page.unrouteAll({ behavior: 'wait' });
    }, 120_000);

    //
    it('the amount of every row is in view on laptops, and hashes are shorter under 1080 px', async () => {
      const { page } = visitor;
      const address = await addressIn('scored');
      for (const width of [1440, 1366, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        await page.goto(`${network.server.url}/home/block-explorer/address/${address}`);
        const amount = page.locator('main tr[data-row] td:last-child').first();
        await amount.waitFor();
        const box = await amount.boundingBox();
        const table = await page.locator('main table').first().locator('..').boundingBox();
        expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(
          (table?.x ?? 0) + (table?.width ?? 0) + 1,
        );
      }
      const identity = page.getByTitle(address).first();
      await page.getByText(address, { exact: true }).first().waitFor();
      await page.setViewportSize({ width: 1000, height: 800 });
      await identity.waitFor();
      await page.setViewportSize({ width: 1440, height: 900 });
    }, 120_000);

    it('an approval above the threshold repeats amount, counterparty and finding, and asks for a reason', async () => {
      const { page } = visitor;
      const path = '/compliance/transactions?overThreshold=true&status=UNASSIGNED&limit=1';
      let id: string | undefined;
      while (id === undefined) {
        id = list.parse(await person.ask('GET', path)).data.transactions[0]?._id;
        if (id === undefined) await new Promise((resolve) => setTimeout(resolve, 1000));
      }
      await page.goto(`${network.server.url}/home/compliance-screener?transaction=${id}`);
      await page.getByRole('button', { name: 'Approve…' }).click();
      const dialog = page.getByRole('dialog', { name: 'Approve transaction', exact: true });
      for (const name of ['Amount', 'From', 'Risk', 'Finding'])
        await dialog.getByText(name, { exact: true }).first().waitFor();
      await dialog.getByRole('button', { name: 'Approve', exact: true }).click();
      await dialog.getByText('Please enter a reason').waitFor();
      await dialog.getByLabel('Reason').fill('License of the sender checked');
      await dialog.getByRole('button', { name: 'Approve', exact: true }).click();
      await page.getByText('Proposed: awaiting approval by another person').waitFor();
    }, 120_000);

    it('a name in the search is no mistyped address, and Enter shows all entities of that name', async () => {
      const { page } = visitor;
      await page.goto(`${network.server.url}/home/block-explorer`);
      const field = page.getByRole('textbox', { name: 'Search', exact: true });
      await field.fill('demo');
      await page.getByText('Press Enter to show matching entities.').waitFor();
      expect(await field.getAttribute('aria-invalid')).toBe('false');
      await field.press('Enter');
      await page.waitForURL(/\/home\/blockham\?search=demo/);
      const box = page.getByRole('combobox', { name: 'Search entities' });
      await page.locator('[role="option"]').first().waitFor();
      await box.press('Enter');
      expect(new URL(page.url()).searchParams.get('search')).toBe('demo');
      await page.locator('[role="option"]').nth(1).waitFor();
    }, 120_000);

    it('facts of an entity that nobody knows are unknown, website and legal information too', async () => {
      const { page } = visitor;
      await page.goto(`${network.server.url}/home/blockham?search=demo`);
      await page.locator('[role="option"]').first().click();
      const contact = page.getByRole('region', { name: 'Contact', exact: true });
      // Each has a value, or is named among the unknown ones.
      for (const name of ['Website', 'Legal information']) {
        const unknown = contact
          .locator('dt', { hasText: 'Unknown' })
          .locator('xpath=following-sibling::dd[1]');
        const named = contact.locator('dt', { hasText: name }).or(unknown.filter({ hasText: name }));
        await named.first().waitFor();
      }
    }, 120_000);

    it('the sample screens are reachable from the Screener and answer per row', async () => {
      const { page } = visitor;
      await page.goto(`${network.server.url}/home/compliance-screener`);
      await page.getByRole('link', { name: 'Sample dashboard' }).click();
      await page.getByText('11,203').waitFor();
      const approved = 'a4e5736e5435b85f4c055e096e5d27ac6f05ce40a1c622dd50b1de4c2820296d';
      await page.goto(
        `${network.server.url}/home/compliance-dashboard?transaction=${approved}&part=compliance`,
      );
      const dialog = page.getByRole('dialog').last();
      await dialog.getByText('Sanctions list screening').waitFor();
      expect(await dialog.getByText('Failed', { exact: true }).count()).toBe(0);
    });
  });
}
