import fc from 'fast-check';
import { expect, test } from 'vitest';
import { quoteChange, settle } from './proration.ts';

const price = fc.bigInt({ min: 0n, max: 100_000_000n });
const change = fc
  .record({
    paid: price,
    price,
    total: fc.bigInt({ min: 1n, max: 366n * 86_400n }),
    share: fc.bigInt({ min: 0n, max: 1_000_000n }),
    keepsPeriod: fc.boolean(),
    balance: price,
  })
  .map(({ share, ...rest }) => ({ ...rest, remaining: (rest.total * share) / 1_000_000n }));

test('a change is never negative, and what is charged is credited, paid or left over', () => {
  fc.assert(
    fc.property(change, (given) => {
      const { credit, charge, due, balance } = quoteChange(given);
      for (const amount of [credit, charge, due, balance]) expect(amount >= 0n).toBe(true);
      expect(due - balance).toBe(charge - credit - given.balance);
      expect(due === 0n || balance === 0n).toBe(true);
    }),
  );
});

test('rounding is off by less than one minor unit, and in the customer’s favor at the half', () => {
  fc.assert(
    fc.property(change, (given) => {
      const { credit, charge } = quoteChange(given);
      const twice = (amount: bigint) => 2n * amount * given.remaining;
      // 2·total·credit lies in (2·exact − total, 2·exact + total]; of the charge in [ …, …).
      const error = 2n * given.total * credit - twice(given.paid);
      expect(error > -given.total && error <= given.total).toBe(true);
      if (!given.keepsPeriod) return;
      const over = 2n * given.total * charge - twice(given.price);
      expect(over >= -given.total && over < given.total).toBe(true);
    }),
  );
});

test('a change to a plan of the same price never costs anything in the running period', () => {
  fc.assert(
    fc.property(change, (given) => {
      const { due } = quoteChange({ ...given, price: given.paid, keepsPeriod: true });
      expect(due).toBe(0n);
    }),
  );
});

test('a dearer plan never costs less than a cheaper one', () => {
  fc.assert(
    fc.property(change, price, (given, more) => {
      const dearer = quoteChange({ ...given, price: given.price + more });
      expect(dearer.due >= quoteChange(given).due).toBe(true);
    }),
  );
});

test('examples', () => {
  const base = { total: 30n * 86_400n, keepsPeriod: true, balance: 0n };
  // Half of the month left: half of 499.00 less half of 99.00.
  expect(quoteChange({ ...base, paid: 9900n, price: 49_900n, remaining: 15n * 86_400n })).toEqual({
    credit: 4950n,
    charge: 24_950n,
    due: 20_000n,
    balance: 0n,
  });
  // Downgrade: the rest stays as credit.
  expect(quoteChange({ ...base, paid: 49_900n, price: 9900n, remaining: 15n * 86_400n })).toMatchObject({
    due: 0n,
    balance: 20_000n,
  });
  // A cent over two halves: credit 1, charge 0.
  expect(quoteChange({ ...base, total: 2n, remaining: 1n, paid: 1n, price: 1n })).toMatchObject({
    credit: 1n,
    charge: 0n,
  });
  // Another billing period: a whole new one begins.
  expect(
    quoteChange({ ...base, paid: 9900n, price: 99_000n, remaining: 10n * 86_400n, keepsPeriod: false }),
  ).toEqual({ credit: 3300n, charge: 99_000n, due: 95_700n, balance: 0n });
  expect(() => quoteChange({ ...base, paid: 1n, price: 1n, remaining: 31n * 86_400n })).toThrow(RangeError);
  expect(settle(100n, 250n)).toEqual({ due: 0n, balance: 150n });
});
