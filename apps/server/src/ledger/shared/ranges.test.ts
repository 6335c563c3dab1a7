import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addHeights, dropTop, type HeightRange, includesHeight } from './ranges.ts';

const heights = fc.uniqueArray(fc.nat(60), { maxLength: 40 });
const ascending = (values: Iterable<number>): number[] => [...values].sort((a, b) => a - b);

function rangesOf(values: readonly number[]): HeightRange[] {
  return values.reduce<HeightRange[]>((ranges, height) => addHeights(ranges, [height]), []);
}

function heightsOf(ranges: readonly HeightRange[]): number[] {
  return ranges.flatMap(({ from, to }) => Array.from({ length: to - from + 1 }, (_, i) => from + i));
}

test('ranges hold exactly the heights that were added, ascending and apart', () => {
  fc.assert(
    fc.property(heights, heights, (first, second) => {
      const before = rangesOf(first);
      const frozen = structuredClone(before);
      const ranges = addHeights(before, ascending(second));
      expect(before).toEqual(frozen);
      expect(heightsOf(ranges)).toEqual(ascending(new Set([...first, ...second])));
      for (const [i, range] of ranges.entries())
        expect(range.from).toBeGreaterThan((ranges[i - 1]?.to ?? -2) + 1);
      for (let height = 0; height <= 61; height++) {
        expect(includesHeight(ranges, height)).toBe(first.includes(height) || second.includes(height));
      }
    }),
  );
});

test('the order in which heights are added does not matter', () => {
  fc.assert(
    fc.property(heights, (values) => {
      expect(rangesOf(values)).toEqual(rangesOf(ascending(values)));
    }),
  );
});

test('dropping the top takes the highest height away and nothing else', () => {
  fc.assert(
    fc.property(heights, (values) => {
      const ranges = rangesOf(values);
      const frozen = structuredClone(ranges);
      expect(heightsOf(dropTop(ranges))).toEqual(ascending(values).slice(0, -1));
      expect(ranges).toEqual(frozen);
    }),
  );
});
