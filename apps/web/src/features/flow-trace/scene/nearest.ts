import type { Point } from '@hopscope/canvas';
import type { Area } from '../model/render-model.ts';

interface Nearest<Item> {
  /** In their original order. */
  readonly items: readonly Item[];
  /** Fraction of the area's width and height around its center within which all items are included; 1: all. */
  readonly part: number;
}

/** Returns at most the given number of items nearest to the center of an area, by its aspect ratio. */
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
  // Excludes those on the bound itself, so that the area within is complete.
  return { items: items.filter((_, i) => (parts[i] ?? 1) < bound), part: bound };
}
