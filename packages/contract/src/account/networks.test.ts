import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inNetwork, isNetwork } from './networks.ts';

test.each([
  ['203.0.113.7', '203.0.113.0/24', true],
  ['203.0.114.7', '203.0.113.0/24', false],
  ['::ffff:203.0.113.7', '203.0.113.0/24', true],
  ['10.1.2.3', '0.0.0.0/0', true],
  ['10.1.2.3', '10.1.2.3', true],
  ['2001:db8::1', '2001:db8::/32', true],
  ['2001:db9::1', '2001:db8::/32', false],
  ['::1', '0.0.0.0/0', false],
  ['10.1.2.3', '::/0', false],
  ['2001:DB8:0:0:0:0:0:1', '2001:db8::1/128', true],
  ['text', '0.0.0.0/0', false],
])('%s in %s: %s', (address, network, expected) => {
  expect(inNetwork(address, network)).toBe(expected);
});

test.each([
  '',
  '203.0.113.0/33',
  '203.0.113.7/24',
  '203.0.113.256',
  '1.2.3',
  '2001:db8::/129',
  '2001:db8::1/32',
  '1::2::3',
  '1:2:3:4:5:6:7:8:9',
  '1:2:3:4:5:6:7:8::',
  '203.0.113.0/24/8',
  '203.0.113.0/',
])('%s is no network', (text) => {
  expect(isNetwork(text)).toBe(false);
});

test('every address is in its own network of any length', () => {
  fc.assert(
    fc.property(fc.ipV4(), fc.integer({ min: 0, max: 32 }), (address, length) => {
      const bits = address.split('.').reduce((sum, part) => sum * 256n + BigInt(part), 0n);
      const rest = BigInt(32 - length);
      const base = (bits >> rest) << rest;
      const network = [24n, 16n, 8n, 0n].map((shift) => String((base >> shift) & 255n)).join('.');
      expect(inNetwork(address, `${network}/${String(length)}`)).toBe(true);
    }),
  );
});
