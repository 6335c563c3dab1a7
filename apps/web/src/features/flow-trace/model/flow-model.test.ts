import {
  apply,
  type CanvasRecord,
  documentOf,
  documentText,
  emptyDocument,
  type OrderedStep,
} from '@hopscope/canvas';
import { describe, expect, it } from 'vitest';
import { btc, profile, transfer, wallet } from './records.fixture.ts';
import { type CanvasDeps, createCanvasStore, documentOfState, mayRedo, mayUndo } from './canvas-store.ts';
import { freeBelow } from './custom-node.ts';
import type { Documents } from './documents.ts';
import { emptyFilter, expandQuestion, unitsOf } from './expand-filter.ts';
import { receivedFrom } from './from-traced.ts';
import { lettersOf, mayRename, titleOf } from './node-labels.ts';
import { rowsOf, totalsOf } from './panel-rows.ts';
import { emphasisOf, toRenderModel } from './to-render-model.ts';
import { shareLines } from './share-lines.ts';
import { tutorial } from './texts.ts';
import { firstView, viewOfAll } from './views.ts';

const flow: readonly CanvasRecord[] = [
  wallet('a', { traced: true }),
  wallet('b', { x: 220 }),
  wallet('c', { x: 440, profile: { ...profile, name: 'Alder & Finch', entityId: 'e', risk: 12 } }),
  wallet('s', { x: -220, y: 80 }),
  transfer('a', 'b', 't1:0'),
  transfer('a', 'b', 't2:0', { amount: '9007199254740993', whole: '9007199254740993', time: 3000 }),
  transfer('b', 'c', 't3:0', { time: 5000 }),
  transfer('s', 'a', 't0:0', { time: 500 }),
];
const options = { aggregated: true, time: null, shares: null, unfolded: new Set<string>() } as const;

describe('what is drawn of a document', () => {
  const document = documentOf(flow, emptyDocument);

  it('sums connections of a pair exactly, and opens them', () => {
    const renderModel = toRenderModel(document, options);
    const edge = renderModel.edges.find(({ count }) => count === 2);
    expect(edge).toMatchObject({ from: 'bitcoin:a', to: 'bitcoin:b', amount: 9_007_199_354_740_993n });
    expect(edge?.connections).toHaveLength(2);
    const each = toRenderModel(document, { ...options, aggregated: false });
    expect(each.edges.map(({ id }) => id)).toContain('t2:0|bitcoin:a|bitcoin:b');
    expect(each.edges.filter(({ aside }) => aside !== 0).map(({ aside }) => Math.abs(aside))).toEqual([
      25, 25,
    ]);
  });

  it('has a column for each hop while its nodes stand in one', () => {
    const { columns } = toRenderModel(document, options);
    expect(columns).toEqual([
      { x: -220, hop: -1 },
      { x: 0, hop: 0 },
      { x: 220, hop: 1 },
      { x: 440, hop: 2 },
    ]);
    const moved = documentOf([...flow, wallet('d', { x: 900 }), transfer('a', 'd', 't4:0')], emptyDocument);
    expect(toRenderModel(moved, options).columns.map(({ hop }) => hop)).toEqual([-1, 0, 2]);
    expect(toRenderModel(documentOf([wallet('a')], emptyDocument), options).columns).toEqual([]);
  });

  it('shows what had happened at a time, and the shares of traced money', () => {
    const { edges } = toRenderModel(document, { ...options, time: 2000 });
    expect(edges.map(({ count }) => count)).toEqual([1, 1]);
    const shares = new Map([
      ['t1:0|bitcoin:a|bitcoin:b', 250_000],
      ['t2:0|bitcoin:a|bitcoin:b', 500_000],
    ]);
    const shown = toRenderModel(document, { ...options, shares }).edges;
    const reported = shareLines(document, shown);
    expect(reported.map(({ words }) => words)).toEqual(['a to b: 75.0%']);
    expect(shown.map(({ share }) => share ?? 1).toSorted((a, b) => a - b)).toEqual([0, 0, 0.75]);
  });

  it('lets the way from the traced address to a chosen one stand out', () => {
    const renderModel = toRenderModel(document, options);
    const { strong, chosen } = emphasisOf(renderModel, ['bitcoin:c']);
    const edges = renderModel.edges.filter(({ id }) => strong.has(id));
    expect(edges.map(({ from, to }) => `${from} ${to}`)).toEqual([
      'bitcoin:a bitcoin:b',
      'bitcoin:b bitcoin:c',
    ]);
    expect(chosen.has('bitcoin:c')).toBe(true);
    expect(emphasisOf(renderModel, ['t3:0|bitcoin:b|bitcoin:c']).strong.size).toBe(1);
    expect(emphasisOf(renderModel, []).strong.size).toBe(0);
  });

  it('says what came straight from traced addresses, exactly', () => {
    expect(receivedFrom(document, 'bitcoin:b')).toEqual([{ amount: 9_007_199_354_740_993n, asset: btc }]);
    expect(receivedFrom(document, 'bitcoin:c')).toEqual([]);
  });

  it('fits everything into the window, at most in its natural size', () => {
    const renderModel = toRenderModel(document, options);
    const view = viewOfAll(renderModel, { width: 1000, height: 700 });
    expect(view.zoom).toBe(1);
    const phone = { width: 300, height: 700 };
    expect(viewOfAll(renderModel, phone).zoom).toBeLessThan(0.5);
    expect(firstView(renderModel, 'bitcoin:c', phone)).toEqual({ zoom: 0.8, x: 150 - 352, y: 350 });
    expect(firstView(renderModel, null, { width: 1000, height: 700 })).toEqual(view);
  });
});

