import { allOf, type CanvasDocument, type CanvasNode, limits, type Point } from '@hopscope/canvas';

/** A node of somebody's own, which is no address. */
export function customNode(id: string, label: string, { x, y }: Point): CanvasNode {
  return {
    kind: 'node',
    id,
    type: 'custom',
    chain: null,
    address: null,
    label,
    x,
    y,
    color: null,
    traced: false,
    stop: null,
    group: null,
    profile: null,
  };
}

/** The place at `y` or the next rows below it where a new node covers no other. */
export function freeBelow(document: CanvasDocument, x: number, y: number): number {
  const beside = allOf(document, 'node').filter((node) => Math.abs(node.x - x) < limits.rowHeight);
  let free = y;
  while (beside.some((node) => Math.abs(node.y - free) < limits.rowHeight)) free += limits.rowHeight;
  return free;
}
