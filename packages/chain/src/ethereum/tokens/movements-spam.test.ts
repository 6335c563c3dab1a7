import { describe, expect, it } from 'vitest';
import { fromHex } from '../../bytes.ts';
import { isFakeToken, isKnownToken } from './movements-spam.ts';

const realTether = fromHex('dac17f958d2ee523a2206206994597c13d831ec7');
const other = fromHex('00000000000000000000000000000000000000aa');

describe('fake tokens', () => {
  it.each([
    ['the real one', realTether, 'USDT', 'Tether USD', 1n, false],
    ['another contract with its symbol', other, 'USDT', null, 1n, true],
    ['its symbol in other case', other, 'usdt', null, 1n, true],
    ['its symbol with Cyrillic letters', other, 'UЅDТ', null, 1n, true],
    ['its name with a digit for a letter', other, 'X', 'Tether USD.', 1n, true],
    ['a symbol with dots', other, 'U.S.D.T', null, 1n, true],
    ['a token called ether', other, 'ETH', null, 1n, true],
    ['another symbol', other, 'USDTX', 'Some Token', 1n, false],
    ['nothing known', other, null, null, 1n, false],
    ['a web address as name', other, 'ABC', 'Visit claim-eth.com to claim', 1n, true],
    ['a web address with blanks', other, 'ABC', 'get at reward . xyz', 1n, true],
    ['a link', other, 'https://a.b', null, 1n, true],
    ['a project with a dot in its name', other, 'YFI', 'yearn.finance', 1n, false],
    ['a version number', other, 'SAI', 'Sai Stablecoin v1.0', 1n, false],
    ['the plain symbol on another chain, where real contracts are unknown', other, 'USDT', null, 5n, false],
    ['an imitated symbol on another chain', other, 'UЅDT', null, 5n, true],
    ['a symbol that only differs by a letter that looks otherwise', other, 'DAL', null, 1n, false],
    ['a symbol with a letter that looks the same', other, 'DAl', null, 1n, true],
  ])('%s', (_, contract, symbol, name, chainId, expected) => {
    expect(isFakeToken(contract, { symbol, name }, chainId)).toBe(expected);
  });
});

it('knows the contracts of well-known tokens on mainnet, and of none elsewhere', () => {
  expect(isKnownToken(realTether, 1n)).toBe(true);
  expect(isKnownToken(other, 1n)).toBe(false);
  expect(isKnownToken(other, 5n)).toBe(true);
});
