import type { EthereumNode } from '@hopscope/contract';
import { expect, it } from 'vitest';
import { finalityOf } from './finality.ts';

const node: EthereumNode = {
  client: null,
  receipts: 'block',
  traces: null,
  archive: false,
  safe: 132,
  finalized: 100,
};

it('says how far a block is settled, as the node told last', () => {
  expect([99, 100, 101, 132, 133].map((height) => finalityOf(height, node))).toEqual([
    'finalized',
    'finalized',
    'safe',
    'safe',
    'open',
  ]);
  expect(finalityOf(120, { ...node, safe: null })).toBe('open');
});

it('says nothing where nobody knows', () => {
  expect(finalityOf(1, null)).toBeNull();
  expect(finalityOf(1, undefined)).toBeNull();
  expect(finalityOf(1, { ...node, finalized: null })).toBeNull();
});
