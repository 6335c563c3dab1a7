import type { Change, Drawing } from '@hopscope/contract/flow-document';
import type { Point } from '../geometry/point.ts';
import type { CanvasDocument } from '../document/document.ts';
import type { View } from '../geometry/view.ts';
import type { HitIndex } from './hit-index.ts';

export const tools = ['select', 'hand', 'line', 'rectangle', 'circle', 'text'] as const;
export type ToolName = (typeof tools)[number];

/** What the hand is at; places are of the world, those of `pan` of the screen. */
export type Action =
  | { readonly doing: 'pan'; readonly from: Point; readonly view: View }
  /** Pressed, and not moved far enough to be anything else than a click. */
  | {
      readonly doing: 'press';
      readonly from: Point;
      readonly screen: Point;
      readonly id: string | null;
      readonly add: boolean;
    }
  | { readonly doing: 'move'; readonly from: Point; readonly to: Point }
  | { readonly doing: 'frame'; readonly from: Point; readonly to: Point; readonly add: boolean }
  /** `keys`: begun with Enter, so that the pointer does not touch it. */
  | { readonly doing: 'draw'; readonly from: Point; readonly to: Point; readonly keys?: true }
  | { readonly doing: 'write'; readonly at: Point };

export interface ToolState {
  readonly tool: ToolName;
  /** Of drawings, `#rrggbb`. */
  readonly color: string;
  readonly view: View;
  /** Ids of records, ascending. */
  readonly selection: readonly string[];
  /** The node that the keyboard is at. */
  readonly focus: string | null;
  readonly action: Action | null;
}

/** Pointer events in screen pixels, keys as `KeyboardEvent.key`; `write` finishes a text. */
export type ToolEvent =
  | {
      readonly type: 'down' | 'move' | 'up';
      readonly x: number;
      readonly y: number;
      /** 0 the main button, 1 the middle one. */
      readonly button: number;
      readonly shift: boolean;
    }
  | { readonly type: 'double'; readonly x: number; readonly y: number }
  | { readonly type: 'cancel' }
  | { readonly type: 'wheel'; readonly x: number; readonly y: number; readonly delta: number }
  | {
      readonly type: 'key';
      readonly key: string;
      readonly shift: boolean;
      /** Ctrl, or Command. */
      readonly control: boolean;
      readonly alt: boolean;
    }
  | { readonly type: 'write'; readonly text: string }
  | { readonly type: 'choose'; readonly tool: ToolName }
  | { readonly type: 'color'; readonly color: string }
  | { readonly type: 'view'; readonly view: View }
  | { readonly type: 'select'; readonly ids: readonly string[]; readonly focus: string | null };

/** What tools know of the world around them. */
export interface ToolWorld {
  readonly document: CanvasDocument;
  readonly hits: HitIndex;
  /** Size of the canvas on the screen. */
  readonly width: number;
  readonly height: number;
  /** A new id, never the same twice. */
  newId: () => string;
  /** Records that a hit on an edge or a symbol selects; without it, the one of its ID. */
  recordsIn?: (hitId: string) => readonly string[];
}

/** A user request that isn't a change of the document. */
export type Intent =
  | { readonly intent: 'open' | 'expand' | 'rename'; readonly id: string }
  | { readonly intent: 'undo' | 'redo' | 'fit' | 'tree' | 'peel' };

/** A step without author and time. */
export interface Draft {
  readonly title: string;
  readonly changes: readonly Change[];
}

export interface Outcome {
  readonly state: ToolState;
  readonly draft: Draft | null;
  readonly intent: Intent | null;
}

/** What is shown while the hand is at it. */
export interface Preview {
  /** Offset of the selected records while dragging. */
  readonly moved: { readonly ids: readonly string[]; readonly dx: number; readonly dy: number } | null;
  readonly drawing: Drawing | null;
  readonly frame: {
    readonly left: number;
    readonly top: number;
    readonly right: number;
    readonly bottom: number;
  } | null;
}