describe('words', () => {
  it('names nodes', () => {
    const finch = wallet('bc1qexampleexampleexample', {
      profile: { ...profile, name: 'Alder & Finch deposit' },
    });
    expect([titleOf(finch), lettersOf(finch), mayRename(finch)]).toEqual([
      'Alder & Finch deposit',
      'AF',
      false,
    ]);
    const unknown = wallet('bc1qexampleexampleexample');
    expect([titleOf(unknown), lettersOf(unknown), mayRename(unknown)]).toEqual(['bc1qexam…mple', '?', true]);
    expect(lettersOf({ ...unknown, label: 'swiftlark' })).toBe('sw');
    expect(mayRename({ ...finch, type: 'custom' })).toBe(true);
    expect(tutorial).toHaveLength(8);
  });
});

describe('a node of somebody’s own', () => {
  it('covers no other', () => {
    const document = documentOf(
      [wallet('a'), wallet('b', { y: 90 }), wallet('c', { x: 220 })],
      emptyDocument,
    );
    expect(freeBelow(document, 10, -20)).toBe(220);
    expect(freeBelow(document, 110, 0)).toBe(0);
  });
});

describe('lists of transfers', () => {
  it('are put together by transaction and direction, with exact sums', () => {
    const transfers = [
      transfer('x', 'a', 't9:0', { amount: '5' }),
      transfer('y', 'a', 't9:0', { amount: '7' }),
      transfer('a', 'z', 't8:1', { amount: '9007199254740993' }),
    ];
    const partly = [
      { transaction: 't9', asset: btc, side: 'in' as const, transfers: 5, amount: '30' },
      { transaction: 't9', asset: btc, side: 'out' as const, transfers: 9, amount: '90' },
    ];
    const rows = rowsOf({ transfers, partly }, 'bitcoin:a');
    expect(rows.map(({ total: whole }) => whole)).toEqual([{ amount: 30n, transfers: 5 }, null]);
    expect(
      rows.map(({ transaction, side, amount, others }) => [transaction, side, amount, others.length]),
    ).toEqual([
      ['t9', 'in', 12n, 2],
      ['t8', 'out', 9_007_199_254_740_993n, 1],
    ]);
    expect(totalsOf(transfers, 'bitcoin:a')).toEqual([
      { asset: btc, in: 12n, out: 9_007_199_254_740_993n, transfers: 3 },
    ]);
  });

  it('are filtered by what was typed, or it is said what is wrong', () => {
    expect(unitsOf('1.5', 8)).toBe('150000000');
    expect(unitsOf('0.000000001', 8)).toBeNull();
    expect(
      expandQuestion('bitcoin', 'x', { ...emptyFilter, min: '0,1', top: '3', from: '2026-01-01' }),
    ).toEqual({
      kind: 'question',
      question: {
        blockchain: 'bitcoin',
        address: 'x',
        direction: 'both',
        order: 'time',
        count: 'transactions',
        minAmount: '10000000',
        from: '2026-01-01',
        top: 3,
      },
    });
    const token = '0xDAC17F958D2ee523a2206206994597C13D831ec7';
    const tokens = new Map([[token.toLowerCase(), 6]]);
    expect(
      expandQuestion('ethereum', 'x', { ...emptyFilter, asset: token, min: '1.5' }, tokens),
    ).toMatchObject({ question: { minAmount: '1500000', asset: token } });
    expect(expandQuestion('ethereum', 'x', { ...emptyFilter, asset: token, min: '1.5' })).toMatchObject({
      kind: 'wrong',
      reason: expect.stringContaining('decimals'),
    });
    expect(expandQuestion('ethereum', 'x', { ...emptyFilter, asset: token })).toMatchObject({
      kind: 'question',
    });
    for (const categories of [
      ['none', 'mixer'],
      ['mixer', 'none'],
    ]) {
      expect(expandQuestion('bitcoin', 'x', { ...emptyFilter, categories })).toMatchObject({
        question: { categories: ['mixer', 'none'] },
      });
    }
    const bad = [
      { min: 'x' },
      { min: '2', max: '1' },
      { from: '2026-02-01', to: '2026-01-01' },
      { top: '0' },
    ];
    for (const fields of bad) {
      expect(expandQuestion('bitcoin', 'x', { ...emptyFilter, ...fields }).kind).toBe('wrong');
    }
  });
});

