import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createLru } from './lru.ts';

test('what was used last stays', () => {
  const lru = createLru<string, number>({ most: 2 });
  lru.set('a', 1);
  lru.set('b', 2);
  expect(lru.get('a')).toBe(1);
  lru.set('c', 3);
  expect(['a', 'b', 'c'].map((key) => lru.get(key))).toEqual([1, undefined, 3]);
  lru.set('a', 4);
  lru.set('d', 5);
  expect(['a', 'b', 'c', 'd'].map((key) => lru.get(key))).toEqual([4, undefined, undefined, 5]);
});

test('what weighs too much together goes, the oldest first; what alone weighs too much is not held', () => {
  const lru = createLru<string, string>({ most: 10, weightOf: ({ length }) => length, mostWeight: 5 });
  lru.set('a', 'xx');
  lru.set('b', 'xxx');
  lru.set('a', 'x');
  lru.set('c', 'x');
  expect(['a', 'b', 'c'].map((key) => lru.get(key))).toEqual(['x', 'xxx', 'x']);
  lru.set('d', 'xx');
  expect(['a', 'b', 'c', 'd'].map((key) => lru.get(key))).toEqual([undefined, undefined, 'x', 'xx']);
  lru.set('e', 'xxxxxx');
  expect(lru.get('e')).toBeUndefined();
});

test('holds what a list that is searched from its end holds', () => {
  const act = fc.record({
    kind: fc.constantFrom('get', 'set', 'delete'),
    key: fc.integer({ min: 0, max: 5 }),
    value: fc.nat(9),
  });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 4 }), fc.array(act, { maxLength: 40 }), (most, acts) => {
      const lru = createLru<number, number>({ most });
      let list: { key: number; value: number }[] = [];
      for (const { kind, key, value } of acts) {
        const found = list.find((one) => one.key === key);
        if (kind === 'get') expect(lru.get(key)).toBe(found?.value);
        if (kind === 'set') lru.set(key, value);
        if (kind === 'delete') lru.delete(key);
        list = list.filter((one) => one.key !== key);
        if (kind === 'set') list.push({ key, value });
        if (kind === 'get' && found) list.push(found);
        list = list.slice(-most);
      }
      for (const { key, value } of list) expect(lru.get(key)).toBe(value);
    }),
  );
});
