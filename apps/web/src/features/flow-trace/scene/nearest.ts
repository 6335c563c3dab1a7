import type { Point } from '@hopscope/canvas';
import type { Area } from '../model/render-model.ts';

interface Nearest<Item> {
  /** In the order in which they came. */
  readonly items: readonly Item[];
  /** Everything within this part of the area's width and height, around its middle, is among them; 1: all. */
  readonly part: number;
}

/** What is nearest to the middle of an area, seen by its shape, at most so many. */
export function nearest<Item>(
  items: readonly Item[],
  placeOf: (item: Item) => Point,
  { left, top, right, bottom }: Area,
  most: number,
): Nearest<Item> {
  if (items.length <= most) return { items, part: 1 };
  const parts = items.map((item) => {
    const { x, y } = placeOf(item);
    return Math.max(
      Math.abs(2 * x - left - right) / (right - left),
      Math.abs(2 * y - top - bottom) / (bottom - top),
    );
  });
  const bound = parts.toSorted((a, b) => a - b)[most] ?? 1;
  // Of those on the bound itself none, so that what is within it is whole.
  return { items: items.filter((_, i) => (parts[i] ?? 1) < bound), part: bound };
}
