import type { Point } from '../geometry/point.ts';
import { limits } from '../limits.ts';

const cell = limits.rowHeight;
/** Places of a column beside a source, as many above it as below: a hundred nodes a side are seen whole at zoom 0.25 to 0.5. */
const columnRows = 21;
const most = 9_900_000;
const stride = 1 << 22;
const keyOf = (x: number, y: number): number =>
  (Math.floor(x / cell) + stride / 2) * stride + Math.floor(y / cell) + stride / 2;

/** Occupied positions: no two nodes are closer than 80 pixels in both directions. */
export interface FreeSlots {
  take: (at: Point) => void;
  isFree: (at: Point) => boolean;
  /**
   * Takes the first free place beside a source: 220 left (-1) or right (1), at its height, then 80 below, above, below … After 21
   * places a column is full, and the next one begins 220 further away.
   */
  beside: (sourceId: string, source: Point, side: -1 | 1) => Point;
  /** Takes the first free place at or below the middle of the world. */
  alone: () => Point;
}

export function createFreeSlots(taken: Iterable<Point>): FreeSlots {
  const cells = new Map<number, Point[]>();
  /** Position at which the search next to a source continues. */
  const next = new Map<string, number>();
  const take = ({ x, y }: Point): void => {
    const key = keyOf(x, y);
    const inside = cells.get(key);
    if (inside) inside.push({ x, y });
    else cells.set(key, [{ x, y }]);
  };
  const isFree = ({ x, y }: Point): boolean => {
    for (const dx of [-cell, 0, cell])
      for (const dy of [-cell, 0, cell])
        for (const other of cells.get(keyOf(x + dx, y + dy)) ?? [])
          if (Math.abs(other.x - x) < cell && Math.abs(other.y - y) < cell) return false;
    return true;
  };
  /** Returns the first free slot of 0, 1, …; `otherwise` if there is none. */
  const search = (name: string, placeAt: (k: number) => Point, otherwise: Point): Point => {
    for (let k = next.get(name) ?? 0; k * cell <= 4 * most; k++) {
      const at = placeAt(k);
      if (Math.abs(at.x) > most || Math.abs(at.y) > most || !isFree(at)) continue;
      next.set(name, k + 1);
      take(at);
      return at;
    }
    return otherwise;
  };
  for (const at of taken) take(at);
  return {
    take,
    isFree,
    beside: (sourceId, source, side) => {
      const placeAt = (k: number): Point => {
        const row = k % columnRows;
        const column = Math.floor(k / columnRows) + 1;
        return {
          x: source.x + side * column * limits.columnWidth,
          y: source.y + (row % 2 === 1 ? (row + 1) / 2 : -row / 2) * cell,
        };
      };
      const x = Math.max(-most, Math.min(most, source.x + side * limits.columnWidth));
      return search(`${side} ${sourceId}`, placeAt, { x, y: source.y });
    },
    alone: () => search('', (k) => ({ x: 0, y: k * cell }), { x: 0, y: 0 }),
  };
}
