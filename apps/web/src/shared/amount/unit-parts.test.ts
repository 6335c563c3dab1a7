import { expect, it } from 'vitest';
import { unitParts } from './unit-parts.ts';

const marks = { group: ',', decimal: '.' };

it.each([
  [0n, 18, '0'],
  [1_500_000n, 6, '1.5'],
  [1_234_567_890_000_000_000_000n, 18, '1,234.56789'],
  [12n, 0, '12'],
])('%s with %s decimals is %s, wholly', (amount, decimals, text) => {
  expect(unitParts(amount, decimals, marks)).toEqual({ text, whole: text, cut: false });
});

it('cuts, never rounds, and says so', () => {
  expect(unitParts(1_999_999_999_999_999_999n, 18, marks)).toEqual({
    text: '1.999999…',
    whole: '1.999999999999999999',
    cut: true,
  });
});

it('shows what is too small as less than the smallest, not as nothing', () => {
  expect(unitParts(1n, 18, marks)).toEqual({
    text: '<0.000001',
    whole: '0.000000000000000001',
    cut: true,
  });
  expect(unitParts(1n, 255, marks).whole).toHaveLength(257);
});

it('writes amounts that nobody can read as powers', () => {
  const all = 2n ** 256n - 1n;
  expect(unitParts(all, 0, marks)).toMatchObject({ text: '1.1579…×10^77', cut: true });
  expect(unitParts(all, 0, { group: '.', decimal: ',' }).text).toBe('1,1579…×10^77');
});
