import type { Point } from './point.ts';

/** A cubic curve between two nodes: start, two control points, and the end at the arrowhead. */
export interface Curve {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
  readonly x2: number;
  readonly y2: number;
  readonly x3: number;
  readonly y3: number;
}

/** Where a curve leaves a node, and where its arrow ends before the next: pixels from the middle. */
const leaves = 27;
const arrives = 29;
/** How far a curve at least runs level before it bends. */
const level = 30;

/** The curve from one node to another; `aside` moves it out of the way of others between the same two. */
export function curveBetween(from: Point, to: Point, aside = 0): Curve {
  const dx = to.x - from.x;
  const dy = to.y - from.y;
  const length = Math.hypot(dx, dy) || 1;
  const shiftX = (-dy / length) * aside;
  const shiftY = (dx / length) * aside;
  // Nodes under each other are left and reached on the same side.
  const under = Math.abs(dx) < 2 * leaves;
  const out = under ? 1 : Math.sign(dx);
  const into = under ? -1 : Math.sign(dx);
  const pull = under ? 70 : Math.max(Math.abs(dx) / 2, level);
  const x0 = from.x + out * leaves;
  const x3 = to.x - into * arrives;
  return {
    x0,
    y0: from.y,
    x1: x0 + out * pull * 0.9 + shiftX * 1.33,
    y1: from.y + shiftY * 1.33,
    x2: x3 - into * pull * 0.9 + shiftX * 1.33,
    y2: to.y + shiftY * 1.33,
    x3,
    y3: to.y,
  };
}

/** The point of a curve at `t` of 0 to 1. */
export function pointOn(curve: Curve, t: number): Point {
  const u = 1 - t;
  const [a, b, c, d] = [u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t];
  return {
    x: a * curve.x0 + b * curve.x1 + c * curve.x2 + d * curve.x3,
    y: a * curve.y0 + b * curve.y1 + c * curve.y2 + d * curve.y3,
  };
}

/** How far a point is from a straight piece. */
export function distanceToPiece(p: Point, a: Point, b: Point): number {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const square = dx * dx + dy * dy;
  const t = square === 0 ? 0 : Math.max(0, Math.min(1, ((p.x - a.x) * dx + (p.y - a.y) * dy) / square));
  return Math.hypot(p.x - a.x - t * dx, p.y - a.y - t * dy);
}

const samples = 16;

/** How far a point is from a curve, to a fraction of a pixel. */
export function distanceTo(curve: Curve, p: Point): number {
  let nearest = Number.POSITIVE_INFINITY;
  let before = pointOn(curve, 0);
  for (let i = 1; i <= samples; i++) {
    const next = pointOn(curve, i / samples);
    nearest = Math.min(nearest, distanceToPiece(p, before, next));
    before = next;
  }
  return nearest;
}

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** The box that a curve is inside of. */
export function boxOf({ x0, x1, x2, x3, y0, y1, y2, y3 }: Curve): Box {
  return {
    left: Math.min(x0, x1, x2, x3),
    top: Math.min(y0, y1, y2, y3),
    right: Math.max(x0, x1, x2, x3),
    bottom: Math.max(y0, y1, y2, y3),
  };
}
