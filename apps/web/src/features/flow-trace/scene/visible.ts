import { boxOf } from '@hopscope/canvas';
import type { Area, RenderEdge, RenderModel, RenderNode } from '../model/render-model.ts';
import type { Painting } from './paint.ts';

/** Radius of a node including its decorations, in world pixels. */
const reach = 38;
/** Boxes computed between two steps. */
const atOnce = 5000;

const boxes = new WeakMap<RenderModel, Float64Array>();

/** Computes the boxes of edges once per picture: left, top, right, bottom. */
export function* prepareBoxes(model: RenderModel): Painting {
  if (boxes.has(model)) return;
  const all = new Float64Array(model.edges.length * 4);
  for (const [i, { curve }] of model.edges.entries()) {
    const { left, top, right, bottom } = boxOf(curve);
    all[4 * i] = left;
    all[4 * i + 1] = top;
    all[4 * i + 2] = right;
    all[4 * i + 3] = bottom;
    if (i % atOnce === atOnce - 1) yield;
  }
  boxes.set(model, all);
}

/** Returns whether one of the ends of an edge is left out. */
export function isHidden({ from, to }: RenderEdge, hidden: ReadonlySet<string>): boolean {
  return hidden.size > 0 && (hidden.has(from) || hidden.has(to));
}

/** Returns the edges in an area, in their order; `prepareBoxes` must have run. */
export function edgesIn(model: RenderModel, area: Area, hidden: ReadonlySet<string>): RenderEdge[] {
  const all = boxes.get(model) ?? new Float64Array(0);
  const { left, top, right, bottom } = area;
  const found: RenderEdge[] = [];
  for (let i = 0, at = 0; at < all.length; i++, at += 4) {
    if ((all[at] ?? 0) > right || (all[at + 2] ?? 0) < left) continue;
    if ((all[at + 1] ?? 0) > bottom || (all[at + 3] ?? 0) < top) continue;
    const edge = model.edges[i];
    if (edge && !isHidden(edge, hidden)) found.push(edge);
  }
  return found;
}

/** Returns the nodes in an area, in their order. */
export function nodesIn({ nodes }: RenderModel, area: Area, hidden: ReadonlySet<string>): RenderNode[] {
  return nodes.filter(
    ({ id, x, y }) =>
      x >= area.left - reach &&
      x <= area.right + reach &&
      y >= area.top - reach &&
      y <= area.bottom + reach &&
      !hidden.has(id),
  );
}

/** Returns the things with the highest ranks, highest first; faster than sorting all for a few of many. */
export function highest<T>(things: readonly T[], count: number, rankOf: (thing: T) => number): T[] {
  const top: { thing: T; rank: number }[] = [];
  for (const thing of things) {
    const rank = rankOf(thing);
    const last = top.at(-1);
    if (top.length === count && last && rank <= last.rank) continue;
    let at = top.length;
    while (at > 0 && (top[at - 1]?.rank ?? 0) < rank) at--;
    top.splice(at, 0, { thing, rank });
    if (top.length > count) top.pop();
  }
  return top.map(({ thing }) => thing);
}
