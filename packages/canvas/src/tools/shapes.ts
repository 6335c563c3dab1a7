import type { Drawing } from '@hopscope/contract/flow-document';
import type { Point } from '../geometry/point.ts';
import type { Draft, ToolName, ToolState } from './tool-state.ts';

const furthest = 10_000_000;

export function wholePixel(value: number): number {
  return Math.max(-furthest, Math.min(furthest, Math.round(value))) || 0;
}

/**
 * Returns the shape of a drawing tool between two points: a line, a rectangle by its corners, a circle by its center; null
 * for other tools.
 */
export function shapeOf(
  tool: ToolName,
  from: Point,
  to: Point,
  look: { id: string; color: string },
): Drawing | null {
  const [x, y, x2, y2] = [from.x, from.y, to.x, to.y].map(wholePixel) as [number, number, number, number];
  const all = { kind: 'drawing', ...look } as const;
  switch (tool) {
    case 'line':
      return { ...all, shape: 'line', x, y, x2, y2 };
    case 'rectangle': {
      const size = { width: Math.abs(x2 - x), height: Math.abs(y2 - y) };
      return { ...all, shape: 'rectangle', x: Math.min(x, x2), y: Math.min(y, y2), ...size };
    }
    case 'circle':
      return {
        ...all,
        shape: 'circle',
        x,
        y,
        radius: Math.min(furthest, Math.round(Math.hypot(x2 - x, y2 - y))),
      };
    case 'select':
    case 'hand':
    case 'text':
      return null;
  }
}

/** Pixels of the screen: drawings smaller than this are slips. */
const smallest = 3;

/** What ends drawing: the tools with the new drawing chosen, and the step that draws it; no step for a slip. */
export function drawnShape(
  state: ToolState,
  from: Point,
  to: Point,
  newId: () => string,
): { state: ToolState; draft: Draft | null } {
  const idle = { ...state, action: null };
  const large = Math.hypot(to.x - from.x, to.y - from.y) * state.view.zoom >= smallest;
  const record = large ? shapeOf(state.tool, from, to, { id: newId(), color: state.color }) : null;
  if (!record) return { state: idle, draft: null };
  const draft: Draft = { title: `Draw ${record.shape}`, changes: [{ change: 'create', record }] };
  return { state: { ...idle, selection: [record.id] }, draft };
}

/** The fields of a drawing moved by whole pixels. */
export function movedDrawing(drawing: Drawing, dx: number, dy: number): Partial<Drawing> {
  const [x, y] = [wholePixel(drawing.x + dx), wholePixel(drawing.y + dy)];
  if (drawing.shape !== 'line') return { x, y };
  return { x, y, x2: wholePixel(drawing.x2 + dx), y2: wholePixel(drawing.y2 + dy) };
}
