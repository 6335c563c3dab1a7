import { createHash } from 'node:crypto';
import type { Hashing } from '@hopscope/chain';
import { expect, test } from 'vitest';
import { simulateBitcoin } from './bitcoin/simulation.ts';
import { createStoryBook } from './story-book.ts';

const hashing: Hashing = {
  sha256: (bytes) => createHash('sha256').update(bytes).digest(),
  ripemd160: (bytes) => createHash('ripemd160').update(bytes).digest(),
};

test('within a year every story of the Bitcoin side has happened, and names at most two places of a role', () => {
  const book = createStoryBook();
  const length = 365 * 86_400;
  const start = 1_700_000_000;
  const options = {
    seed: 7,
    start,
    length,
    blockInterval: 7200,
    transactions: 6000,
    ethereumTransactions: 0,
    hashing,
  };
  const simulation = simulateBitcoin(options, book.emit);
  for (let time = start; time < start + length; time += 7200) simulation.next(time);
  const places = book.places();
  const rolesOf = (story: Parameters<typeof places.get>[0]): string[] => [
    ...new Set(places.get(story)?.map(({ role }) => role)),
  ];
  expect(rolesOf('hack')).toEqual(expect.arrayContaining(['theft', 'thief', 'peel']));
  expect(rolesOf('ransomware')).toEqual(expect.arrayContaining(['victim_payment', 'collector']));
  expect(rolesOf('mixer')).toEqual(['mixer_deposit', 'mixer_payout']);
  expect(rolesOf('sanctioned').toSorted()).toEqual(['customer', 'sanctioned_deposit', 'sanctioned_wallet']);
  expect(rolesOf('structuring')).toEqual(['structured_deposit', 'customer']);
  expect(rolesOf('clean_customer')).toEqual(['payment', 'customer', 'exchange_wallet']);
  for (const list of places.values()) {
    for (const { role } of list) expect(list.filter((place) => place.role === role).length).toBeLessThan(3);
    for (const { kind, value } of list) {
      expect(value).toMatch(kind === 'transaction' ? /^[0-9a-f]{64}$/ : /^(?:demo|bc)1|^[13]/);
    }
  }
});
