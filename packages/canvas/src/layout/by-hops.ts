import type { CanvasNode } from '@hopscope/contract/flow-document';
import type { Point } from '../geometry/point.ts';
import { allOf, type CanvasDocument } from '../document/document.ts';
import { limits } from '../limits.ts';
import { layoutRow } from './row-height.ts';
import { hopsFromTraced } from '../trace/hops.ts';

/** Rows of small drawings are farther apart, since there is space for labels. */
const wideRow = 140;
const wideUpTo = 10;
/** Columns with more nodes than this have several rows of them beside each other. */
const tallest = 20;
const beside = 160;
const gap = 160;
const sweeps = 4;

interface Member {
  readonly id: string;
  readonly column: number;
  readonly neighbors: Member[];
  /** Place in its column, around 0; then y. */
  row: number;
  weight: number;
}

function membersOf(document: CanvasDocument, nodes: readonly CanvasNode[]): Member[] {
  const places = hopsFromTraced(document, true);
  const members = new Map<string, Member>();
  for (const { id } of nodes) {
    const place = places.get(id);
    members.set(id, { id, column: place?.hop ?? place?.column ?? 0, neighbors: [], row: 0, weight: 0 });
  }
  for (const { from, to } of allOf(document, 'connection')) {
    const [a, b] = [members.get(from), members.get(to)];
    if (!a || !b || a === b) continue;
    a.neighbors.push(b);
    b.neighbors.push(a);
  }
  return [...members.values()];
}

/** Parts that hang together, each with columns; those that no traced node reaches count from their first node. */
function partsOf(members: readonly Member[]): Member[][] {
  const visited = new Set<Member>();
  const parts: Member[][] = [];
  for (const start of members) {
    if (visited.has(start)) continue;
    const part = [start];
    visited.add(start);
    for (const one of part)
      for (const other of one.neighbors)
        if (!visited.has(other)) {
          visited.add(other);
          part.push(other);
        }
    parts.push(part);
  }
  return parts;
}

function columnsOf(part: readonly Member[]): Member[][] {
  const columns = new Map<number, Member[]>();
  for (const one of part) {
    const column = columns.get(one.column);
    if (column) column.push(one);
    else columns.set(one.column, [one]);
  }
  return [...columns].sort(([a], [b]) => a - b).map(([, column]) => column);
}

function settle(column: Member[]): void {
  column.sort((a, b) => a.weight - b.weight || (a.id < b.id ? -1 : 1));
  for (const [i, one] of column.entries()) one.row = i - (column.length - 1) / 2;
}

/** Orders each column by the middle of its neighbors (barycenter method, Sugiyama et al. 1981), to and fro. */
function order(columns: readonly Member[][]): void {
  for (const column of columns) settle(column);
  for (let sweep = 0; sweep < sweeps; sweep++)
    for (const column of sweep % 2 === 0 ? columns : columns.toReversed()) {
      for (const one of column) {
        const others = one.neighbors.filter((other) => other.column !== one.column);
        const sum = others.reduce((total, other) => total + other.row, 0);
        one.weight = others.length === 0 ? one.row : sum / others.length;
      }
      settle(column);
    }
}

function placeColumn(column: readonly Member[], x: number, rowHeight: number, to: Map<string, Point>): void {
  const lanes = Math.ceil(column.length / tallest);
  const rows = Math.ceil(column.length / lanes);
  for (const [i, { id }] of column.entries()) {
    const row = Math.floor(i / lanes) - (rows - 1) / 2;
    to.set(id, { x: x + (i % lanes) * beside, y: Math.round(row * rowHeight) });
  }
}

/** Positions of one part, column 0 at x 0. */
function placePart(part: readonly Member[]): Map<string, Point> {
  const columns = columnsOf(part);
  order(columns);
  const most = Math.max(...columns.map(({ length }) => length));
  const rowHeight = most <= wideUpTo ? wideRow : layoutRow;
  const widthOf = (column: readonly Member[]): number =>
    limits.columnWidth + (Math.ceil(column.length / tallest) - 1) * beside;
  const starts: number[] = [];
  let x = 0;
  for (const column of columns) {
    starts.push(x);
    x += widthOf(column);
  }
  const middle = starts[columns.findIndex((column) => column[0]?.column === 0)] ?? 0;
  const places = new Map<string, Point>();
  for (const [i, column] of columns.entries())
    placeColumn(column, (starts[i] ?? 0) - middle, rowHeight, places);
  return places;
}

function placeAlone(lone: readonly Member[], top: number, to: Map<string, Point>): void {
  const across = Math.max(10, Math.ceil(Math.sqrt(lone.length)));
  for (const [i, { id }] of lone.entries())
    to.set(id, { x: (i % across) * limits.columnWidth, y: top + Math.floor(i / across) * wideRow });
}

/**
 * Arranges in columns by hops from the traced nodes at x 0, as on the ruler: payers left, payees right, 220 apart. Nodes without
 * direct flow stand beside those that they paid, or were paid by. Connected parts are below
 * each other, nodes without transfers in rows at the end. Whole pixels; deterministic.
 */
export function placesByHops(document: CanvasDocument): Map<string, Point> {
  const members = membersOf(document, allOf(document, 'node'));
  const parts = partsOf(members);
  const lone = parts.flatMap((part) => (part.length === 1 ? part : []));
  const placed = new Map<string, Point>();
  let top = 0;
  const together = parts.filter(({ length }) => length > 1);
  for (const [i, part] of together.entries()) {
    const places = placePart(part);
    let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (const { y } of places.values()) [least, most] = [Math.min(least, y), Math.max(most, y)];
    const down = i === 0 ? 0 : top - least;
    for (const [id, { x, y }] of places) placed.set(id, { x, y: y + down });
    top = most + down + gap;
  }
  placeAlone(lone, top, placed);
  return placed;
}
