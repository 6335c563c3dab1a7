import { expect, it } from 'vitest';
import { chainOf, chainOfBlock, chains, isBlockchain, isCoinOf } from './chains.ts';

it('the chain follows from a hash or address; a height is what was asked for', () => {
  expect([chainOf('0xab'), chainOf(' 0Xab'), chainOf('bc1q')]).toEqual(['ethereum', 'ethereum', 'bitcoin']);
  expect([chainOfBlock('5'), chainOfBlock('5', 'ethereum')]).toEqual(['bitcoin', 'ethereum']);
  expect(chainOfBlock(`0x${'0'.repeat(64)}`)).toBe('ethereum');
  expect(chainOfBlock('0'.repeat(64), 'ethereum')).toBe('bitcoin');
});

it('knows its chains by their identifiers', () => {
  expect(['bitcoin', 'ethereum', 'Bitcoin', 'toString', undefined].map(isBlockchain)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});

it('a token is not a coin, whatever it is called', () => {
  const { coin } = chains.bitcoin;
  expect([isCoinOf('bitcoin', coin), isCoinOf('ethereum', coin)]).toEqual([true, false]);
  expect(isCoinOf('bitcoin', { ...coin, contract: null })).toBe(true);
  expect(isCoinOf('bitcoin', { ...coin, contract: '0x1' })).toBe(false);
  expect(isCoinOf('bitcoin', { ...coin, decimals: 18 })).toBe(false);
});
