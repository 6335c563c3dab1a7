import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatBtc, MAX_MONEY, parseBtc } from './amounts.ts';
import { ChainError } from './errors.ts';

describe('amounts', () => {
  it.each([
    [0n, '0.00000000'],
    [1n, '0.00000001'],
    [-1n, '-0.00000001'],
    [100_000_000n, '1.00000000'],
    [31_310_238n, '0.31310238'],
    [MAX_MONEY, '21000000.00000000'],
  ])('%s satoshis are %s', (sats, text) => {
    expect(formatBtc(sats)).toBe(text);
    expect(parseBtc(text)).toBe(sats);
  });

  it('go both ways', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -MAX_MONEY, max: MAX_MONEY }), (sats) => {
        expect(parseBtc(formatBtc(sats))).toBe(sats);
      }),
    );
  });

  it.each([
    '',
    '.',
    '1.',
    '.5',
    '1e8',
    '0x1',
    '1,000',
    ' 1',
    '+1',
    '1.000000000',
    '21000000.00000001',
    'NaN',
    '--1',
  ])('“%s” is refused', (text) => {
    expect(() => parseBtc(text)).toThrow(ChainError);
  });
});
