import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isDeep } from '../../../../test/depth.ts';
import { type Visitor, atPath, logOut, visit } from '../support/people.ts';
import type { DemoNetwork } from './network.ts';

/** Defines the tests of a first visit to a demo network whose history may still be loading. */
export function describeFirstLook(network: DemoNetwork): void {
  describe('the first look at the demo network, in the browser', () => {
    let person: Visitor;
    let server: DemoNetwork['server'];

    beforeAll(async () => {
      server = network.server;
      person = await visit(network.browser, server.url);
    });

    afterAll(() => person?.context.close());

    it('the sign-in page offers an account for each job, and leads to what to try', async () => {
      const { page } = person;
      await page.goto(`${server.url}/login`);
      const accounts = page.getByRole('region', { name: 'Demo accounts' });
      await accounts.getByText('fictional data').waitFor();
      for (const job of ['Compliance Officer', 'Directory Editor', 'Investigator']) {
        await accounts.getByRole('button', { name: `Demo ${job}` }).waitFor();
      }
      await accounts.getByRole('button', { name: 'Demo Team Lead' }).click();
      await atPath(page, '/home/what-to-try');
      await page.getByRole('heading', { name: 'What to try' }).waitFor();
      expect(await page.title()).toBe('What to try · Hopscope');
    });

    it('every story has places that the explorer shows', async () => {
      const { page } = person;
      const lists = page.getByRole('list', { name: /^Transactions and addresses: / });
      await expect.poll(() => lists.count(), { interval: 500 }).toBe(6);
      const links = await lists
        .getByRole('link')
        .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
      expect(links.length).toBeGreaterThan(15);
      expect(links.some((link) => link.includes('/transaction/0x'))).toBe(true);
      for (const link of links.filter((_, i) => isDeep || i % 9 === 0)) {
        await page.goto(`${server.url}${link}`);
        await page
          .getByRole('heading', { level: 1, name: /^Transaction$|^Unnamed address$|\(demo\)$/ })
          .waitFor();
      }
    });

    it('pages of both chains say that the network is a made-up one', async () => {
      const { page } = person;
      for (const path of ['block/100', 'block/100?blockchain=ethereum']) {
        await page.goto(`${server.url}/home/block-explorer/${path}`);
        await page
          .getByRole('heading', { name: /^Block/ })
          .first()
          .waitFor();
        await page.getByRole('note').getByText('Demo network.').waitFor();
      }
      await page.getByRole('note').getByRole('link', { name: 'What to try' }).click();
      await atPath(page, '/home/what-to-try');
    });

    it('another role is another person of the same organization', async () => {
      const { page } = person;
      await logOut(page);
      await page.getByRole('button', { name: 'Demo Compliance Officer' }).click();
      await atPath(page, '/home/what-to-try');
      await page.goto(`${server.url}/home/settings/organization/people`);
      for (const name of ['Demo Compliance Officer', 'Demo Team Lead'])
        await page.getByText(name).first().waitFor();
    });

    it('no page threw, broke the content policy or asked another server', () => {
      expect(person.complaints).toEqual({ errors: [], foreignRequests: [] });
    });
  });
}
