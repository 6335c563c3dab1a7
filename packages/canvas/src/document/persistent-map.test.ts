import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  compareMaps,
  emptyMap,
  entriesOf,
  getKey,
  mapOf,
  type PersistentMap,
  putKey,
  withoutKey,
} from './persistent-map.ts';

/** `costarring` and `liquid` have the same FNV-1a hash, `declinate` and `macallums` too. */
const key = fc.oneof(
  fc.constantFrom('costarring', 'liquid', 'declinate', 'macallums'),
  fc.nat(60).map((n) => `k${n}`),
);

test('a persistent map is what a map is, keeps its old states, and has one order', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(key, fc.option(fc.nat()))), (list) => {
      const model = new Map<string, number>();
      let map: PersistentMap<number> = emptyMap;
      const states: [PersistentMap<number>, string][] = [];
      const textOf = (one: PersistentMap<number>): string => JSON.stringify(entriesOf(one));
      for (const [name, value] of list) {
        if (value === null) {
          model.delete(name);
          map = withoutKey(map, name);
        } else {
          model.set(name, value);
          map = putKey(map, name, value);
        }
        expect(map.size).toBe(model.size);
        expect(getKey(map, name)).toBe(value ?? undefined);
        states.push([map, textOf(map)]);
      }
      for (const [state, text] of states) expect(textOf(state)).toBe(text);
      expect(new Map(entriesOf(map))).toEqual(model);
      let again: PersistentMap<number> = emptyMap;
      for (const [name, value] of [...model].toReversed()) again = putKey(again, name, value);
      expect(textOf(again)).toBe(textOf(map));
      const before = states[Math.floor(states.length / 2)]?.[0] ?? emptyMap;
      const patched = new Map(entriesOf(before));
      compareMaps(before, map, (name, old, value) => {
        expect(patched.get(name)).toBe(old);
        if (value === undefined) patched.delete(name);
        else patched.set(name, value);
      });
      expect(patched).toEqual(model);
    }),
  );
});

test('a map made of all its entries is the one to which each was added', () => {
  const many = fc.integer({ min: 0, max: 100_000 }).map((n) => `bitcoin:${n}`);
  fc.assert(
    fc.property(fc.uniqueArray(fc.oneof(key, many), { maxLength: 300 }), (keys) => {
      let map: PersistentMap<number> = emptyMap;
      for (const [value, name] of keys.entries()) map = putKey(map, name, value);
      expect(mapOf(keys.map((name, value) => [name, value] as const))).toEqual(map);
    }),
  );
});

test('what an owner changes in place is never a state that others have seen', () => {
  fc.assert(
    fc.property(fc.array(fc.array(fc.tuple(key, fc.option(fc.nat())))), (runs) => {
      const model = new Map<string, number>();
      let map: PersistentMap<number> = emptyMap;
      const states: [PersistentMap<number>, [string, number][]][] = [];
      for (const run of runs) {
        const owner = {};
        for (const [name, value] of run) {
          if (value === null) model.delete(name);
          else model.set(name, value);
          map = value === null ? withoutKey(map, name) : putKey(map, name, value, owner);
          expect(map.size).toBe(model.size);
        }
        states.push([map, entriesOf(map)]);
        expect(new Map(entriesOf(map))).toEqual(model);
      }
      for (const [state, entries] of states) expect(entriesOf(state)).toEqual(entries);
      let again: PersistentMap<number> = emptyMap;
      for (const [name, value] of model) again = putKey(again, name, value);
      expect(entriesOf(again)).toEqual(entriesOf(map));
    }),
  );
});
