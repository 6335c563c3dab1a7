import { expect, it } from 'vitest';
import { countText, decimalText, nounText, sizeText } from './number-text.ts';

it('groups thousands', () => {
  expect(countText(560_062)).toBe('560,062');
  expect(decimalText('5883988430955.41')).toBe('5,883,988,430,955.41');
  expect(decimalText('1e+30')).toBe('1e+30');
});

it('names what it counts', () => {
  expect(nounText(1, 'input')).toBe('1 input');
  expect(nounText(0, 'input')).toBe('0 inputs');
  expect(nounText(2310, 'output')).toBe('2,310 outputs');
});

it.each([
  [215, '215 B'],
  [9_999, '9,999 B'],
  [12_345, '12.3 kB'],
  [1_198_899, '1.20 MB'],
])('%i bytes', (bytes, text) => {
  expect(sizeText(bytes)).toBe(text);
});
