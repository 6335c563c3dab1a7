import { expect, it } from 'vitest';
import { nearest } from './nearest.ts';

const place = (x: number) => ({ x, y: 0 });
const area = { left: 0, right: 10, top: -5, bottom: 5 };

it('takes all where there is room', () => {
  const items = [9, 1, 4, 7, 5];
  expect(nearest(items, place, area, 5)).toEqual({ items, part: 1 });
});

it('else those nearest to the middle, in their order, and says how far they reach', () => {
  expect(nearest([9, 1, 4, 7, 5], place, area, 2)).toEqual({ items: [4, 5], part: 0.4 });
  expect(nearest([0, 2.5, 7.5, 5], place, area, 2)).toEqual({ items: [5], part: 0.5 });
});

it('measures by the shape of the area', () => {
  const wide = { left: -100, right: 100, top: -10, bottom: 10 };
  const points = [
    { x: 50, y: 0 },
    { x: 0, y: 9 },
    { x: 0, y: 0 },
  ];
  expect(nearest(points, (point) => point, wide, 2).items).toEqual([points[0], points[2]]);
});
