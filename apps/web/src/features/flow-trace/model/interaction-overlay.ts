import { type Drawing, previewOf, type ToolState } from '@hopscope/canvas';
import type { Area } from './render-model.ts';

/** Temporary graphics above the picture, in world pixels. */
export interface InteractionOverlay {
  /** The shape being drawn. */
  readonly drawing: Drawing | null;
  /** The selection box. */
  readonly box: Area | null;
  /** Nodes being moved, and their offset. */
  readonly moved: { readonly ids: ReadonlySet<string>; readonly dx: number; readonly dy: number } | null;
}

export const emptyOverlay: InteractionOverlay = { drawing: null, box: null, moved: null };

/** Returns the graphics of the current interaction; `emptyOverlay` itself if there are none. */
export function toOverlay(tools: ToolState): InteractionOverlay {
  const { moved, drawing, frame } = previewOf(tools);
  if (!moved && !drawing && !frame) return emptyOverlay;
  return { drawing, box: frame, moved: moved && { ...moved, ids: idsOf(moved.ids) } };
}

const sets = new WeakMap<readonly string[], ReadonlySet<string>>();

/** Returns the same set for the same selection, so that only a changed one is redrawn. */
function idsOf(selection: readonly string[]): ReadonlySet<string> {
  const known = sets.get(selection);
  if (known) return known;
  const ids = new Set(selection);
  sets.set(selection, ids);
  return ids;
}
