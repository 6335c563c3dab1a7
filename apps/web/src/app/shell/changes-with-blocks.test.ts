import { expect, it } from 'vitest';
import { changesWithBlocks } from './changes-with-blocks.ts';

it('blocks make short transactions and those that wait be asked for again, long ones and those of Ethereum not', () => {
  const of = (outputs: number, confirmations: number | null) =>
    changesWithBlocks({ blockchain: 'bitcoin', input_count: 1, output_count: outputs, confirmations });
  expect([of(499, 1), of(499, null), of(20_000, 0)]).toEqual([true, true, true]);
  expect([of(500, 1), of(20_000, null)]).toEqual([false, false]);
  expect(changesWithBlocks({ blockchain: 'ethereum' })).toBe(false);
  expect(changesWithBlocks(undefined)).toBe(true);
});
