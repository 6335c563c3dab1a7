import { demoChainId } from '@hopscope/chain';
import { expect, test } from 'vitest';
import { networkOf } from './networks.ts';

test('chains have names; the demo is known as what it is, however its blocks come', () => {
  expect([1n, 11_155_111n, 31_337n].map(networkOf)).toEqual(['mainnet', 'sepolia', 'chain 31337']);
  expect(networkOf(demoChainId)).toBe('demo');
});
