import type { Drawing } from '@hopscope/contract/flow-document';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { apply, documentOf } from '../document/apply.ts';
import {
  type CanvasDocument,
  allOf,
  allRecords,
  emptyDocument,
  getOf,
  problemsOf,
} from '../document/document.ts';
import { groupOf, noteOf, transferOf, walletOf } from '../document/records.fixture.ts';
import { curveBetween, distanceTo, pointOn } from '../geometry/curve.ts';
import { boxAround, fitBox, homeView, toScreen, toWorld, zoomBy, zoomTo } from '../geometry/view.ts';
import { limits } from '../limits.ts';
import { applyToolEvent, previewOf, startTools } from './apply-tool-event.ts';
import { clearAll, colorRecords, mayRename, moveRecords, renameNode } from './edits.ts';
import { createHitIndex, distanceToDrawing } from './hit-index.ts';
import type { Draft, ToolEvent, ToolState, ToolWorld, Intent } from './tool-state.ts';

const start = documentOf(
  [
    walletOf('a', { traced: true }),
    walletOf('b', { x: 220 }),
    walletOf('c', { x: 440, y: 160 }),
    transferOf('a', 'b', 't1:0'),
    {
      kind: 'drawing',
      id: 'box',
      shape: 'rectangle',
      color: '#d9822b',
      x: 100,
      y: 300,
      width: 200,
      height: 100,
    },
  ],
  emptyDocument,
);

function worldOf(document: CanvasDocument, ids = { next: 0 }): ToolWorld {
  const nodes = allOf(document, 'node');
  const edges = allOf(document, 'connection').flatMap(({ id, from, to }) => {
    const [a, b] = [getOf(document, 'node', from), getOf(document, 'node', to)];
    return a && b ? [{ id, curve: curveBetween(a, b) }] : [];
  });
  const hits = createHitIndex(nodes, edges, allOf(document, 'drawing'));
  return { document, hits, width: 800, height: 600, newId: () => `new${ids.next++}` };
}

/** Plays events; every draft is applied before the next event. */
function play(events: readonly ToolEvent[], document = start, from: ToolState = startTools()) {
  let [state, current] = [from, document];
  const ids = { next: 0 };
  const intents: Intent[] = [];
  const drafts: Draft[] = [];
  for (const event of events) {
    const outcome = applyToolEvent(state, event, worldOf(current, ids));
    state = outcome.state;
    if (outcome.intent) intents.push(outcome.intent);
    if (outcome.draft) {
      drafts.push(outcome.draft);
      current = apply(current, outcome.draft).document;
      expect(problemsOf(current)).toEqual([]);
    }
  }
  return { state, document: current, intents, drafts };
}

const pointer = (type: 'down' | 'move' | 'up', x: number, y: number, more: object = {}): ToolEvent => ({
  type,
  x,
  y,
  button: 0,
  shift: false,
  ...more,
});
const drag = (x: number, y: number, x2: number, y2: number, more: object = {}): ToolEvent[] => [
  pointer('down', x, y, more),
  pointer('move', (x + x2) / 2, (y + y2) / 2, more),
  pointer('up', x2, y2, more),
];
const key = (name: string, more: object = {}): ToolEvent => ({
  type: 'key',
  key: name,
  shift: false,
  control: false,
  alt: false,
  ...more,
});
const choose = (tool: ToolState['tool']): ToolEvent => ({ type: 'choose', tool });

