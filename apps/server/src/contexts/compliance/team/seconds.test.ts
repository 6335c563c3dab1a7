import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addUpSeconds, packSeconds, percentileOf, unpackSeconds } from './seconds.ts';

const ascending = fc
  .array(fc.integer({ min: 0, max: 50 }), { maxLength: 12 })
  .map((values) => Int32Array.from(values).sort());

/** Parts that were added, and parts that contain some of the same values. */
const sums = fc.array(ascending, { maxLength: 5 }).chain((added) =>
  fc.record({
    added: fc.constant(added),
    removed: fc.subarray(added.flatMap((part) => [...part])).map((values) => {
      const middle = Math.floor(values.length / 2);
      return [values.slice(0, middle), values.slice(middle)].map((part) => Int32Array.from(part).sort());
    }),
  }),
);

/** Returns the values that are left, ascending. */
function left({ added, removed }: { added: Int32Array[]; removed: Int32Array[] }): number[] {
  const values = added.flatMap((part) => [...part]);
  for (const value of removed.flatMap((part) => [...part])) values.splice(values.indexOf(value), 1);
  return values.toSorted((a, b) => a - b);
}

test('percentiles of parts are those of all values', () => {
  fc.assert(
    fc.property(sums, fc.constantFrom(0.5, 0.9), (sum, share) => {
      const values = left(sum);
      const expected = values[Math.max(1, Math.ceil(share * values.length)) - 1];
      expect(percentileOf(sum, share)).toBe(expected ?? null);
      const added = addUpSeconds(sum);
      expect([...added.added]).toEqual(values);
      expect([...added.removed]).toEqual([]);
    }),
  );
});

test('what was removed before it was added stays removed', () => {
  const early = addUpSeconds({ added: [Int32Array.of(1, 2)], removed: [Int32Array.of(2, 3)] });
  expect([...early.added]).toEqual([1]);
  expect([...early.removed]).toEqual([3]);
  const all = { added: [early.added, Int32Array.of(3, 7)], removed: [early.removed] };
  expect([...addUpSeconds(all).added]).toEqual([1, 7]);
  expect(percentileOf(all, 0.9)).toBe(7);
});

test('stored seconds are big-endian, wherever their bytes lie', () => {
  const seconds = Int32Array.of(0, 1, 90_000, 2 ** 31 - 1);
  const packed = packSeconds(seconds);
  expect(packed.toString('hex')).toBe('000000000000000100015f907fffffff');
  const inside = Buffer.concat([Buffer.of(9), packed]).subarray(1);
  expect([...unpackSeconds(inside)]).toEqual([...seconds]);
  expect([...seconds]).toEqual([0, 1, 90_000, 2 ** 31 - 1]);
});
