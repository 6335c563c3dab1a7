import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { propertyRuns } from '../../../../../../../test/depth.ts';
import { pictureOf, ribbonPath } from './picture.ts';

const of = (...amounts: (number | null)[]) => amounts.map((amount) => ({ amount }));

describe('picture of a transaction', () => {
  test('ribbons are as thick as their part', () => {
    const { left, right } = pictureOf(of(100), of(75, 25));
    expect(left.rows.map(({ thickness }) => thickness)).toEqual([96]);
    expect(right.rows.map(({ thickness }) => thickness)).toEqual([72, 24]);
    expect(left.rows[0]?.edge).toBe(62);
  });
  test('the smaller side stands in the middle', () => {
    const { left, right, height } = pictureOf(of(10), of(1, 2, 3, 4));
    expect(height).toBe(right.height);
    expect(left.rows[0]?.edge).toBe(height / 2);
  });
  test('what is not known is a line, and no amount', () => {
    const { left } = pictureOf(of(null, null), of(5, 6));
    expect(left.rows.map(({ amount, thickness }) => ({ amount, thickness }))).toEqual([
      { amount: null, thickness: 1.5 },
      { amount: null, thickness: 1.5 },
    ]);
  });
  test('5,000 inputs become the eleven largest and one row for the rest', () => {
    const amounts = Array.from({ length: 5000 }, (_, i) => i + 1);
    const { left } = pictureOf(of(...amounts), of(12_502_500));
    expect(left.rows).toHaveLength(12);
    expect(left.rows.slice(0, 11).map(({ index }) => index)).toEqual(
      Array.from({ length: 11 }, (_, i) => 4989 + i),
    );
    const rest = left.rows.at(-1);
    expect(rest).toMatchObject({ row: undefined, count: 4989, amount: (4989 * 4990) / 2, unknown: 0 });
  });
  test('folded rows say how many of them are not known', () => {
    const { left } = pictureOf(of(...Array.from({ length: 20 }, () => null)), of(1));
    expect(left.rows.at(-1)).toMatchObject({ count: 9, amount: null, unknown: 9 });
  });
  test('nothing is lost, whatever the amounts', () => {
    const side = fc.array(fc.option(fc.integer({ min: 0, max: 21e14 }), { nil: null }), { maxLength: 40 });
    fc.assert(
      fc.property(side, side, (ins, outs) => {
        const { left, right, height } = pictureOf(of(...ins), of(...outs));
        for (const [rows, amounts] of [
          [left.rows, ins],
          [right.rows, outs],
        ] as const) {
          expect(rows.reduce((sum, { count }) => sum + count, 0)).toBe(amounts.length);
          const known = amounts.reduce<number>((sum, amount) => sum + (amount ?? 0), 0);
          expect(rows.reduce((sum, { amount }) => sum + (amount ?? 0), 0)).toBe(known);
          for (const { edge, center } of rows) {
            expect(edge >= 0 && edge <= height && Number.isFinite(center)).toBe(true);
          }
        }
      }),
      propertyRuns(60),
    );
  });
  test('a ribbon goes from edge to center', () => {
    expect(ribbonPath({ edge: 10, center: 30, thickness: 4, inner: 4 }, 100)).toBe(
      'M0 8.0C50 8.0 50 28.0 100 28.0V32.0C50 32.0 50 12.0 0 12.0Z',
    );
  });
});
