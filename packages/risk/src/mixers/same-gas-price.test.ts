import { expect, test } from 'vitest';
import { findDepositors, findRecipients } from './find-depositors.ts';
import { bookOf, described, inBlock, type Use, withdrawalOf } from './mixer-book.fixture.ts';

const [d1, d2, d3, w1, w2] = [10, 20, 30, 100, 110].map((height) => inBlock(height));
const at = (position: number | undefined): number => position ?? 0;
const odd = '007';
const withdrawal = withdrawalOf({
  recipient: 'heir',
  pool: 'p',
  position: at(w1),
  sender: 'heir',
  relayer: null,
  price: odd,
});
const taken: Use[] = [
  ['heir', 'p', at(w1)],
  ['late', 'p', at(w2)],
];
const deposits: Use[] = [
  ['ada', 'p', at(d1)],
  ['bob', 'p', at(d2)],
  ['cy', 'q', at(d3)],
];

test('the only account that deposited at the price of the withdrawal, in the same pool', async () => {
  const prices = { [at(d1)]: odd, [at(d3)]: odd, [at(w1)]: odd };
  const book = bookOf(deposits, taken, { prices, relayers: { [at(w1)]: null } });
  expect(described(await findDepositors(withdrawal, book))).toEqual(['same_gas_price ada 1']);
  const deposit = { account: 'ada', pool: 'p', position: at(d1), price: odd };
  expect(described(await findRecipients(deposit, book))).toEqual(['same_gas_price heir 1']);
  // The other pool, another price, and none.
  expect(await findRecipients({ ...deposit, account: 'cy', pool: 'q', position: at(d3) }, book)).toEqual([]);
  expect(await findDepositors({ ...withdrawal, price: '008' }, book)).toEqual([]);
  expect(await findDepositors({ ...withdrawal, price: null }, book)).toEqual([]);
});

test('nobody where two accounts have the price, or it is after the withdrawal, or too many use it', async () => {
  const prices = { [at(d1)]: odd, [at(d2)]: odd };
  expect(await findDepositors(withdrawal, bookOf(deposits, taken, { prices }))).toEqual([]);
  const late = bookOf([['ada', 'p', at(w2)]], taken, { prices: { [at(w2)]: odd } });
  expect(await findDepositors(withdrawal, late)).toEqual([]);
  const many = bookOf([['ada', 'p', at(d1), at(d2)]], taken, { prices, most: 1 });
  expect(await findDepositors(withdrawal, many)).toEqual([]);
});

test('not more withdrawals than the account made deposits at the price', async () => {
  const prices = { [at(d1)]: odd, [at(d2)]: odd, [at(w1)]: odd, [at(w2)]: odd };
  const second = { ...withdrawal, recipient: 'late', sender: 'late', position: at(w2) };
  const once = bookOf([['ada', 'p', at(d1)]], taken, { prices });
  expect(await findDepositors(second, once)).toEqual([]);
  const twice = bookOf([['ada', 'p', at(d1), at(d2)]], taken, { prices });
  expect(described(await findDepositors(second, twice))).toEqual(['same_gas_price ada 2']);
});

test('not a price that a wallet proposed to both in the same blocks, and not the account itself', async () => {
  const near = inBlock(50);
  const within = bookOf([['ada', 'p', near]], taken, { prices: { [near]: odd } });
  expect(await findDepositors(withdrawal, within)).toEqual([]);
  const before = inBlock(49, 2 ** 17 - 1);
  const apart = bookOf([['ada', 'p', before]], taken, { prices: { [before]: odd } });
  expect(described(await findDepositors(withdrawal, apart))).toEqual(['same_gas_price ada 1']);
  const own = bookOf([['heir', 'p', at(d1)]], taken, { prices: { [at(d1)]: odd } });
  expect(described(await findDepositors(withdrawal, own))).toEqual(['same_account heir 1']);
});
