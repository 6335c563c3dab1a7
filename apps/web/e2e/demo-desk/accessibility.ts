import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { violationsInBothThemes } from '../support/accessibility.ts';
import { type DemoDesk, openDemoDesk } from '../support/demo-desk.ts';
import type { DemoNetwork } from '../demo-network/network.ts';

const transactions = z.object({ txs: z.array(z.object({ txid: z.string() })) });
const movement = z.object({ txs: z.array(z.object({ txid: z.string(), from: z.string().nullable() })) });

export function describeAccessibility(network: DemoNetwork): void {
  describe('pages of the explorer for people who do not see them, or not well', () => {
    let desk: DemoDesk;
    let page: Page;
    let pages: Record<string, string>;

    beforeAll(async () => {
      desk = await openDemoDesk(network, 'hedy@example.org');
      page = desk.visitor.page;
      const { txs } = transactions.parse(
        await desk.ask(`/blockchain/address/${desk.pool}/transactions?limit=1`),
      );
      const ethereum = movement.parse(
        await desk.ask('/blockchain/block/200/transactions?blockchain=ethereum&limit=5'),
      );
      const base = '/home/block-explorer';
      pages = {
        start: base,
        block: `${base}/block/9`,
        transaction: `${base}/transaction/${txs[0]?.txid}`,
        address: `${base}/address/${desk.pool}`,
        counterparties: `${base}/address/${desk.pool}?show=counterparties`,
        coins: `${base}/address/${desk.pool}?show=coins`,
        compare: `${base}/compare?a=${desk.pool}&b=${desk.pool}`,
        several: `${base}/addresses?list=${desk.pool},nothing`,
        'Ethereum block': `${base}/block/200?blockchain=ethereum`,
        ...(ethereum.txs[0] && { 'Ethereum transaction': `${base}/transaction/${ethereum.txs[0].txid}` }),
        ...(ethereum.txs[0]?.from && { 'Ethereum address': `${base}/address/${ethereum.txs[0].from}` }),
        missing: `${base}/transaction/${'ab'.repeat(32)}`,
      };
    });

    afterAll(async () => {
      await desk?.close();
    });

    it('axe-core finds no violation in either theme', async () => {
      const found: Record<string, string[]> = {};
      for (const [name, path] of Object.entries(pages)) {
        await page.goto(desk.server.url + path);
        await page
          .getByRole('heading', { level: 1 })
          .or(page.getByRole('heading', { level: 2 }))
          .first()
          .waitFor();
        await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
        await expect.poll(async () => page.locator('[class*="Bone"]').count()).toBe(0);
        const violations = await violationsInBothThemes(page);
        if (violations.length > 0) found[name] = violations;
      }
      expect(found).toEqual({});
    });
  });
}
