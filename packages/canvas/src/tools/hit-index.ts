import type { Drawing } from '@hopscope/contract/flow-document';
import { byText } from '@hopscope/domain';
import type { Point } from '../geometry/point.ts';
import { type Box, boxOf, type Curve, distanceTo, distanceToPiece, pointOn } from '../geometry/curve.ts';
import { limits } from '../limits.ts';

export interface HitNode extends Point {
  readonly id: string;
}

export interface HitEdge {
  readonly id: string;
  readonly curve: Curve;
}

export interface Hit {
  readonly kind: 'node' | 'edge' | 'drawing';
  readonly id: string;
}

export interface HitIndex {
  /** What is under a point of the world: a node before a drawing's line before a connection; of several the nearest, then the first by id. */
  hitAt: (at: Point, zoom: number) => Hit | null;
  /** Ids of the nodes inside of a box, ascending. */
  nodesIn: (box: Box) => string[];
}

interface BoxedEdge extends HitEdge {
  readonly box: Box;
}

const cell = 256;
const stride = 1 << 21;
const cellOf = (value: number): number => Math.floor(value / cell) + stride / 2;
const pieces = 24;

function put<T>(cells: Map<number, T[]>, key: number, one: T): void {
  const inside = cells.get(key);
  if (!inside) cells.set(key, [one]);
  else if (inside.at(-1) !== one) inside.push(one);
}

/** Adds a curve to all cells it crosses, by points at most half a cell apart. */
function putEdge(cells: Map<number, BoxedEdge[]>, { id, curve }: HitEdge): void {
  const edge = { id, curve, box: boxOf(curve) };
  const { x0, y0, x3, y3 } = edge.curve;
  const steps = Math.max(pieces, Math.ceil((Math.abs(x3 - x0) + Math.abs(y3 - y0)) / (cell / 2)));
  for (let i = 0; i <= steps; i++) {
    const { x, y } = pointOn(edge.curve, i / steps);
    put(cells, cellOf(x) * stride + cellOf(y), edge);
  }
}

function isWithin({ x, y }: Point, { left, top, right, bottom }: Box, reach: number): boolean {
  return x >= left - reach && x <= right + reach && y >= top - reach && y <= bottom + reach;
}

/** Approximate size of a text box at 14 pixels. */
export function textBox({ x, y, text }: Extract<Drawing, { shape: 'text' }>): Box {
  const lines = text.split('\n');
  const longest = Math.max(1, ...lines.map((line) => line.length));
  return { left: x, top: y, right: x + longest * 8, bottom: y + lines.length * 20 };
}

/** Returns the distance of a point from a drawing: from its line, or 0 inside a text. */
export function distanceToDrawing(drawing: Drawing, at: Point): number {
  const piece = (x: number, y: number, x2: number, y2: number): number =>
    distanceToPiece(at, { x, y }, { x: x2, y: y2 });
  switch (drawing.shape) {
    case 'line':
      return piece(drawing.x, drawing.y, drawing.x2, drawing.y2);
    case 'rectangle': {
      const { x, y } = drawing;
      const [right, bottom] = [x + drawing.width, y + drawing.height];
      return Math.min(
        piece(x, y, right, y),
        piece(right, y, right, bottom),
        piece(right, bottom, x, bottom),
        piece(x, bottom, x, y),
      );
    }
    case 'circle':
      return Math.abs(Math.hypot(at.x - drawing.x, at.y - drawing.y) - drawing.radius);
    case 'text': {
      const { left, top, right, bottom } = textBox(drawing);
      const dx = Math.max(left - at.x, 0, at.x - right);
      const dy = Math.max(top - at.y, 0, at.y - bottom);
      return Math.hypot(dx, dy);
    }
  }
}

interface Nearest {
  readonly id: string;
  readonly distance: number;
}

function nearer(best: Nearest | null, id: string, distance: number, reach: number): Nearest | null {
  if (distance > reach) return best;
  if (best && (best.distance < distance || (best.distance === distance && best.id < id))) return best;
  return { id, distance };
}

/**
 * Finds what is under a pointer among at least 100,000 nodes. Nodes are hit within 26 world pixels of their center, lines
 * within 8 screen pixels.
 */
export function createHitIndex(
  nodes: Iterable<HitNode>,
  edges: Iterable<HitEdge>,
  drawings: readonly Drawing[],
): HitIndex {
  const nodeCells = new Map<number, HitNode[]>();
  const edgeCells = new Map<number, BoxedEdge[]>();
  for (const one of nodes) put(nodeCells, cellOf(one.x) * stride + cellOf(one.y), one);
  for (const one of edges) putEdge(edgeCells, one);

  function* near<T>(cells: Map<number, T[]>, box: Box): Generator<T> {
    for (let column = cellOf(box.left); column <= cellOf(box.right); column++)
      for (let row = cellOf(box.top); row <= cellOf(box.bottom); row++)
        yield* cells.get(column * stride + row) ?? [];
  }
  const around = ({ x, y }: Point, reach: number): Box => ({
    left: x - reach,
    top: y - reach,
    right: x + reach,
    bottom: y + reach,
  });

  return {
    hitAt: (at, zoom) => {
      let best: Nearest | null = null;
      for (const { id, x, y } of near(nodeCells, around(at, limits.nodeHitRadius)))
        best = nearer(best, id, Math.hypot(x - at.x, y - at.y), limits.nodeHitRadius);
      if (best) return { kind: 'node', id: best.id };
      const reach = limits.connectionTolerance / zoom;
      for (const one of drawings) best = nearer(best, one.id, distanceToDrawing(one, at), reach);
      if (best) return { kind: 'drawing', id: best.id };
      // A curve may run up to half a cell beside the points by which it was put into cells.
      for (const { id, curve, box } of near(edgeCells, around(at, reach + cell / 2)))
        if (isWithin(at, box, reach)) best = nearer(best, id, distanceTo(curve, at), reach);
      return best ? { kind: 'edge', id: best.id } : null;
    },
    nodesIn: (box) => {
      const inside: string[] = [];
      for (const { id, x, y } of near(nodeCells, box))
        if (x >= box.left && x <= box.right && y >= box.top && y <= box.bottom) inside.push(id);
      return inside.sort(byText);
    },
  };
}
