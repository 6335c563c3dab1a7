import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pageItems } from './pages.ts';

//
describe('pageItems', () => {
  it('offers all pages if there are at most 7', () => {
    expect(pageItems(1, 1)).toEqual([1]);
    expect(pageItems(4, 7)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  it.each([
    [1, 8, [1, 2, 'gap', 8]],
    [3, 8, [1, 2, 3, 4, 'gap', 8]],
    [4, 8, [1, 2, 3, 4, 5, 'gap', 8]],
    [5, 118, [1, 'gap', 4, 5, 6, 'gap', 118]],
    [117, 118, [1, 'gap', 116, 117, 118]],
    [118, 118, [1, 'gap', 117, 118]],
  ])('page %i of %i', (current, total, expected) => {
    expect(pageItems(current, total)).toEqual(expected);
  });

  it('shows first and last where the current page is past the end', () => {
    expect(pageItems(500, 9)).toEqual([1, 'gap', 9]);
  });

  it('is ascending, has the ends and the neighbors, and no gap for a single page', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5000 }), fc.integer({ min: 1, max: 5000 }), (a, b) => {
        const [current, total] = [Math.min(a, b), Math.max(a, b)];
        const items = pageItems(current, total);
        const numbers = items.filter((item) => item !== 'gap');
        expect(numbers).toEqual([...new Set(numbers)].sort((x, y) => x - y));
        for (const page of [1, current - 1, current, current + 1, total]) {
          if (page >= 1 && page <= total) expect(numbers).toContain(page);
        }
        items.forEach((item, index) => {
          const [before, after] = [items[index - 1], items[index + 1]];
          if (item === 'gap') expect(Number(after) - Number(before)).toBeGreaterThan(2);
          else if (typeof after === 'number') expect(after - item).toBe(1);
        });
      }),
    );
  });
});
