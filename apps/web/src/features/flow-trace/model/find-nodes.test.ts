import { documentOf, emptyDocument } from '@hopscope/canvas';
import { expect, test } from 'vitest';
import { findNodes } from './find-nodes.ts';
import { wallet } from './records.fixture.ts';

const document = documentOf(
  [
    wallet('bc1qkraken', { label: '' }),
    wallet('bc1qa', { label: 'Kraken hot wallet' }),
    wallet('bc1qb', { label: 'Old Kraken' }),
    wallet('krakenbc1', { label: '' }),
    wallet('bc1qz', { label: 'Somebody' }),
  ],
  emptyDocument,
);
const found = (text: string, most = 8) => findNodes(document, text, most).map(({ address }) => address);

test('names come before addresses, and beginnings before parts', () => {
  expect(found(' KRAKEN ')).toEqual(['bc1qa', 'krakenbc1', 'bc1qb', 'bc1qkraken']);
  expect(found('kraken', 2)).toEqual(['bc1qa', 'krakenbc1']);
  expect(found('nobody')).toEqual([]);
});

test('a single letter finds nothing', () => {
  expect(found('b')).toEqual([]);
  expect(found('')).toEqual([]);
});
