import { expect, it } from 'vitest';
import { checkCapitals } from './right-capitals.ts';

const right = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';

it('leaves right capitals and other texts alone', () => {
  for (const text of [right, '0x12', 'bc1q', '', `0x${'1'.repeat(40)}`]) {
    expect(checkCapitals(text)).toEqual({ kind: 'fine' });
  }
});

it('knows how an address without capitals, or in capitals only, is written', () => {
  for (const text of [right.toLowerCase(), right.toUpperCase(), ` ${right}`]) {
    expect(checkCapitals(text)).toEqual({ kind: 'absent', right });
  }
});

it('offers the right capitals for wrong ones', () => {
  expect(checkCapitals(right.replace('dA6', 'DA6'))).toEqual({ kind: 'wrong', right });
});
