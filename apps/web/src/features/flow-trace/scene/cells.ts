import type { Area } from '../model/render-model.ts';

/** Width and height of a cell in world pixels: at the smallest zoom, a screen shows a few of them. */
const cell = 3000;
/** Up to this number, things are kept in one cell. */
const together = 3000;

/** Groups things by position, so that only visible ones are drawn. */
export function byCell<T>(things: readonly T[], at: (thing: T) => { x: number; y: number }): T[][] {
  if (things.length <= together) return things.length === 0 ? [] : [[...things]];
  const cells = new Map<string, T[]>();
  for (const thing of things) {
    const { x, y } = at(thing);
    const key = `${Math.floor(x / cell)} ${Math.floor(y / cell)}`;
    const inside = cells.get(key);
    if (inside) inside.push(thing);
    else cells.set(key, [thing]);
  }
  return [...cells.values()];
}

/** Returns the bounding area of all things with a margin around each. */
export function areaAround<T>(things: readonly T[], areaOf: (thing: T) => Area): Area {
  let [left, top] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  let [right, bottom] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const thing of things) {
    const area = areaOf(thing);
    left = Math.min(left, area.left);
    top = Math.min(top, area.top);
    right = Math.max(right, area.right);
    bottom = Math.max(bottom, area.bottom);
  }
  return { left, top, right, bottom };
}

export function meets(a: Area, b: Area): boolean {
  return a.left <= b.right && a.right >= b.left && a.top <= b.bottom && a.bottom >= b.top;
}
