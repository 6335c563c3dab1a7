import { describe, expect, it } from 'vitest';
import { createLabelRoom } from './place-labels.ts';

const box = (x: number, y: number) => ({ x, y, width: 100, height: 20 });

describe('room for labels', () => {
  it('gives a place once', () => {
    const room = createLabelRoom();
    expect(room.take(box(0, 0))).toBe(true);
    expect(room.take(box(50, 10))).toBe(false);
    expect(room.take(box(100, 0))).toBe(true);
    expect(room.take(box(0, 20))).toBe(true);
  });

  it('gives several places together or none of them', () => {
    const room = createLabelRoom();
    room.occupy(box(0, 0));
    expect(room.take(box(200, 0), box(50, 0))).toBe(false);
    expect(room.take(box(200, 0), box(-100, 0))).toBe(true);
  });

  it('finds overlaps across cells and below zero', () => {
    const room = createLabelRoom();
    room.occupy({ x: -500, y: -10, width: 1000, height: 20 });
    expect(room.take(box(-320, 5))).toBe(false);
    expect(room.take(box(450, -25))).toBe(false);
    expect(room.take(box(501, -25))).toBe(true);
  });
});
