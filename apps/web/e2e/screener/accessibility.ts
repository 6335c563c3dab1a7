import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { violationsInBothThemes } from '../support/accessibility.ts';
import { type DemoScreener, openDemoScreener } from '../support/demo-screener.ts';
import type { DemoNetwork } from '../demo-network/network.ts';

const transactions = z.object({ txs: z.array(z.object({ txid: z.string() })) });
const movement = z.object({ txs: z.array(z.object({ txid: z.string(), from: z.string().nullable() })) });

export function describeAccessibility(network: DemoNetwork): void {
  describe('pages of the explorer for people who do not see them, or not well', () => {
    let screener: DemoScreener;
    let page: Page;
    let pages: Record<string, string>;

    beforeAll(async () => {
      screener = await openDemoScreener(network, 'hedy@example.org');
      page = screener.visitor.page;
      const { txs } = transactions.parse(
        await screener.ask(`/blockchain/address/${screener.pool}/transactions?limit=1`),
      );
      const ethereum = movement.parse(
        await screener.ask('/blockchain/block/200/transactions?blockchain=ethereum&limit=5'),
      );
      const base = '/home/block-explorer';
      pages = {
        start: base,
        block: `${base}/block/9`,
        transaction: `${base}/transaction/${txs[0]?.txid}`,
        address: `${base}/address/${screener.pool}`,
        counterparties: `${base}/address/${screener.pool}?show=counterparties`,
        coins: `${base}/address/${screener.pool}?show=coins`,
        compare: `${base}/compare?a=${screener.pool}&b=${screener.pool}`,
        several: `${base}/addresses?list=${screener.pool},nothing`,
        'Ethereum block': `${base}/block/200?blockchain=ethereum`,
        ...(ethereum.txs[0] && { 'Ethereum transaction': `${base}/transaction/${ethereum.txs[0].txid}` }),
        ...(ethereum.txs[0]?.from && { 'Ethereum address': `${base}/address/${ethereum.txs[0].from}` }),
        missing: `${base}/transaction/${'ab'.repeat(32)}`,
      };
    });

    afterAll(async () => {
      await screener?.close();
    });

    it('axe-core finds no violation in either theme', async () => {
      const found: Record<string, string[]> = {};
      for (const [name, path] of Object.entries(pages)) {
        await page.goto(screener.server.url + path);
        await page
          .getByRole('heading', { level: 1 })
          .or(page.getByRole('heading', { level: 2 }))
          .first()
          .waitFor();
        await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
        await expect.poll(async () => page.locator('[class*="Skeleton"]').count()).toBe(0);
        const violations = await violationsInBothThemes(page);
        if (violations.length > 0) found[name] = violations;
      }
      expect(found).toEqual({});
    });
  });
}