describe('Tools', () => {
  test('a click selects what is there, with Shift more; beside everything nothing', () => {
    const click = (x: number, y: number, shift = false) => [
      pointer('down', x, y, { shift }),
      pointer('up', x + 1, y, { shift }),
    ];
    expect(play(click(25, 0)).state.selection).toEqual(['bitcoin:a']);
    expect(play(click(110, 6)).state.selection).toEqual(['t1:0|bitcoin:a|bitcoin:b']);
    expect(play(click(110, 40)).state.selection).toEqual([]);
    expect(play([...click(0, 0), ...click(220, 0, true)]).state.selection).toEqual([
      'bitcoin:a',
      'bitcoin:b',
    ]);
    expect(play([...click(0, 0), ...click(0, 0, true)]).state.selection).toEqual([]);
    expect(play(click(0, 0)).drafts).toEqual([]);
  });
  test('dragging a node moves it, or all that are selected, by whole pixels; the preview shows it', () => {
    const one = play(drag(0, 0, 30, 41));
    expect(getOf(one.document, 'node', 'bitcoin:a')).toMatchObject({ x: 30, y: 41 });
    const all = play([key('a', { control: true }), ...drag(220, 0, 230, 5)]);
    expect(allOf(all.document, 'node').map(({ x, y }) => [x, y])).toEqual([
      [10, 5],
      [230, 5],
      [450, 165],
    ]);
    expect(getOf(all.document, 'drawing', 'box')).toMatchObject({ x: 110, y: 305 });
    expect(all.drafts.map(({ title }) => title)).toEqual(['Move 4 items']);
    const zoomed = { ...startTools({ x: 0, y: 0, zoom: 3 }) };
    const under = play([pointer('down', 0, 0), pointer('move', 10, 0)], start, zoomed);
    expect(previewOf(under.state).moved).toEqual({ ids: ['bitcoin:a'], dx: 3, dy: 0 });
    expect(play([...drag(0, 0, 30, 40).slice(0, 2), { type: 'cancel' }]).document).toBe(start);
  });
  test('a frame selects the nodes inside of it; the hand and the middle button move the world', () => {
    expect(play(drag(-50, -50, 300, 50)).state.selection).toEqual(['bitcoin:a', 'bitcoin:b']);
    expect(play([choose('hand'), ...drag(0, 0, 30, 40)]).state.view).toEqual({ x: 30, y: 40, zoom: 1 });
    expect(play(drag(0, 0, 30, 40, { button: 1 })).state.view).toEqual({ x: 30, y: 40, zoom: 1 });
  });
  //
  test('lines, rectangles, circles and texts are drawn in the chosen color; slips are not', () => {
    const made = play([
      { type: 'color', color: '#71a00b' },
      choose('line'),
      ...drag(10, 10, 50.4, 60.6),
      choose('rectangle'),
      ...drag(50, 60, 10, 10),
      choose('circle'),
      ...drag(0, 0, 30, 40),
      choose('text'),
      pointer('down', 5, 6),
      { type: 'write', text: ' Asked \n' },
      choose('line'),
      ...drag(0, 0, 1, 1),
    ]);
    expect(made.drafts.map(({ title }) => title)).toEqual([
      'Draw a line',
      'Draw a rectangle',
      'Draw a circle',
      'Write a text',
    ]);
    const all = { kind: 'drawing', color: '#71a00b' };
    expect(allOf(made.document, 'drawing').filter(({ id }) => id !== 'box')).toEqual([
      { ...all, id: 'new0', shape: 'line', x: 10, y: 10, x2: 50, y2: 61 },
      { ...all, id: 'new1', shape: 'rectangle', x: 10, y: 10, width: 40, height: 50 },
      { ...all, id: 'new2', shape: 'circle', x: 0, y: 0, radius: 50 },
      { ...all, id: 'new3', shape: 'text', x: 5, y: 6, text: 'Asked' },
    ]);
    expect(startTools().color).toBe('#d9822b');
  });
  //
  test('the wheel zooms by the factors of the limits, and a turn to the side does nothing', () => {
    const wheel = (delta: number): ToolEvent => ({ type: 'wheel', x: 100, y: 50, delta });
    expect(play([wheel(-3)]).state.view.zoom).toBe(limits.zoomIn);
    expect(play([wheel(3)]).state.view.zoom).toBe(limits.zoomOut);
    expect(play([wheel(0)]).state.view).toEqual(startTools().view);
  });
  test('any row of events leaves a valid document', () => {
    const event = fc.oneof(
      fc.record({
        type: fc.constantFrom('down' as const, 'move' as const, 'up' as const),
        x: fc.double({ min: -900, max: 900, noNaN: true }),
        y: fc.double({ min: -900, max: 900, noNaN: true }),
        button: fc.nat(2),
        shift: fc.boolean(),
      }),
      fc
        .constantFrom(
          'select' as const,
          'hand' as const,
          'line' as const,
          'circle' as const,
          'rectangle' as const,
          'text' as const,
        )
        .map(choose),
      fc
        .constantFrom('Delete', 'Escape', 'ArrowUp', 'ArrowRight', '+', '-', '0', 'z', 'e', 'Enter')
        .chain((name) =>
          fc
            .record({ shift: fc.boolean(), control: fc.boolean(), alt: fc.boolean() })
            .map((more) => key(name, more)),
        ),
      fc.string().map((text): ToolEvent => ({ type: 'write', text: text.replaceAll(/[^ -~]/g, '') })),
      fc.record({ type: fc.constant('wheel' as const), x: fc.nat(800), y: fc.nat(600), delta: fc.integer() }),
    );
    fc.assert(
      fc.property(fc.array(event, { maxLength: 25 }), (events) => {
        const { zoom } = play(events).state.view;
        expect(zoom).toBeGreaterThanOrEqual(limits.zoomLeast);
        expect(zoom).toBeLessThanOrEqual(limits.zoomMost);
      }),
    );
  });
});

