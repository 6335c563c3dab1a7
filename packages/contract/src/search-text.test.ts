import { expect, it } from 'vitest';
import { searchJoined, searchWords, unwrapSearch } from './search-text.ts';

const address = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const account = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';

it.each([
  [` "${address}", `, address],
  [`‘${address}’.`, address],
  [`(${address})`, address],
  [`\u200b${address}\u2066\ufeff`, address],
  [`bitcoin:${address}?amount=0.1&label=Ada`, address],
  [`BITCOIN:${address.toUpperCase()}`, address.toUpperCase()],
  [`bitcoin://${address}`, address],
  [`ethereum:${account}`, account],
  [`ethereum:pay-${account}@1?value=2.014e18`, account],
  [`ethereum:${account}/transfer?address=${account}&uint256=1`, account],
  [`https://explorer.example.org/en/address/${account}#tokens`, account],
  [`https://explorer.example.org/block/170`, '170'],
  ['bitcoin:?lightning=lnbc1', ''],
  ['“”', ''],
  ['https://explorer.example.org/', 'https://explorer.example.org/'],
])('%j means %j', (text, meant) => {
  expect(unwrapSearch(text)).toBe(meant);
});

it('comes apart at white space, commas and semicolons, every word once', () => {
  expect(searchWords(`"${address}";\r\n${account},\t170 , ${address}\n`)).toEqual([address, account, '170']);
  expect(searchWords(' \n;, ""')).toEqual([]);
});

it('comes together where it was broken over lines', () => {
  expect(searchJoined(` bc1q w508\nd6qe `)).toBe('bc1qw508d6qe');
  expect(searchJoined('a, b')).toBeUndefined();
});
