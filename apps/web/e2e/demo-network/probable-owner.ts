import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type DemoPerson, demoPerson } from '../support/demo-person.ts';
import { until } from '../../../../test/until.ts';
import type { Visitor } from '../support/people.ts';
import { wholeHistory } from '../support/whole-history.ts';
import type { DemoNetwork } from './network.ts';

const block = z.object({
  txs: z.array(z.object({ inputs: z.array(z.object({ addr: z.string().nullable() })) })),
});
const owner = z.object({
  data: z.object({ addresses: z.int(), transactions: z.int(), complete: z.boolean() }),
  parts: z.array(
    z.object({ addr: z.string(), link: z.object({ txid: z.string(), output: z.int() }).nullable() }),
  ),
});

/** Defines the tests of the probable owner of an address. */
export function describeProbableOwner(network: DemoNetwork): void {
  describe('the probable owner', () => {
    let visitor: Visitor;
    let person: DemoPerson;

    beforeAll(async () => {
      person = await demoPerson(network.server.url, 'owner');
      visitor = await person.enter(network.browser);
    });

    afterAll(() => visitor?.context.close());

    /** Returns a payer of a recent block whose probable owner has several parts. */
    async function findOwner(): Promise<string> {
      const { bitcoin } = await until('the whole history is stored', async () => {
        const answered = wholeHistory.safeParse(await person.ask('GET', '/health'));
        return answered.success && answered.data;
      });
      for (let height = bitcoin.height; height > bitcoin.height - 500; height--) {
        const { txs } = block.parse(
          await person.ask(
            'GET',
            `/blockchain/block/${height}/transactions?blockchain=bitcoin&page=1&limit=20`,
          ),
        );
        for (const address of txs.flatMap(({ inputs }) => inputs[0]?.addr ?? [])) {
          const path = `/blockchain/bitcoin/address/${address}/probable-owner`;
          const found = owner.parse(await person.ask('GET', path));
          if (found.parts.length > 2 && found.data.complete) return address;
        }
      }
      throw new Error('No owner with several parts');
    }

    it('lists what received change, with why, and the transaction marks that output', async () => {
      const address = await findOwner();
      const { page } = visitor;
      await page.goto(`${network.server.url}/home/block-explorer/address/${address}`);
      // What the page got: a block may have arrived since the address was found.
      const answered = page.waitForResponse((response) => response.url().includes('/probable-owner'));
      await page.getByRole('button', { name: 'Probable owner' }).click();
      const found = owner.parse(await (await answered).json());
      const dialog = page.getByRole('dialog', { name: 'Probable owner' });
      await dialog.getByText(`${found.data.addresses} addresses, from `).waitFor();
      expect(await dialog.getByText('Change of').count()).toBe(found.parts.length - 1);
      await dialog.getByRole('radiogroup').getByText('99.9%', { exact: true }).click();
      await dialog.getByText('Has the address that you opened').waitFor();
      const link = found.parts.at(1)?.link;
      await page.goto(`${network.server.url}/home/block-explorer/transaction/${link?.txid ?? ''}`);
      await page.getByText(/· change 99%/).waitFor();
    });
  });
}
