import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createKeyedMutex } from './keyed-mutex.ts';

test('work of one name runs one after the other, of two names at once; a failure holds nobody up', async () => {
  const runExclusive = createKeyedMutex();
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
    runExclusive('a', work('first', 30)),
    runExclusive('a', failing).catch(() => 'failed'),
    runExclusive('a', work('second', 1)),
    runExclusive('b', work('other', 5)),
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
