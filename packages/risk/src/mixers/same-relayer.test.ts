import { expect, test } from 'vitest';
import { findDepositors, findRecipients } from './find-depositors.ts';
import { bookOf, contactsOf, described, inBlock, type Use, withdrawalOf } from './mixer-book.fixture.ts';

const withdrawal = withdrawalOf({ recipient: 'one', pool: 'p', position: inBlock(10_000) });
const deposits: Use[] = [
  ['ada', 'p', inBlock(10)],
  ['bob', 'p', inBlock(20)],
  ['safe', 'q', inBlock(30)],
];
const withdrawals: Use[] = [
  ['one', 'p', inBlock(10_000)],
  ['two', 'q', inBlock(12_000)],
];
/** One and two paid Ada's safe, as she did; Bob paid only one of them. */
const contacts = {
  one: contactsOf(1, ['safe', 'shop', 'p'], ['bob', 'p']),
  two: contactsOf(1, ['safe'], ['q']),
  ada: contactsOf(1, ['safe', 'p']),
  safe: contactsOf(2, [], ['ada', 'one', 'two']),
  bob: contactsOf(1, ['one', 'p']),
  shop: contactsOf(1, [], ['one', 'bob']),
  p: contactsOf(1, ['one'], ['ada', 'bob', 'one']),
};
const found = async (changes: Parameters<typeof bookOf>[2] = {}, taken = withdrawals) =>
  described(await findDepositors(withdrawal, bookOf(deposits, taken, { contacts, ...changes })));

test('an account that paid whom the recipient and another one of the relayer paid', async () => {
  expect(await found()).toEqual(['same_relayer ada 1']);
  const book = bookOf(deposits, withdrawals, { contacts });
  const deposit = { account: 'ada', price: null, pool: 'p', position: inBlock(10) };
  expect(described(await findRecipients(deposit, book))).toEqual(['same_relayer one 1']);
  expect(await findRecipients({ ...deposit, account: 'bob', position: inBlock(20) }, book)).toEqual([]);
});

test('the account that they paid, if it made deposits into the pool itself', async () => {
  const own: Use[] = [...deposits, ['safe', 'p', inBlock(40)]];
  const book = bookOf(own, withdrawals, { contacts });
  expect(described(await findDepositors(withdrawal, book))).toEqual([
    'same_relayer ada 1',
    'same_relayer safe 1',
  ]);
  const deposit = { account: 'safe', price: null, pool: 'p', position: inBlock(40) };
  expect(described(await findRecipients(deposit, book))).toEqual(['same_relayer one 1']);
});

test('nobody with another relayer, with none, alone, or more than 7,200 blocks apart', async () => {
  expect(await found({ relayers: { [inBlock(12_000)]: 'other' } })).toEqual([]);
  expect(await found({ relayers: { [inBlock(12_000)]: null } })).toEqual([]);
  const self = { ...withdrawal, sender: 'one', relayer: null };
  expect(await findDepositors(self, bookOf(deposits, withdrawals, { contacts }))).toEqual([]);
  expect(await found({}, withdrawals.slice(0, 1))).toEqual([]);
  const twice: Use[] = [['one', 'p', inBlock(10_000), inBlock(10_001)]];
  expect(await found({}, twice)).toEqual([]);
  const edge: Use[] = [['two', 'q', inBlock(17_200, 5)]];
  expect(await found({}, [...withdrawals.slice(0, 1), ...edge])).toEqual(['same_relayer ada 1']);
  const late: Use[] = [['two', 'q', inBlock(17_201)]];
  expect(await found({}, [...withdrawals.slice(0, 1), ...late])).toEqual([]);
});

test('not by an account that many paid, by the pool, or by what cannot be read', async () => {
  const others = Array.from({ length: 8 }, (_, i) => `customer ${i}`);
  const paidBy = (...payers: string[]) => ({ ...contacts, safe: contactsOf(2, [], payers) });
  expect(await found({ contacts: paidBy('ada', 'one', 'two', ...others.slice(1)) })).toEqual([
    'same_relayer ada 1',
  ]);
  expect(await found({ contacts: paidBy('ada', 'one', 'two', ...others) })).toEqual([]);
  expect(await found({ contacts: paidBy('ada', 'one') })).toEqual([]);
  const busy = { ...contacts, one: contactsOf(1, ['safe', ...others], ['bob', 'p']) };
  expect(await found({ contacts: busy })).toEqual([]);
  expect(await found({ contacts: { ...contacts, safe: null } })).toEqual([]);
  expect(await found({ contacts: { ...contacts, one: null } })).toEqual([]);
  expect(await found({ most: 1 })).toEqual([]);
  // Only the pool is paid by both: it connects all who use it.
  const pool = { ...contacts, one: contactsOf(1, ['p'], ['p']), two: contactsOf(1, ['p']) };
  const asPayers = { ...pool, p: contactsOf(1, ['one'], ['ada', 'one', 'two']) };
  expect(await found({ contacts: asPayers })).toEqual([]);
});
