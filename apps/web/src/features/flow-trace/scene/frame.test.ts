import { describe, expect, it } from 'vitest';
import { areaOfFrame, contains, fills, frameAround, frameOfArea, placeOf } from './frame.ts';

const size = { width: 1000, height: 600 };

describe('frames of pictures', () => {
  it('lie exactly on the view that they were painted for, margins outside', () => {
    const view = { x: 30, y: -40, zoom: 0.5 };
    const frame = frameAround(view, size, 0.25, 2);
    expect(placeOf(frame, view)).toEqual({ x: -250, y: -150, scale: 1 });
    expect(fills(frame, view, size)).toBe(true);
    expect(fills(frame, view, size, 151)).toBe(false);
  });

  it('move and grow with the view, and notice what they no longer show', () => {
    const frame = frameAround({ x: 0, y: 0, zoom: 1 }, size, 0.25, 1);
    const moved = { x: 260, y: 0, zoom: 1 };
    expect(placeOf(frame, moved)).toEqual({ x: 10, y: -150, scale: 1 });
    expect(fills(frame, moved, size)).toBe(false);
    const near = { x: -500, y: -300, zoom: 2 };
    expect(placeOf(frame, near)).toEqual({ x: -1000, y: -600, scale: 2 });
    expect(fills(frame, near, size)).toBe(true);
  });

  it('of everything contain the area in few pixels', () => {
    const area = { left: -100, top: 0, right: 50_000, bottom: 30_000 };
    const frame = frameOfArea(area, 1_000_000);
    expect(frame.width * frame.height).toBeLessThan(1_010_000);
    expect(contains(areaOfFrame(frame), area)).toBe(true);
  });
});
