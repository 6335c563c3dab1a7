import { expect, it } from 'vitest';
import { placeBeside } from './floating.ts';

const view = { width: 1000, height: 600 };
const anchor = { left: 100, top: 300, right: 180, bottom: 330 };
const size = { width: 200, height: 100 };

it('stands at the side that is asked for, aligned with its anchor', () => {
  expect(placeBeside(anchor, size, view, 'bottomLeft')).toEqual({ left: 100, top: 334 });
  expect(placeBeside(anchor, size, view, 'topLeft')).toEqual({ left: 100, top: 196 });
  const right = { ...anchor, left: 700, right: 780 };
  expect(placeBeside(right, size, view, 'bottomRight')).toEqual({ left: 580, top: 334 });
});

it('goes to the other side where there is no room, and stays in the window', () => {
  const low = { ...anchor, top: 540, bottom: 570 };
  expect(placeBeside(low, size, view, 'bottomLeft')).toEqual({ left: 100, top: 436 });
  const high = { ...anchor, top: 10, bottom: 40 };
  expect(placeBeside(high, size, view, 'topLeft')).toEqual({ left: 100, top: 44 });
  expect(placeBeside({ ...anchor, left: 950, right: 990 }, size, view, 'bottomLeft').left).toBe(792);
  expect(placeBeside(anchor, size, view, 'bottomRight').left).toBe(8);
  expect(placeBeside(low, { width: 2000, height: 900 }, view, 'bottomLeft')).toEqual({ left: 8, top: 8 });
});
