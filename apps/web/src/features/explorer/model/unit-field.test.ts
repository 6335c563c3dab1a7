import fc from 'fast-check';
import { expect, it } from 'vitest';
import { typedUnits, unitsOf } from './unit-field.ts';

it.each([
  ['1', '100000000'],
  [' 0,5 ', '50000000'],
  ['0.00000001', '1'],
  ['007.', '700000000'],
])('%j BTC are %s satoshis', (typed, units) => {
  expect(unitsOf(typed, 8)).toBe(units);
});

it.each(['', '-1', '1e3', '0.000000001', '1.2.3', 'abc', '１', '.5', '9'.repeat(61)])(
  '%j is no amount',
  (typed) => {
    expect(unitsOf(typed, 8)).toBeUndefined();
  },
);

it('what is shown is what was typed in', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 0n, max: 2n ** 180n }),
      fc.integer({ min: 0, max: 24 }),
      (units, decimals) => {
        expect(unitsOf(typedUnits(String(units), decimals), decimals)).toBe(String(units));
      },
    ),
  );
});
