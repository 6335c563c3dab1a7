import fc from 'fast-check';
import { expect, it } from 'vitest';
import { groupMarks, moved, shortestRange, type TimeMark, wholeRange, zoomed } from './time-marks.ts';

const mark = (at: number): TimeMark => ({ key: String(at), at, title: '', color: '' });

it('joins marks that are close at this zoom, and loses none within the range', () => {
  const marks = [100, 105, 400, 900].map(mark);
  const at = (until: number) =>
    groupMarks(marks, { from: 0, until }, { xOf: (time) => (time / until) * 100, apart: 10 });
  expect(at(1000).map((group) => group.marks.map(({ at: time }) => time))).toEqual([
    [100, 105],
    [400],
    [900],
  ]);
  expect(at(200).map((group) => group.marks.length)).toEqual([2]);
  expect(at(110).map((group) => group.marks.length)).toEqual([2]);
  expect(at(20)).toEqual([]);
});

it('zooming and moving stay within the whole, and never below the shortest range', () => {
  const number = fc.integer({ min: 0, max: 1_000_000 });
  fc.assert(
    fc.property(
      number,
      number,
      fc.array(fc.tuple(fc.boolean(), fc.double({ min: -1, max: 4, noNaN: true })), { maxLength: 12 }),
      (a, b, steps) => {
        const whole = wholeRange([mark(a)], [b]);
        let range = whole;
        for (const [zooms, by] of steps) {
          const middle = (range.from + range.until) / 2;
          range = zooms ? zoomed(range, Math.max(0.1, by), middle, whole) : moved(range, by, whole);
          expect(range.from).toBeGreaterThanOrEqual(whole.from - 1e-6);
          expect(range.until).toBeLessThanOrEqual(whole.until + 1e-6);
          expect(range.until - range.from).toBeGreaterThanOrEqual(shortestRange - 1e-6);
        }
      },
    ),
  );
});

it('zooming leaves the moment under the pointer where it is', () => {
  const whole = { from: 0, until: 100_000 };
  expect(zoomed({ from: 0, until: 100_000 }, 0.5, 25_000, whole)).toEqual({ from: 12_500, until: 62_500 });
});