/** Creates an in-memory document storage. */
function memoryDocuments(): Documents & { log: OrderedStep[]; fail: boolean } {
  const log: OrderedStep[] = [];
  const own = {
    log,
    fail: false,
    async open() {
      return log.length === 0 ? null : { base: emptyDocument, sequence: 0, steps: log };
    },
    async append(_: string, since: number, steps: readonly OrderedStep['step'][]) {
      if (own.fail) throw new Error('away');
      for (const step of steps) log.push({ sequence: log.length + 1, step });
      return log.filter(({ sequence }) => sequence > since);
    },
    async compact() {},
  };
  return own;
}

describe('the store of a canvas', () => {
  let ids = 0;
  const depsOf = (documents: Documents): CanvasDeps => ({
    documents,
    id: 'd',
    author: 'ada',
    now: () => 1,
    newId: () => `id${++ids}`,
  });

  it('keeps what is done, with its history, and opens it again', async () => {
    const documents = memoryDocuments();
    const store = createCanvasStore(depsOf(documents));
    await store.actions.load();
    store.actions.act({ title: 'Add', changes: [{ change: 'create', record: wallet('a') }] });
    store.actions.act({ title: 'Add', changes: [{ change: 'create', record: wallet('b') }] });
    store.actions.act({ title: 'Nothing', changes: [{ change: 'create', record: wallet('b') }] });
    store.actions.undo();
    await store.actions.save();
    expect(documents.log).toHaveLength(3);
    const again = createCanvasStore(depsOf(documents));
    await again.actions.load();
    const state = again.getState();
    expect(documentText(documentOfState(state))).toBe(documentText(documentOfState(store.getState())));
    expect([mayUndo(state), mayRedo(state)]).toEqual([true, true]);
    again.actions.redo();
    expect(documentOfState(again.getState()).records.size).toBe(2);
    expect(mayRedo(again.getState())).toBe(false);
  });

  it('keeps a question whose answer changed nothing, which nothing takes back; says whether something may be done', async () => {
    const documents = memoryDocuments();
    const store = createCanvasStore(depsOf(documents));
    await store.actions.load();
    const add = { title: 'Add', changes: [{ change: 'create' as const, record: wallet('a') }] };
    expect(store.actions.act(add)).toBe(true);
    const basis = {
      blockchain: 'bitcoin' as const,
      height: 5,
      blockHash: '00',
      directoryVersion: 1,
      directoryDay: '2026-01-01',
    };
    const query = { kind: 'auto' as const, question: {} };
    expect(store.actions.act({ title: 'Ask', changes: [], query, basis })).toBe(true);
    expect(store.actions.act({ title: 'Nothing', changes: [] })).toBe(true);
    await store.actions.save();
    expect(documents.log.map(({ step }) => step.title)).toEqual(['Add', 'Ask']);
    store.actions.undo();
    expect(documentOfState(store.getState()).records.size).toBe(0);
    expect(mayUndo(store.getState())).toBe(false);
    store.actions.set({ locked: { reason: 'You may only look', notes: false } });
    expect(store.actions.act(add)).toBe(false);
  });

  it('waits while nothing can be kept, and loses nothing', async () => {
    const documents = memoryDocuments();
    const store = createCanvasStore(depsOf(documents));
    await store.actions.load();
    documents.fail = true;
    store.actions.act({ title: 'Add', changes: [{ change: 'create', record: wallet('a') }] });
    await store.actions.save();
    expect(store.getState().saved).toEqual({ state: 'failed', reason: 'away' });
    expect(store.getState().replica.pending).toHaveLength(1);
    documents.fail = false;
    await store.actions.save();
    expect(store.getState().saved.state).toBe('saved');
    expect(store.getState().replica.pending).toHaveLength(0);
  });

  it('moves, draws and chooses by pointer and keyboard', () => {
    const store = createCanvasStore(depsOf(memoryDocuments()));
    store.actions.resize(1000, 700);
    expect(store.getState().tools.view).toEqual({ x: 500, y: 350, zoom: 1 });
    store.actions.dispatch({ type: 'view', view: { x: 0, y: 0, zoom: 1 } });
    const create = (record: CanvasRecord) => ({ change: 'create' as const, record });
    store.actions.act({ title: 'Add', changes: flow.map(create) });
    const pointer = (type: 'down' | 'move' | 'up', x: number, y: number) =>
      store.actions.dispatch({ type, x, y, button: 0, shift: false });
    pointer('down', 222, 3);
    pointer('move', 260, 40);
    pointer('up', 262, 43);
    const { document } = store.getState().replica.view;
    const text = documentText(document);
    expect(text).toContain('"x":260');
    store.actions.dispatch({ type: 'choose', tool: 'rectangle' });
    pointer('down', 500, 500);
    pointer('up', 560, 540);
    expect(documentText(documentOfState(store.getState()))).toContain('"shape":"rectangle"');
    store.actions.undo();
    expect(documentText(documentOfState(store.getState()))).toBe(text);
    const applied = apply(document, { changes: [] }).document;
    expect(documentText(applied)).toBe(text);
  });
});
