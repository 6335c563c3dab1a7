import {
  fixedDecimal,
  inDisplayCurrency,
  microsOfNumber,
  microsOfText,
  shortDecimal,
  valueInCents,
} from './money.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';

test.each([
  ['67187.3358', 67_187_335_800n],
  ['0.00000149', 1n],
  ['0.0000005', 1n],
  ['35000', 35_000_000_000n],
  ['1.9999995', 2_000_000n],
])('%s dollars in millionths', (text, micros) => expect(microsOfText(text)).toBe(micros));

test.each(['', '0', '0.0000004', '-1', '+1', '1e5', '1,5', 'NaN', '.5', '5.', '0x10', '9'.repeat(19), '1 2'])(
  '“%s” is no price',
  (text) => expect(microsOfText(text)).toBeUndefined(),
);

test.each([Number.NaN, Number.POSITIVE_INFINITY, -1, 0, 1e-9, 1e13])('%s is no price', (value) =>
  expect(microsOfNumber(value)).toBeUndefined(),
);

test('numbers of JSON are taken to their nearest millionth', () => {
  expect(microsOfNumber(67187.3358936566)).toBe(67_187_335_894n);
  expect(microsOfNumber(1.23e-5)).toBe(12n);
});

test('values by hand', () => {
  // 0.12345678 BTC at 67,187.3358 dollars = 8,294.7321… dollars.
  expect(valueInCents(12_345_678n, 8, 67_187_335_800n)).toBe(829_473n);
  // One wei at 3,000 dollars is nothing that can be seen; a whole ether is 300,000 cents.
  expect(valueInCents(1n, 18, 3_000_000_000n)).toBe(0n);
  expect(valueInCents(10n ** 18n, 18, 3_000_000_000n)).toBe(300_000n);
  // Half a cent rounds away from zero, on both sides.
  expect(valueInCents(5n, 3, 1_000_000n)).toBe(1n);
  expect(valueInCents(-5n, 3, 1_000_000n)).toBe(-1n);
  // A token without decimals, and one with many.
  expect(valueInCents(7n, 0, 1_500_000n)).toBe(1_050n);
  expect(inDisplayCurrency(100n, 750_000n)).toBe(75n);
  expect(inDisplayCurrency(-100n, 20_000_000n)).toBe(-2_000n);
});

test('a sum is worth the sum of its parts, to half a cent for each part', () => {
  const amount = fc.bigInt(-(10n ** 26n), 10n ** 26n);
  const price = fc.bigInt(1n, 10n ** 18n);
  fc.assert(
    fc.property(
      fc.array(amount, { minLength: 1, maxLength: 9 }),
      fc.integer({ min: 0, max: 18 }),
      price,
      (parts, decimals, micros) => {
        const whole = valueInCents(
          parts.reduce((sum, part) => sum + part, 0n),
          decimals,
          micros,
        );
        const apart = parts.reduce((sum, part) => sum + valueInCents(part, decimals, micros), 0n);
        const difference = whole > apart ? whole - apart : apart - whole;
        expect(2n * difference <= BigInt(parts.length + 1)).toBe(true);
      },
    ),
  );
});

test.each([
  [1_500_000n, 6, '1.500000', '1.5'],
  [1_500_000n, 0, '1500000', '1500000'],
  [100n, 2, '1.00', '1'],
  [10n, 0, '10', '10'],
  [0n, 18, '0.000000000000000000', '0'],
  [-1n, 18, '-0.000000000000000001', '-0.000000000000000001'],
  [1n, 255, `0.${'0'.repeat(254)}1`, `0.${'0'.repeat(254)}1`],
])(
  '%s with %s decimals is exact, with all of them or as short as it can be',
  (amount, decimals, all, short) => {
    expect(fixedDecimal(amount, decimals)).toBe(all);
    expect(shortDecimal(amount, decimals)).toBe(short);
  },
);
