import { type Drawing, previewOf, type ToolState } from '@hopscope/canvas';
import type { Area } from './render-model.ts';

/** What lies over the picture for a moment, in pixels of the world. */
export interface InteractionOverlay {
  /** What a tool is about to draw. */
  readonly drawing: Drawing | null;
  /** The box that chooses what is inside. */
  readonly box: Area | null;
  /** Nodes that are being moved, and how far. */
  readonly moved: { readonly ids: ReadonlySet<string>; readonly dx: number; readonly dy: number } | null;
}

export const emptyOverlay: InteractionOverlay = { drawing: null, box: null, moved: null };

/** What the hand is at, as it is drawn; `emptyOverlay` itself where there is nothing. */
export function toOverlay(tools: ToolState): InteractionOverlay {
  const { moved, drawing, frame } = previewOf(tools);
  if (!moved && !drawing && !frame) return emptyOverlay;
  return { drawing, box: frame, moved: moved && { ...moved, ids: idsOf(moved.ids) } };
}

const sets = new WeakMap<readonly string[], ReadonlySet<string>>();

/** The same set for the same selection: only another one is drawn apart anew. */
function idsOf(selection: readonly string[]): ReadonlySet<string> {
  const known = sets.get(selection);
  if (known) return known;
  const ids = new Set(selection);
  sets.set(selection, ids);
  return ids;
}
