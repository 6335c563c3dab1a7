import type { CanvasNode, Point } from '@hopscope/canvas';

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