describe('Keys', () => {
  test('go from node to node, move, remove, and say what is wished', () => {
    expect(play([key('ArrowRight')]).state.focus).toBe('bitcoin:a');
    const walked = play([key('ArrowRight'), key('ArrowRight'), key('ArrowRight'), key('ArrowRight')]);
    expect(walked.state.focus).toBe('bitcoin:c');
    const moved = play([
      key('ArrowRight'),
      key('ArrowDown', { shift: true }),
      key('ArrowLeft', { shift: true, alt: true }),
    ]);
    expect(getOf(moved.document, 'node', 'bitcoin:a')).toMatchObject({ x: -1, y: 20 });
    const removed = play([key('ArrowRight'), key('Delete')]);
    expect(allRecords(removed.document).map(({ id }) => id)).toEqual(['bitcoin:b', 'bitcoin:c', 'box']);
    expect(removed.state.selection).toEqual([]);
    const { intents } = play([
      key('ArrowRight'),
      key('Enter'),
      key('e'),
      key('z', { control: true }),
      key('Z', { control: true, shift: true }),
      key('y', { control: true }),
      key('t'),
      key('F2'),
    ]);
    expect(intents.map(({ intent }) => intent)).toEqual([
      'open',
      'expand',
      'undo',
      'redo',
      'redo',
      'tree',
      'rename',
    ]);
  });
  test('draw: Enter begins in the middle, arrows move the end, Shift all of it, Enter keeps it, Escape does not', () => {
    const { view } = startTools();
    const world = worldOf(start);
    const middle = toWorld(view, { x: world.width / 2, y: world.height / 2 });
    const begun = [choose('rectangle'), key('Enter')];
    const wider = [key('ArrowRight'), key('ArrowDown', { alt: true })];
    const drawn = play([...begun, ...wider, key('ArrowLeft', { shift: true }), key('Enter')]);
    expect(drawn.drafts.map(({ title }) => title)).toEqual(['Draw a rectangle']);
    const [id = ''] = drawn.state.selection;
    expect(getOf(drawn.document, 'drawing', id)).toMatchObject({
      shape: 'rectangle',
      x: middle.x - 20,
      y: middle.y,
      width: 140,
      height: 81,
    });
    // A pointer that comes by changes nothing of it.
    const stray = play([...begun, ...wider, pointer('move', 3, 3), pointer('up', 3, 3)]);
    expect(stray.state.action).toEqual(play([...begun, ...wider]).state.action);
    expect(previewOf(stray.state).drawing).toMatchObject({ width: 140, height: 81 });
    const left = play([...begun, key('Escape')]);
    expect([left.drafts, left.state.action, left.state.tool]).toEqual([[], null, 'rectangle']);
    const slip = [
      ...Array.from({ length: 6 }, () => key('ArrowLeft')),
      ...Array.from({ length: 4 }, () => key('ArrowUp')),
    ];
    expect(play([...begun, ...slip, key('Enter')]).drafts).toEqual([]);
    const text = play([choose('text'), key('Enter'), { type: 'write', text: 'Asked' }]);
    expect(allOf(text.document, 'drawing').find(({ shape }) => shape === 'text')).toMatchObject(middle);
    // Of a node in focus a drawing tool comes first; without one Enter opens it.
    expect(play([key('ArrowRight'), choose('line'), key('Enter')]).state.action).toMatchObject({
      doing: 'draw',
    });
  });
  test('zoom about the middle, choose tools, and leave a text alone that is being written', () => {
    expect(play([key('+')]).state.view).toMatchObject({ zoom: 1.1 });
    expect(play([key('+'), key('0')]).state.view.zoom).toBe(1);
    expect(play([key('l')]).state.tool).toBe('line');
    expect(play([key('l'), key('Escape')]).state.tool).toBe('select');
    const writing = play([choose('text'), pointer('down', 0, 0), key('Delete'), key('l')]);
    expect([writing.state.tool, writing.state.action?.doing]).toEqual(['text', 'write']);
  });
});

