import type { Point } from '../geometry/point.ts';
import { allRecords, type CanvasDocument, getOf } from '../document/document.ts';
import { toWorld, zoomBy, zoomTo } from '../geometry/view.ts';
import { foldedView } from '../trace/peel-chains.ts';
import { moveRecords, removeRecords } from './edits.ts';
import { drawnShape, wholePixel } from './shapes.ts';
import type { Draft, Outcome, ToolEvent, ToolName, ToolState, ToolWorld, Intent } from './tool-state.ts';

type Key = Extract<ToolEvent, { type: 'key' }>;

const arrows: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

const letters: Readonly<Record<string, ToolName>> = {
  v: 'select',
  h: 'hand',
  l: 'line',
  r: 'rectangle',
  o: 'circle',
  x: 'text',
};

/** Pixels that Shift and an arrow move the selection, and an arrow the shape; with Alt one pixel. */
const stride = 20;
/** Pixels of the screen that a shape begun by the keyboard has at first. */
const firstShape = { x: 120, y: 80 };

/** Returns the next node in a direction; nodes straight ahead come before those aside. Null: none. */
export function nodeAhead(document: CanvasDocument, from: string | null, direction: Point): string | null {
  const { nodes } = foldedView(document);
  const start = from === null ? undefined : getOf(document, 'node', from);
  if (!start) return (nodes.find(({ traced }) => traced) ?? nodes[0])?.id ?? null;
  let best: { id: string; cost: number } | null = null;
  for (const { id, x, y } of nodes) {
    const [dx, dy] = [x - start.x, y - start.y];
    const ahead = dx * direction.x + dy * direction.y;
    const aside = Math.abs(dx * direction.y) + Math.abs(dy * direction.x);
    if (ahead <= 0 || aside > ahead * 3) continue;
    const cost = ahead + 2 * aside;
    if (!best || cost < best.cost) best = { id, cost };
  }
  return best?.id ?? null;
}

function intentFor({ key, shift, control }: Key, { focus, selection }: ToolState): Intent | null {
  const small = key.toLowerCase();
  if (control)
    return small === 'y' || (small === 'z' && shift)
      ? { intent: 'redo' }
      : small === 'z'
        ? { intent: 'undo' }
        : null;
  const id = focus ?? selection[0];
  if (id !== undefined) {
    if (key === 'Enter') return { intent: 'open', id };
    if (small === 'e') return { intent: 'expand', id };
    if (key === 'F2') return { intent: 'rename', id };
  }
  if (key === '1') return { intent: 'fit' };
  if (small === 'p') return { intent: 'peel' };
  return small === 't' ? { intent: 'tree' } : null;
}

function zoomed(key: string, state: ToolState, { width, height }: ToolWorld): ToolState | null {
  const middle = { x: width / 2, y: height / 2 };
  if (key === '+' || key === '=') return { ...state, view: zoomBy(state.view, 'in', middle) };
  if (key === '-') return { ...state, view: zoomBy(state.view, 'out', middle) };
  return key === '0' ? { ...state, view: zoomTo(state.view, 1, middle) } : null;
}

const outcome = (state: ToolState, draft: Draft | null = null, intent: Intent | null = null): Outcome => ({
  state,
  draft,
  intent,
});

function onArrow(state: ToolState, event: Key, direction: Point, { document }: ToolWorld): Outcome {
  if (event.shift) {
    const by = event.alt ? 1 : stride;
    return outcome(state, moveRecords(document, state.selection, direction.x * by, direction.y * by));
  }
  const focus = nodeAhead(document, state.focus, direction);
  return outcome(focus === null ? state : { ...state, focus, selection: [focus] });
}

/** Enter with a drawing tool: starts in the center of the view. Null: not a drawing tool. */
function begun(state: ToolState, { width, height }: ToolWorld): ToolState | null {
  const { tool, view } = state;
  if (tool === 'select' || tool === 'hand') return null;
  const middle = toWorld(view, { x: width / 2, y: height / 2 });
  const from = { x: wholePixel(middle.x), y: wholePixel(middle.y) };
  if (tool === 'text') return { ...state, action: { doing: 'write', at: from } };
  const to = {
    x: wholePixel(from.x + firstShape.x / view.zoom),
    y: wholePixel(from.y + firstShape.y / view.zoom),
  };
  return { ...state, action: { doing: 'draw', from, to, keys: true } };
}

/** Keys while drawing a shape: arrows move its end, with Shift the whole shape; Enter finishes, Escape cancels. */
function onDrawing(
  state: ToolState,
  event: Key,
  { from, to }: { from: Point; to: Point },
  world: ToolWorld,
): Outcome {
  const direction = arrows[event.key];
  if (direction) {
    const by = event.alt ? 1 : stride;
    const moved = ({ x, y }: Point): Point => ({
      x: wholePixel(x + direction.x * by),
      y: wholePixel(y + direction.y * by),
    });
    const next = { from: event.shift ? moved(from) : from, to: moved(to) };
    return outcome({ ...state, action: { doing: 'draw', ...next, keys: true } });
  }
  if (event.key === 'Enter') {
    const made = drawnShape(state, from, to, world.newId);
    return outcome(made.state, made.draft);
  }
  return outcome(zoomed(event.key, state, world) ?? state);
}

/**
 * Keys of the canvas: arrows move between nodes, with Shift they move the selection (with Alt by one pixel); Enter opens, E
 * expands, F2 renames, Delete removes, Escape deselects, Ctrl+Z and Ctrl+Shift+Z (or Ctrl+Y) undo and redo, Ctrl+A selects
 * all; +, −, 0 zoom, 1 fits all, P folds and unfolds peel chains, T opens the tree view, and V, H, L, R, O, X select tools.
 * With a drawing tool, Enter starts in the center of the view, arrows move the end of the shape (with Shift the whole shape,
 * with Alt by one pixel), and Enter finishes.
 */
export function onKey(state: ToolState, event: Key, world: ToolWorld): Outcome {
  if (state.action?.doing === 'write' && event.key !== 'Escape') return outcome(state);
  if (event.key === 'Escape') {
    if (state.action) return outcome({ ...state, action: null });
    return outcome(state.tool === 'select' ? { ...state, selection: [] } : { ...state, tool: 'select' });
  }
  if (state.action?.doing === 'draw' && state.action.keys)
    return onDrawing(state, event, state.action, world);
  if (event.key === 'Enter' && !event.control && !state.action) {
    const next = begun(state, world);
    if (next) return outcome(next);
  }
  const direction = arrows[event.key];
  if (direction && !event.control) return onArrow(state, event, direction, world);
  if (event.key === 'Delete' || event.key === 'Backspace') {
    const draft = removeRecords(world.document, state.selection);
    return outcome(draft ? { ...state, selection: [], focus: null } : state, draft);
  }
  if (event.control && event.key.toLowerCase() === 'a') {
    const ids = allRecords(world.document).flatMap(({ kind, id }) =>
      kind === 'node' || kind === 'drawing' ? id : [],
    );
    return outcome({ ...state, selection: ids });
  }
  const intent = intentFor(event, state);
  if (intent || event.control) return outcome(state, null, intent);
  const tool = event.alt ? undefined : letters[event.key.toLowerCase()];
  if (tool) return outcome({ ...state, tool, action: null });
  return outcome(zoomed(event.key, state, world) ?? state);
}
