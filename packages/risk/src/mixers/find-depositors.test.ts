import { expect, test } from 'vitest';
import { findDepositors, findRecipients } from './find-depositors.ts';
import { bookOf, contactsOf, described, type Use, withdrawalOf } from './mixer-book.fixture.ts';
import type { MixerBook, MixerWithdrawal } from './mixer-book.ts';

async function found(withdrawal: MixerWithdrawal, book: MixerBook): Promise<string[]> {
  return described(await findDepositors(withdrawal, book));
}
const withdrawal = withdrawalOf({ recipient: 'heir', pool: 'p', position: 50 });

test('a recipient that made deposits into the pool before, or who sent the withdrawal without a relayer', async () => {
  const deposits: Use[] = [
    ['heir', 'p', 10, 20, 60],
    ['ada', 'p', 30],
    ['heir', 'q', 5],
  ];
  expect(await found(withdrawal, bookOf(deposits, []))).toEqual(['same_account heir 2']);
  expect(await found({ ...withdrawal, sender: 'ada' }, bookOf(deposits, []))).toEqual([
    'same_account heir 2',
    'same_account ada 1',
  ]);
  expect(await found({ ...withdrawal, position: 10 }, bookOf(deposits, []))).toEqual([]);
});

test('accounts that the recipient paid or was paid by, if it began with a withdrawal and has not too many', async () => {
  const deposits: Use[] = [
    ['ada', 'p', 30],
    ['bob', 'p', 60],
    ['cy', 'q', 30],
  ];
  const taken: Use[] = [['heir', 'p', 50]];
  const accounts = ['ada', 'bob', 'cy', 'dan', 'heir'];
  const linked = ['linked_account ada 1'];
  expect(
    await found(withdrawal, bookOf(deposits, taken, { contacts: { heir: contactsOf(50, accounts) } })),
  ).toEqual(linked);
  expect(
    await found(withdrawal, bookOf(deposits, taken, { contacts: { heir: contactsOf(49, accounts) } })),
  ).toEqual([]);
  expect(await found(withdrawal, bookOf(deposits, taken, { contacts: { heir: null } }))).toEqual([]);
  const many = [...accounts, ...Array.from({ length: 6 }, (_, i) => `shop ${i}`)];
  expect(
    await found(withdrawal, bookOf(deposits, taken, { contacts: { heir: contactsOf(50, many) } })),
  ).toEqual([]);
});

test('the only account with as many deposits into each pool as there were withdrawals, before and as quickly', async () => {
  const withdrawals: Use[] = [
    ['heir', 'p', 50, 70],
    ['heir', 'q', 60],
  ];
  const ada: Use[] = [
    ['ada', 'p', 10, 20],
    ['ada', 'q', 30],
  ];
  const others: Use[] = [
    // Not into the other pool, too late, once more, and over more blocks.
    ['bob', 'p', 10, 20],
    ['cy', 'p', 10, 20],
    ['cy', 'q', 65],
    ['dan', 'p', 55, 56],
    ['dan', 'q', 30],
    ['eve', 'p', 10, 20, 30],
    ['eve', 'q', 30],
    ['gil', 'p', 10, 40],
    ['gil', 'q', 30],
  ];
  expect(await found(withdrawal, bookOf([...ada, ...others], withdrawals))).toEqual(['same_counts ada 2']);
  // Another account with the same counts: nobody is named.
  const twin = [...ada, ...ada.map(([, ...rest]): Use => ['fay', ...rest])];
  expect(await found(withdrawal, bookOf(twin, withdrawals))).toEqual([]);
  // Two withdrawals are too few.
  expect(await found(withdrawal, bookOf(ada.slice(0, 1), withdrawals.slice(0, 1)))).toEqual([]);
  expect(await found({ ...withdrawal, recipient: 'nobody' }, bookOf(ada, withdrawals))).toEqual([]);
});

test('recipients of a deposit are those for whose withdrawals its account is found', async () => {
  const deposits: Use[] = [
    ['ada', 'p', 10, 20],
    ['ada', 'q', 30],
  ];
  const withdrawals: Use[] = [
    ['heir', 'p', 50, 70],
    ['heir', 'q', 60],
    ['ada', 'p', 80],
    ['friend', 'p', 15],
    ['cousin', 'p', 90],
    ['stranger', 'p', 91, 92],
  ];
  const book = bookOf(deposits, withdrawals, {
    contacts: {
      ada: contactsOf(1, ['friend'], ['cousin', 'stranger']),
      friend: contactsOf(15, [], ['ada']),
      cousin: contactsOf(90, ['ada']),
      stranger: contactsOf(3, ['ada']),
    },
    relayers: { 91: 'other', 92: 'other' },
  });
  expect(
    described(await findRecipients({ account: 'ada', price: null, pool: 'p', position: 20 }, book)).sort(),
  ).toEqual(['linked_account cousin 1', 'same_account ada 1', 'same_counts heir 2']);
  expect(await findRecipients({ account: 'ada', price: null, pool: 'p', position: 95 }, book)).toEqual([]);
});

test('recipients with the same count are looked at only if their withdrawals can match', async () => {
  const deposits: Use[] = [
    ['ada', 'p', 10, 11, 12],
    ['ada', 'q', 13],
  ];
  const withdrawals: Use[] = [
    ['heir', 'p', 60, 65, 70],
    ['heir', 'q', 61],
    ['other', 'p', 62, 63, 64],
    ['other', 'r', 65],
    ['many', 'p', 71, 72, 73],
    ['many', 'q', 74, 75],
  ];
  const book = bookOf(deposits, withdrawals);
  const asked: string[] = [];
  const counting: MixerBook = {
    ...book,
    contactsOf: async (account, most) => {
      asked.push(account);
      return book.contactsOf(account, most);
    },
  };
  const links = await findRecipients({ account: 'ada', price: null, pool: 'p', position: 11 }, counting);
  expect(described(links)).toEqual(['same_counts heir 3']);
  expect(new Set(asked)).toEqual(new Set(['ada', 'heir']));
});

test('of a deposit, at most 100 accounts are looked at, those that withdrew first', async () => {
  const friends = Array.from({ length: 150 }, (_, i) => `friend ${i}`);
  const taken = friends.map((friend, i): Use => [friend, 'p', 500 - i]);
  const book = bookOf([['ada', 'p', 10]], taken, {
    contacts: {
      ada: contactsOf(1, friends),
      ...Object.fromEntries(friends.map((friend, i) => [friend, contactsOf(500 - i, [], ['ada'])])),
    },
    relayers: Object.fromEntries(friends.map((friend, i) => [500 - i, `relayer of ${friend}`])),
  });
  const links = await findRecipients({ account: 'ada', price: null, pool: 'p', position: 10 }, book);
  expect(described(links)).toEqual(
    friends
      .slice(50)
      .toReversed()
      .map((friend) => `linked_account ${friend} 1`),
  );
});