describe('Zoom and hits', () => {
  //
  test('zoom is 0.25 to 4, by 1.1 and 0.9, and the point under the pointer stays', () => {
    const at = fc.record({
      x: fc.integer({ min: -5000, max: 5000 }),
      y: fc.integer({ min: -5000, max: 5000 }),
    });
    fc.assert(
      fc.property(at, fc.array(fc.constantFrom('in' as const, 'out' as const)), (screen, way) => {
        let view = homeView;
        for (const direction of way) {
          const before = toWorld(view, screen);
          view = zoomBy(view, direction, screen);
          const after = toWorld(view, screen);
          expect(Math.hypot(after.x - before.x, after.y - before.y)).toBeLessThan(1e-6);
        }
        expect(view.zoom).toBeGreaterThanOrEqual(0.25);
        expect(view.zoom).toBeLessThanOrEqual(4);
      }),
    );
    expect(zoomBy(homeView, 'in', { x: 0, y: 0 }).zoom).toBe(1.1);
    expect(zoomBy(homeView, 'out', { x: 0, y: 0 }).zoom).toBe(0.9);
    expect(zoomTo(homeView, 99, { x: 0, y: 0 }).zoom).toBe(4);
    const box = boxAround([
      { x: -100, y: 0 },
      { x: 3000, y: 50 },
    ]);
    const view = box && fitBox(box, 800, 600);
    expect(view && toScreen(view, { x: 1450, y: 25 })).toEqual({ x: 400, y: 300 });
  });
  //
  test('a node is hit within 26 pixels of the world, a line within 8 of the screen', () => {
    const { hits } = worldOf(start);
    expect(hits.hitAt({ x: 26, y: 0 }, 1)).toEqual({ kind: 'node', id: 'bitcoin:a' });
    expect(hits.hitAt({ x: 0, y: 26.1 }, 1)).toBeNull();
    const middle = pointOn(curveBetween({ x: 0, y: 0 }, { x: 220, y: 0 }), 0.5);
    expect(hits.hitAt({ x: middle.x, y: 8 }, 1)?.kind).toBe('edge');
    expect(hits.hitAt({ x: middle.x, y: 8.1 }, 1)).toBeNull();
    expect(hits.hitAt({ x: middle.x, y: 16 }, 0.5)?.kind).toBe('edge');
    expect(hits.hitAt({ x: 200, y: 305 }, 1)).toEqual({ kind: 'drawing', id: 'box' });
    expect(hits.hitAt({ x: 200, y: 350 }, 1)).toBeNull();
    const text: Drawing = {
      kind: 'drawing',
      id: 'x',
      shape: 'text',
      color: '#d9822b',
      x: 0,
      y: 0,
      text: 'abc',
    };
    expect(distanceToDrawing(text, { x: 10, y: 10 })).toBe(0);
  });
  test('the index finds what looking at everything finds', () => {
    const point = fc.record({
      x: fc.integer({ min: -3000, max: 3000 }),
      y: fc.integer({ min: -3000, max: 3000 }),
    });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(point, point), { minLength: 1, maxLength: 20 }),
        point,
        fc.nat(100),
        (pairs, at, t) => {
          const edges = pairs.map(([a, b], i) => ({ id: `e${i}`, curve: curveBetween(a, b) }));
          const near = pointOn(edges[0]?.curve ?? curveBetween(at, at), t / 100);
          const index = createHitIndex([], edges, []);
          for (const where of [at, near, { x: near.x + 25, y: near.y }]) {
            const reached = edges.filter(({ curve }) => distanceTo(curve, where) <= 32);
            const hit = index.hitAt(where, 0.25);
            expect(hit !== null).toBe(reached.length > 0);
            if (hit) expect(reached.some(({ id }) => id === hit.id)).toBe(true);
          }
        },
      ),
    );
  });
});

describe('Edits', () => {
  const named = walletOf('n', { profile: null });
  //
  test('only custom nodes and those that nobody knows are renamed, with what is not empty', () => {
    const profile = { entityId: 'e', name: 'Quorumix' } as NonNullable<typeof named.profile>;
    const document = documentOf([named, walletOf('q', { profile })], emptyDocument);
    expect(renameNode(document, named.id, '  Mule ')?.changes).toMatchObject([{ after: { label: 'Mule' } }]);
    expect(renameNode(document, named.id, '   ')).toBeNull();
    expect([mayRename(document, 'bitcoin:q'), renameNode(document, 'bitcoin:q', 'x')]).toEqual([false, null]);
  });
  test('clearing removes everything and can be undone; colors; folded groups move as one', () => {
    const document = documentOf(
      [
        groupOf('g', { folded: true }),
        walletOf('a', { group: 'g' }),
        noteOf('n', null),
        ...allRecords(start).slice(1),
      ],
      emptyDocument,
    );
    const cleared = clearAll(
      document,
      allRecords(document).map(({ id }) => id),
    );
    expect(apply(document, { changes: cleared?.changes ?? [] }).document.records.size).toBe(0);
    const colored = apply(document, {
      changes: colorRecords(document, ['box', 'bitcoin:b'], '#416ee2')?.changes ?? [],
    }).document;
    expect([getOf(colored, 'drawing', 'box')?.color, getOf(colored, 'node', 'bitcoin:b')?.color]).toEqual([
      '#416ee2',
      '#416ee2',
    ]);
    expect(colorRecords(document, ['box', 'n'], null)).toBeNull();
    expect(moveRecords(document, ['g'], 5, 0)?.changes).toMatchObject([{ id: 'bitcoin:a', after: { x: 5 } }]);
  });
});
