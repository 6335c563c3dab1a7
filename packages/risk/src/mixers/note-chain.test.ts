import { expect, test } from 'vitest';
import { findDepositors, findRecipients } from './find-depositors.ts';
import { bookOf, contactsOf, described, inBlock, type Use, withdrawalOf } from './mixer-book.fixture.ts';

const withdrawal = withdrawalOf({ recipient: 'two', pool: 'p', position: inBlock(1000) });
/** Ada's note goes to one, from there to two, and from there to three, who keeps it. */
const deposits: Use[] = [
  ['ada', 'p', inBlock(100)],
  ['one', 'p', inBlock(530)],
  ['two', 'q', inBlock(1050)],
  ['bob', 'p', inBlock(600)],
];
const withdrawals: Use[] = [
  ['one', 'p', inBlock(500)],
  ['two', 'p', inBlock(1000)],
  ['three', 'q', inBlock(2000)],
  ['dan', 'p', inBlock(700)],
];
const many = Array.from({ length: 11 }, (_, i) => `friend ${i}`);
const contacts = Object.fromEntries(
  ['one', 'two', 'three', 'eve', 'fay'].map((account) => [account, contactsOf(1, many.slice(1))]),
);
const found = async (given: readonly Use[], taken: readonly Use[], most = 200) =>
  described(await findDepositors(withdrawal, bookOf(given, taken, { contacts, most })));

test('the account before the recipient, where both deposited at once what they had withdrawn', async () => {
  expect(await found(deposits, withdrawals)).toEqual(['note_chain one 1']);
  const book = bookOf(deposits, withdrawals, { contacts });
  const deposit = { account: 'one', price: null, pool: 'p', position: inBlock(530) };
  expect(described(await findRecipients(deposit, book))).toEqual(['note_chain two 1']);
  // Who deposited without a withdrawal is in no chain, and neither is who kept it.
  expect(await findRecipients({ ...deposit, account: 'bob', position: inBlock(600) }, book)).toEqual([]);
  const last = withdrawalOf({ recipient: 'three', pool: 'q', position: inBlock(2000) });
  expect(await findDepositors(last, book)).toEqual([]);
  const first = withdrawalOf({ recipient: 'one', pool: 'p', position: inBlock(500) });
  expect(await findDepositors(first, book)).toEqual([]);
});

test('within 50 blocks, on both sides', async () => {
  const later = deposits.map(([account, pool, position = 0]): Use => {
    return [account, pool, account === 'two' ? inBlock(1051) : position];
  });
  expect(await found(later, withdrawals)).toEqual([]);
  const slow = deposits.map(([account, pool, position = 0]): Use => {
    return [account, pool, account === 'one' ? inBlock(551) : position];
  });
  expect(await found(slow, withdrawals)).toEqual([]);
  // Before the withdrawal, and of another account.
  const before = deposits.map(([account, pool, position = 0]): Use => {
    return [account, pool, account === 'two' ? inBlock(999) : position];
  });
  expect(await found(before, withdrawals)).toEqual([]);
});

test('nobody where two accounts did so since the last chain went on', async () => {
  const other: Use[] = [['eve', 'p', inBlock(610)]];
  const into: Use[] = [['eve', 'q', inBlock(605)]];
  expect(await found([...deposits, ...other], [...withdrawals, ...into])).toEqual([]);
  // If a chain took a note out after the first of them, only the later one is left.
  const next: Use[] = [...withdrawals, ...into, ['fay', 'p', inBlock(605)]];
  const given: Use[] = [...deposits, ...other, ['fay', 'q', inBlock(620)]];
  expect(await found(given, next)).toEqual(['note_chain eve 1']);
});

test('with more uses than are looked at, nobody', async () => {
  expect(await found(deposits, withdrawals, 0)).toEqual([]);
  const more = Array.from({ length: 101 }, (_, i): Use => [`other ${i}`, 'p', inBlock(800 + i)]);
  expect(await found([...deposits, ...more], withdrawals)).toEqual([]);
});

test('not of accounts that are in use, or that nothing is known of', async () => {
  for (const account of ['one', 'two']) {
    for (const known of [contactsOf(1, many), null]) {
      const book = bookOf(deposits, withdrawals, { contacts: { ...contacts, [account]: known } });
      expect(await findDepositors(withdrawal, book)).toEqual([]);
    }
  }
});
