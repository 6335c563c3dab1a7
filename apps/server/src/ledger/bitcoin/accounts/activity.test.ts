import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ActivityEntry, packActivity, unpackActivity } from './activity.ts';
import { positionOf } from '../positions.ts';
import { createPackWriter } from '../../shared/varint.ts';

const maxMoney = 21_000_000n * 100_000_000n;
const amount = fc.oneof(fc.bigInt({ min: 0n, max: maxMoney }), fc.constantFrom(0n, maxMoney, 2n ** 63n - 1n));
const entries: fc.Arbitrary<ActivityEntry[]> = fc
  .uniqueArray(fc.record({ height: fc.nat(2 ** 31 - 1), index: fc.nat(2 ** 17 - 1) }), {
    maxLength: 64,
    selector: ({ height, index }) => `${height}/${index}`,
  })
  .map((places) => places.map(({ height, index }) => positionOf(height, index)).sort((a, b) => a - b))
  .chain((positions) =>
    fc.tuple(
      ...positions.map((position) =>
        fc.record({ position: fc.constant(position), received: amount, spent: amount, p2pk: fc.boolean() }),
      ),
    ),
  );

test('activity of any heights and amounts comes back', () => {
  fc.assert(
    fc.property(entries, (given) => {
      expect(unpackActivity(packActivity(createPackWriter(), given))).toEqual(given);
    }),
  );
});

test('no entries are no bytes', () => {
  expect(packActivity(createPackWriter(), [])).toEqual(new Uint8Array());
  expect(unpackActivity(new Uint8Array())).toEqual([]);
});

test('cut activity gives fewer entries or a RangeError, never others', () => {
  fc.assert(
    fc.property(entries, fc.nat(), (given, cut) => {
      const packed = packActivity(createPackWriter(), given);
      if (packed.length === 0) return;
      try {
        const read = unpackActivity(packed.subarray(0, cut % packed.length));
        expect(read).toEqual(given.slice(0, read.length));
        expect(read.length).toBeLessThan(given.length);
      } catch (error) {
        expect(error).toBeInstanceOf(RangeError);
      }
    }),
  );
});
