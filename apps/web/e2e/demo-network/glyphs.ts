import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoPerson } from '../support/demo-person.ts';
import type { Visitor } from '../support/people.ts';
import type { DemoNetwork } from './network.ts';

/** Pages whose fields and texts hold addresses. */
const paths = [
  '/home/risk-dashboard',
  '/home/block-explorer',
  '/home/flow-trace',
  '/home/compliance-screener',
];

/** The letters of a text as pixels: in one run, as people read it, or each letter shaped by itself. */
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
  const picture = await box.asElement()!.screenshot();
  await box.evaluate((element) => (element as Element).remove());
  return picture.toString('base64');
}

/** Letters of addresses are the ones that were typed: no font replaces them. */
export function describeGlyphs(network: DemoNetwork): void {
  describe('glyphs of addresses', () => {
    let visitor: Visitor;

    beforeAll(async () => {
      const person = await demoPerson(network.server.url, 'owner');
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
        ['/home/compliance-screener', 'Transaction or address'],
      ] as const) {
        await page.goto(network.server.url + path);
        const field = page.getByLabel(label).first();
        const font = await field.evaluate((input) => getComputedStyle(input).fontFamily);
        expect(font, path).toMatch(/JetBrains Mono/);
      }
    });
  });
}
