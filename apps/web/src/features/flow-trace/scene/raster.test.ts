import { describe, expect, it } from 'vitest';
import { drawDisc, drawLine, type Pixels, pixelOf } from './raster.ts';

const empty = (width: number, height: number): Pixels => ({
  data: new Uint32Array(width * height).fill(pixelOf(0)),
  width,
  height,
});
const red = ({ data }: Pixels): number[] => [...data].map((pixel) => pixel & 0xff);

describe('lines and discs in pixels', () => {
  it('draws a level line in its row only', () => {
    const pixels = empty(4, 3);
    drawLine(pixels, [0, 1, 3, 1], 0xff0000, 1);
    expect(red(pixels)).toEqual([0, 0, 0, 0, 255, 255, 255, 255, 0, 0, 0, 0]);
  });

  it('divides a line between two rows over both', () => {
    const pixels = empty(3, 2);
    drawLine(pixels, [0, 0.5, 2, 0.5], 0xff0000, 1);
    for (const value of red(pixels)) expect(value).toBeCloseTo(127, -1);
  });

  it('draws steep lines, and lines in either direction alike', () => {
    const [down, up] = [empty(3, 5), empty(3, 5)];
    drawLine(down, [0, 0, 2, 4], 0xffffff, 1);
    drawLine(up, [2, 4, 0, 0], 0xffffff, 1);
    expect(red(down)).toEqual(red(up));
    expect(red(down)[0]).toBe(255);
    expect(red(down)[14]).toBe(255);
  });

  it('leaves out what is outside, also far outside', () => {
    const pixels = empty(4, 4);
    drawLine(pixels, [-1e6, 2, 1e6, 2], 0xff0000, 1);
    drawLine(pixels, [-5, -50, 9, -50], 0xff0000, 1);
    drawDisc(pixels, -100, 3, 5, 0xff0000);
    expect(red(pixels)).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 255, 255, 255, 255, 0, 0, 0, 0]);
  });

  it('fills a disc with the color, and its edge in part', () => {
    const pixels = empty(7, 7);
    drawDisc(pixels, 3, 3, 2, 0x102030);
    expect(pixels.data[3 * 7 + 3]).toBe(pixelOf(0x102030));
    expect(pixels.data[0]).toBe(pixelOf(0));
    expect(red(pixels)[3 * 7 + 5]).toBeLessThan(0x10);
    expect(red(pixels)[3 * 7 + 5]).toBeGreaterThan(0);
  });
});
