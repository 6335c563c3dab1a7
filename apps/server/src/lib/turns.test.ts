import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createTurns } from './turns.ts';

test('work of one name runs one after the other, of two names at once; a failure holds nobody up', async () => {
  const inTurn = createTurns();
  const seen: string[] = [];
  const work = (name: string, milliseconds: number) => async () => {
    seen.push(`${name} begins`);
    await setTimeout(milliseconds);
    seen.push(`${name} ends`);
    return name;
  };
  const failing = async () => {
    await setTimeout(1);
    throw new Error('no');
  };
  const all = [
    inTurn('a', work('first', 30)),
    inTurn('a', failing).catch(() => 'failed'),
    inTurn('a', work('second', 1)),
    inTurn('b', work('other', 5)),
  ];
  expect(await Promise.all(all)).toEqual(['first', 'failed', 'second', 'other']);
  expect(seen).toEqual([
    'first begins',
    'other begins',
    'other ends',
    'first ends',
    'second begins',
    'second ends',
  ]);
});
