import { byText } from '@hopscope/domain';
import { getOf } from '../document/document.ts';
import { panBy, toWorld, zoomTo, type View, homeView } from '../geometry/view.ts';
import { defaultDrawingColor, limits } from '../limits.ts';
import { moveRecords } from './edits.ts';
import { onKey } from './keyboard.ts';
import { drawnShape, shapeOf, wholePixel } from './shapes.ts';
import type {
  Action,
  Draft,
  Outcome,
  Preview,
  ToolEvent,
  ToolState,
  ToolWorld,
  Intent,
} from './tool-state.ts';

/** Pixels of the screen that a pointer may tremble in a click. */
const tremble = 4;

type PointerEvent = Extract<ToolEvent, { type: 'down' | 'move' | 'up' }>;

export function startTools(view: View = homeView): ToolState {
  return { tool: 'select', color: defaultDrawingColor, view, selection: [], focus: null, action: null };
}

const outcome = (state: ToolState, draft: Draft | null = null, intent: Intent | null = null): Outcome => ({
  state,
  draft,
  intent,
});

/** Records that a click means: a node, a drawing, or the connections of an edge. */
function recordsUnder(
  state: ToolState,
  event: { x: number; y: number },
  world: ToolWorld,
): readonly string[] {
  const hit = world.hits.hitAt(toWorld(state.view, event), state.view.zoom);
  if (!hit) return [];
  return hit.kind === 'drawing' ? [hit.id] : (world.recordsIn?.(hit.id) ?? [hit.id]);
}

function selected(state: ToolState, ids: readonly string[], add: boolean): readonly string[] {
  if (!add) return [...ids].sort(byText);
  const all = new Set(state.selection);
  const there = ids.length > 0 && ids.every((id) => all.has(id));
  for (const id of ids)
    if (there) all.delete(id);
    else all.add(id);
  return [...all].sort(byText);
}

function onDown(state: ToolState, event: PointerEvent, world: ToolWorld): Outcome {
  const from = toWorld(state.view, event);
  const begin = (action: Action): Outcome => outcome({ ...state, action });
  if (event.button === 1 || state.tool === 'hand')
    return begin({ doing: 'pan', from: { x: event.x, y: event.y }, view: state.view });
  if (event.button !== 0) return outcome(state);
  switch (state.tool) {
    case 'select': {
      const [id] = recordsUnder(state, event, world);
      return begin({
        doing: 'press',
        from,
        screen: { x: event.x, y: event.y },
        id: id ?? null,
        add: event.shift,
      });
    }
    case 'text':
      return begin({ doing: 'write', at: from });
    case 'line':
    case 'rectangle':
    case 'circle':
      return begin({ doing: 'draw', from, to: from });
  }
}

function onMove(state: ToolState, event: PointerEvent): Outcome {
  const { action } = state;
  const to = toWorld(state.view, event);
  if (!action) return outcome(state);
  switch (action.doing) {
    case 'pan':
      return outcome({
        ...state,
        view: panBy(action.view, event.x - action.from.x, event.y - action.from.y),
      });
    case 'press': {
      if (Math.hypot(event.x - action.screen.x, event.y - action.screen.y) < tremble) return outcome(state);
      const { from, id, add } = action;
      if (id === null) return outcome({ ...state, action: { doing: 'frame', from, to, add } });
      const selection = state.selection.includes(id) ? state.selection : selected(state, [id], add);
      return outcome({ ...state, selection, action: { doing: 'move', from, to } });
    }
    case 'move':
    case 'frame':
    case 'draw':
      if (action.doing === 'draw' && action.keys) return outcome(state);
      return outcome({ ...state, action: { ...action, to } });
    case 'write':
      return outcome(state);
  }
}

