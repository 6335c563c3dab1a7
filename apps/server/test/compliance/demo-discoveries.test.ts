import { endpoints } from '@hopscope/contract';
import { expect, test } from 'vitest';
import { addDiscoveries, discoveriesIn } from '../../src/demo/demo-discoveries.ts';
import { addressText } from '../../src/contexts/directory/records/address-text.ts';
import { createDirectoryApi } from '../support/api/directory-api.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { subject } from '../support/servers/directory-source.ts';

const now = 1_000_000;
const keyOf = (number: number) => new Uint8Array(20).fill(number);
const addressOf = (number: number) => addressText('ethereum', keyOf(number), 'demo');
const later = (number: number, due = now + 1) =>
  ({ blockchain: 'ethereum', key: keyOf(number), entity: 'shop', confidence: 90, due }) as const;

function paying(...counterparties: [number, string | null][]) {
  return {
    blockchain: 'ethereum' as const,
    counterparties: counterparties.map(([number, entityId]) => ({
      address: addressOf(number),
      entityId,
      name: null,
      amount: null,
    })),
  };
}

test('the team finds out about unknown counterparties that the directory has later, most frequent first', () => {
  const transactions = [paying([1, null], [2, null]), paying([2, null], [3, 'known']), paying([4, null])];
  const attributions = [later(1), later(2), later(3), later(4, now - 1)];
  expect(discoveriesIn(transactions, attributions, now).map(({ address }) => address)).toEqual([
    addressOf(2),
    addressOf(1),
  ]);
  expect(discoveriesIn([], attributions, now)).toEqual([]);
});

describeWithDatabase('Discoveries of the demo team', (databases) => {
  test('are approved by a second editor, and the last one is left', async () => {
    const api = await createDirectoryApi(await databases.empty());
    const [ada, grace] = [await api.editor('ada@example.org'), await api.editor('grace@example.org')];
    const organizationId = await api.found(ada);
    await api.assign(organizationId, 'business');
    await api.enlist(ada, organizationId, grace, 'manager');
    await api.sync('demo', [subject('shop', { proper_name: 'Shop' }, { sameAs: 'shop' })]);
    const memberOf = async ({ accessToken, id }: typeof ada) => ({
      actor: await api.context.auth.authenticate(`Bearer ${accessToken}`),
      member: await api.context.memberships.require(
        { userId: id, emailKey: null, credentials: null },
        organizationId,
        'cases.write',
      ),
      origin: { ip: '127.0.0.1', userAgent: 'tests', requestId: 'tests' },
    });
    const discoveries = discoveriesIn(
      [paying([1, null], [2, null], [3, null])],
      [later(1), later(2), later(3)],
      now,
    );
    expect(discoveries).toHaveLength(3);
    const people = { author: await memberOf(ada), approver: await memberOf(grace) };
    await addDiscoveries(people, discoveries, api.context.directory);
    const { data } = await api.as(ada, endpoints.listDirectoryChanges, { query: { limit: 10 } });
    expect(
      data
        .map(({ state, author, decidedBy }) => [state, author.id, decidedBy?.id ?? null])
        .toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1)),
    ).toEqual([
      ['approved', ada.id, grace.id],
      ['approved', ada.id, grace.id],
      ['pending', ada.id, null],
    ]);
    const attributed = await api.as(ada, endpoints.listEntityAddresses, {
      params: { id: 'shop' },
      query: { limit: 10 },
    });
    expect(attributed.data).toHaveLength(2);
  });
});
