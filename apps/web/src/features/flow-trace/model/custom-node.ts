import { allOf, type CanvasDocument, type CanvasNode, limits, type Point } from '@hopscope/canvas';

/** Creates a custom node, which is not an address. */
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

/** Returns the first position at `y` or in the rows below where a new node covers no other. */
export function freeBelow(document: CanvasDocument, x: number, y: number): number {
  const beside = allOf(document, 'node').filter((node) => Math.abs(node.x - x) < limits.rowHeight);
  let free = y;
  while (beside.some((node) => Math.abs(node.y - free) < limits.rowHeight)) free += limits.rowHeight;
  return free;
}
