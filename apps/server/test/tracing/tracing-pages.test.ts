import { endpoints } from '@hopscope/contract';
import { expect, test } from 'vitest';
import { addressOf, coin, createPurse, openStory } from '../support/api/tracing-story.ts';
import { describeWithDatabase } from '../support/databases.ts';

describeWithDatabase('Pages of transfers that are counted by transactions', (databases) => {
  test('have all transfers of each transaction, and follow each other without a gap', async () => {
    const purse = createPurse();
    const { pay } = purse;
    pay(['mine', 'mine'], [['payer', 40n * coin]]);
    for (let i = 0; i < 5; i++)
      pay(
        ['payer'],
        [
          [`a${i}`, coin],
          [`b${i}`, coin],
          ['payer', (30n - BigInt(i) * 3n) * coin],
        ],
      );
    const { api, ada } = await openStory(await databases.empty(), purse);
    const expand = (more: object) =>
      api.as(ada, endpoints.expandFlow, { body: { address: addressOf('payer'), ...more } });
    const all = await expand({});
    const found: typeof all.transfers = [];
    let after: string | undefined;
    for (let page = 0; page < 4; page++) {
      const answer = await expand({ limit: 2, count: 'transactions', ...(after !== undefined && { after }) });
      expect(new Set(answer.transfers.map(({ transaction }) => transaction)).size).toBeLessThanOrEqual(2);
      expect(answer.partly).toEqual([]);
      found.push(...answer.transfers);
      after = answer.pagination.next ?? undefined;
      if (after === undefined) break;
    }
    expect(found).toEqual(all.transfers);
    expect(all.transfers.length).toBeGreaterThan(10);
  });
});
