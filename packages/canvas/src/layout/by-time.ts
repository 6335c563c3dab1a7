import type { CanvasNode } from '@hopscope/contract/flow-document';
import type { Point } from '../geometry/point.ts';
import { allOf, type CanvasDocument } from '../document/document.ts';
import { limits } from '../limits.ts';

/** Longest axis, in columns. */
const widest = 40;

export interface TimeAxis {
  readonly places: ReadonlyMap<string, Point>;
  /** Marks of the ruler: seconds since 1970 at a place, ascending, at most nine. */
  readonly marks: readonly { readonly x: number; readonly time: number }[];
}

/** When each node first had to do with a transfer in a block. */
function firstTimes(document: CanvasDocument): Map<string, number> {
  const first = new Map<string, number>();
  for (const { from, to, time } of allOf(document, 'connection'))
    if (time !== null) for (const id of [from, to]) first.set(id, Math.min(first.get(id) ?? time, time));
  return first;
}

interface Dated {
  readonly node: CanvasNode;
  readonly time: number;
}

/** Rows around the middle: 0, 1, −1, 2, … A node takes the first one with enough space on the left. */
function placeDated(dated: readonly Dated[], xOf: (time: number) => number): Map<string, Point> {
  const places = new Map<string, Point>();
  const reach: number[] = [];
  let at = { x: Number.NaN, row: 0 };
  for (const { node, time } of dated) {
    const x = xOf(time);
    let row = at.x === x ? at.row : 0;
    while ((reach[row] ?? Number.NEGATIVE_INFINITY) > x - limits.rowHeight * 1.5) row++;
    reach[row] = x;
    at = { x, row };
    const up = row % 2 === 0 ? -row / 2 : (row + 1) / 2;
    places.set(node.id, { x, y: up * limits.rowHeight || 0 });
  }
  return places;
}

/**
 * Arranges by time from left to right, in proportion: each node at its first confirmed transfer, in a free row. Nodes without
 * one are in rows below. Whole pixels; deterministic.
 */
export function placesByTime(document: CanvasDocument): TimeAxis {
  const first = firstTimes(document);
  const dated: Dated[] = [];
  const undated: CanvasNode[] = [];
  for (const node of allOf(document, 'node')) {
    const time = first.get(node.id);
    if (time === undefined) undated.push(node);
    else dated.push({ node, time });
  }
  dated.sort((a, b) => a.time - b.time || (a.node.traced === b.node.traced ? 0 : a.node.traced ? -1 : 1));
  const begin = dated[0]?.time ?? 0;
  const length = Math.max(1, (dated.at(-1)?.time ?? begin) - begin);
  const distinct = new Set(dated.map(({ time }) => time)).size;
  const width = Math.min(widest, Math.max(1, distinct - 1)) * limits.columnWidth;
  const xOf = (time: number): number => Math.round(((time - begin) / length) * width);
  const places = placeDated(dated, xOf);
  let bottom = -160;
  for (const { y } of places.values()) bottom = Math.max(bottom, y);
  const across = Math.max(10, Math.ceil(Math.sqrt(undated.length)));
  for (const [i, { id }] of undated.entries()) {
    const y = bottom + 160 + Math.floor(i / across) * 140;
    places.set(id, { x: (i % across) * limits.columnWidth, y });
  }
  const count = distinct < 2 ? Math.min(1, distinct) : Math.min(9, distinct);
  const marks = Array.from({ length: count }, (_, i) => {
    const time = count === 1 ? begin : begin + Math.round((i * length) / (count - 1));
    return { x: xOf(time), time };
  });
  return { places, marks };
}
