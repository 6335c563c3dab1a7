import { expect, it } from 'vitest';
import { groupStrands } from './group-strands.ts';

it('joins what one owner has, and nothing else', () => {
  const ends = [
    { owner: 'a', amount: 1 },
    { owner: null, amount: 2 },
    { owner: 'b', amount: null },
    { owner: 'a', amount: 4 },
    { owner: null, amount: 8 },
    { owner: 'b', amount: 16 },
  ];
  const groups = groupStrands(ends, ({ owner }) => owner);
  expect(groups.map(({ ends: own, amount }) => [own.length, amount])).toEqual([
    [2, 5],
    [1, 2],
    [2, null],
    [1, 8],
  ]);
  expect(groups.flatMap(({ ends: own }) => own)).toHaveLength(ends.length);
});
