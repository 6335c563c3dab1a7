import { expect, it } from 'vitest';
import { prefixLength, shorten } from './shorten.ts';

it('keeps both ends', () => {
  expect(shorten('f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16')).toBe('f4184f…9e16');
  expect(shorten('0123456789', 3, 2)).toBe('012…89');
});

it('leaves text alone that would not get shorter', () => {
  expect(shorten('0123456789a')).toBe('0123456789a');
  expect(shorten('0123456789ab')).toBe('012345…89ab');
});

it.each([
  ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 4],
  ['bc1pxwww0ct9ue7e8tdnlmug5m2tamfn7q06sahstg39ys4c9f3340qqxrdu9k', 4],
  ['tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', 4],
  ['0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045', 2],
  ['12cbQLTFMXRnSzktFkuoG3eHoMeFtpTu3S', 0],
])('shared beginning of %s', (address, length) => {
  expect(prefixLength(address)).toBe(length);
});
