import { expect, it } from 'vitest';
import { splitHashes } from './split-hashes.ts';

it('finds addresses and hashes of both chains in a text, and leaves words alone', () => {
  const address = 'bc1q5xevlqe2x2t3v0w9p8s7d6f5g4h3j2k1l0z9x8';
  const legacy = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';
  const account = `0x${'aB'.repeat(20)}`;
  const hash = '0f'.repeat(32);
  const found = (text: string) => splitHashes(text).flatMap((part) => (part.isHash ? [part.text] : []));
  expect(found(`It moves: ${address}, ${legacy} (${account}) in ${hash}.`)).toEqual([
    address,
    legacy,
    account,
    hash,
  ]);
  expect(found('nothing but incomprehensibilities that are long')).toEqual([]);
  const text = `to ${legacy}`;
  expect(splitHashes(text)).toEqual([
    { text: 'to ', isHash: false, at: 0 },
    { text: legacy, isHash: true, at: 3 },
  ]);
  expect(
    splitHashes(`a ${address} b`)
      .map((part) => part.text)
      .join(''),
  ).toBe(`a ${address} b`);
});
