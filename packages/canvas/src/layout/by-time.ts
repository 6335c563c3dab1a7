import type { CanvasNode } from '@hopscope/contract/flow-document';
import type { Point } from '../geometry/point.ts';
import { allOf, type CanvasDocument } from '../document/document.ts';
import { limits } from '../limits.ts';
import { layoutRow } from './row-height.ts';

/** Longest axis, in columns; with fewer nodes, as many columns as make the picture about twice as wide as high. */
const widest = 40;
const columnsFor = (nodes: number): number => Math.min(widest, Math.ceil(Math.sqrt(nodes)));

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
    while ((reach[row] ?? Number.NEGATIVE_INFINITY) > x - layoutRow * 1.5) row++;
    reach[row] = x;
    at = { x, row };
    const up = row % 2 === 0 ? -row / 2 : (row + 1) / 2;
    places.set(node.id, { x, y: up * layoutRow || 0 });
  }
  return places;
}

/** Length of a gap in seconds that is drawn about half as long as one twice as long; longer gaps are compressed. */
const shortGap = 600;

/**
 * Returns the x of each time: gaps between times keep their order of length, but long ones are compressed (logarithm), so that
 * a year without transfers doesn't push the others together.
 */
function compressed(times: readonly number[], width: number): Map<number, number> {
  const lengths = times.map((time, i) => Math.log2(2 + (time - (times[i - 1] ?? time)) / shortGap));
  const total = lengths.slice(1).reduce((sum, length) => sum + length, 0);
  let at = 0;
  return new Map(
    times.map((time, i) => {
      if (i > 0) at += lengths[i] ?? 0;
      return [time, total === 0 ? 0 : Math.round((at / total) * width)] as const;
    }),
  );
}

/**
 * Arranges by time from left to right, long gaps compressed: each node at its first confirmed transfer, in a free row. Nodes without
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
  const times = [...new Set(dated.map(({ time }) => time))];
  const width = Math.min(columnsFor(dated.length), Math.max(1, times.length - 1)) * limits.columnWidth;
  const xs = compressed(times, width);
  const xOf = (time: number): number => xs.get(time) ?? 0;
  const places = placeDated(dated, xOf);
  let bottom = -160;
  for (const { y } of places.values()) bottom = Math.max(bottom, y);
  const across = Math.max(10, Math.ceil(Math.sqrt(undated.length)));
  for (const [i, { id }] of undated.entries()) {
    const y = bottom + 160 + Math.floor(i / across) * 140;
    places.set(id, { x: (i % across) * limits.columnWidth, y });
  }
  const count = Math.min(9, times.length);
  const marks = Array.from({ length: count }, (_, i) => {
    const time = times[count === 1 ? 0 : Math.round((i * (times.length - 1)) / (count - 1))] ?? 0;
    return { x: xOf(time), time };
  });
  return { places, marks };
}
