import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createNumberFormats, numberFormats, plainNumbers as formats, plural } from './numbers.ts';

const plain = (text: string) => text.replaceAll('\u00a0', ' ').replaceAll('’', "'");

it.each(numberFormats)('writes %s as its name shows', (numberFormat) => {
  const { count, money, decimal } = createNumberFormats(numberFormat);
  expect(plain(money(1234.56, 'USD'))).toBe(`$${numberFormat}`);
  expect(plain(decimal('1234.56'))).toBe(numberFormat);
  expect(plain(count(1234))).toBe(numberFormat.slice(0, 5));
});

describe('numbers', () => {
  it('counts in singular and plural', () => {
    const { counted } = formats;
    expect(counted(1, 'member')).toBe('1 member');
    expect(counted(0, 'input')).toBe('0 inputs');
    expect(counted(2310, 'entry', 'entries')).toBe('2,310 entries');
    expect([0, 1, 2, 21].map((count) => plural(count, 'is', 'are'))).toEqual(['are', 'is', 'are', 'are']);
  });

  it('groups thousands of whole numbers of any size', () => {
    const { count } = formats;
    expect(count(999)).toBe('999');
    expect(count(560_062)).toBe('560,062');
    expect(count(-1_234_567)).toBe('−1,234,567');
    expect(count(123_456_789_012_345_678_901n)).toBe('123,456,789,012,345,678,901');
  });

  it('regroups decimals digit by digit, and leaves what is none', () => {
    const { decimal } = createNumberFormats('1.234,56');
    expect(decimal('5883988430955.41')).toBe('5.883.988.430.955,41');
    expect(decimal('0.10000000000000000555')).toBe('0,10000000000000000555');
    for (const other of ['1e+30', '', 'NaN', '1.', '.5', '1,5', '1.2.3']) expect(decimal(other)).toBe(other);
  });

  it('changes no digit of a decimal in any format', () => {
    const digits = fc.tuple(
      fc.bigInt({ min: 0n, max: 10n ** 40n }),
      fc.option(fc.stringMatching(/^\d{1,30}$/)),
    );
    fc.assert(
      fc.property(fc.constantFrom(...numberFormats), digits, (numberFormat, [whole, fraction]) => {
        const { decimal, marks } = createNumberFormats(numberFormat);
        const text = fraction === null ? String(whole) : `${whole}.${fraction}`;
        expect(decimal(text).replaceAll(marks.group, '').replace(marks.decimal, '.')).toBe(text);
      }),
    );
  });

  it.each([
    [215, '215 B', '215 B'],
    [9_999, '9,999 B', '9.999 B'],
    [12_345, '12.3 kB', '12,3 kB'],
    [1_198_899, '1.20 MB', '1,20 MB'],
  ])('%i bytes', (bytes, text, otherText) => {
    expect(formats.size(bytes)).toBe(text);
    expect(createNumberFormats('1.234,56').size(bytes)).toBe(otherText);
  });

  it('writes amounts of money with two decimals or none, and currencies without a sign by their code', () => {
    const { money } = formats;
    expect(money(0, 'USD')).toBe('$0');
    expect(money(49.5, 'GBP')).toBe('£49.50');
    expect(money(-12.3, 'USD')).toBe('−$12.30');
    expect(money(20, 'MXN')).toBe('MXN 20');
    expect(money(20, 'EUR')).toBe('€20');
  });
});