function onUp(state: ToolState, event: PointerEvent, world: ToolWorld): Outcome {
  const { action } = state;
  if (!action || action.doing === 'write' || (action.doing === 'draw' && action.keys)) return outcome(state);
  const idle = { ...onMove(state, event).state, action: null };
  const to = toWorld(state.view, event);
  switch (action.doing) {
    case 'pan':
      return outcome(idle);
    case 'press': {
      const ids = recordsUnder(state, event, world);
      const focus = ids[0] !== undefined && getOf(world.document, 'node', ids[0]) ? ids[0] : null;
      return outcome({ ...idle, selection: selected(state, ids, action.add), focus });
    }
    case 'move':
      return outcome(
        idle,
        moveRecords(
          world.document,
          state.selection,
          wholePixel(to.x - action.from.x),
          wholePixel(to.y - action.from.y),
        ),
      );
    case 'frame': {
      const frame = frameOf(action.from, to);
      return outcome({ ...idle, selection: selected(state, world.hits.nodesIn(frame), action.add) });
    }
    case 'draw': {
      const made = drawnShape(idle, action.from, to, world.newId);
      return outcome(made.state, made.draft);
    }
  }
}

function frameOf(a: { x: number; y: number }, b: { x: number; y: number }) {
  return {
    left: Math.min(a.x, b.x),
    top: Math.min(a.y, b.y),
    right: Math.max(a.x, b.x),
    bottom: Math.max(a.y, b.y),
  };
}

function written(state: ToolState, text: string, world: ToolWorld): Outcome {
  const { action } = state;
  if (action?.doing !== 'write') return outcome(state);
  const words = text.trim().slice(0, 2000);
  const idle = { ...state, action: null };
  if (words === '') return outcome(idle);
  const id = world.newId();
  const at = { x: wholePixel(action.at.x), y: wholePixel(action.at.y) };
  const record = { kind: 'drawing', shape: 'text', id, color: state.color, ...at, text: words } as const;
  return outcome(
    { ...idle, selection: [id] },
    { title: 'Add text', changes: [{ change: 'create', record }] },
  );
}

/** Handles an event: returns the new tool state, and optionally a change of the document or a request. Pure. */
export function applyToolEvent(state: ToolState, event: ToolEvent, world: ToolWorld): Outcome {
  switch (event.type) {
    case 'down':
      return onDown(state, event, world);
    case 'move':
      return onMove(state, event);
    case 'up':
      return onUp(state, event, world);
    case 'double': {
      const hit = world.hits.hitAt(toWorld(state.view, event), state.view.zoom);
      return outcome(state, null, hit?.kind === 'node' ? { intent: 'open', id: hit.id } : null);
    }
    case 'cancel':
      return outcome({ ...state, action: null });
    case 'wheel': {
      // Ignores horizontal wheel movement.
      if (event.delta === 0) return outcome(state);
      const factor = event.delta < 0 ? limits.zoomIn : limits.zoomOut;
      return outcome({ ...state, view: zoomTo(state.view, state.view.zoom * factor, event) });
    }
    case 'key':
      return onKey(state, event, world);
    case 'write':
      return written(state, event.text, world);
    case 'choose':
      return outcome({ ...state, tool: event.tool, action: null });
    case 'color':
      return outcome({ ...state, color: event.color });
    case 'view':
      return outcome({ ...state, view: event.view });
    case 'select':
      return outcome({ ...state, selection: event.ids, focus: event.focus });
  }
}

/** What is to be drawn of an unfinished action. */
export function previewOf(state: ToolState): Preview {
  const { action } = state;
  const nothing = { moved: null, drawing: null, frame: null };
  if (action?.doing === 'move') {
    const dx = wholePixel(action.to.x - action.from.x);
    const dy = wholePixel(action.to.y - action.from.y);
    return { ...nothing, moved: { ids: state.selection, dx, dy } };
  }
  if (action?.doing === 'draw')
    return {
      ...nothing,
      drawing: shapeOf(state.tool, action.from, action.to, { id: 'preview', color: state.color }),
    };
  if (action?.doing === 'frame') return { ...nothing, frame: frameOf(action.from, action.to) };
  return nothing;
}
