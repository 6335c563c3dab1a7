import type { Change, Step } from '@hopscope/contract/flow-document';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { propertyRuns } from '../../../../test/depth.ts';
import { apply, documentOf } from '../document/apply.ts';
import {
  type CanvasDocument,
  documentDigest,
  documentText,
  emptyDocument,
  getOf,
  getRecord,
  problemsOf,
  sameValue,
} from '../document/document.ts';
import { transferOf, walletOf } from '../document/records.fixture.ts';
import { changesFor, type Operation, operation } from './operations.fixture.ts';
import {
  createReplica,
  type OrderedStep,
  perform,
  propose,
  receive,
  redo,
  type Replica,
  sendable,
  undo,
  withdraw,
} from './replica.ts';

interface Editor {
  replica: Replica;
  /** How many of the server's steps have arrived. */
  heard: number;
  sent: Set<string>;
}

/** The server's order: it applies what arrives, once. */
function createServer() {
  const log: OrderedStep[] = [];
  const effects: { step: Step; effective: readonly Change[] }[] = [];
  let document: CanvasDocument = emptyDocument;
  return {
    log,
    effects,
    document: () => document,
    take(step: Step): void {
      const applied = apply(document, step);
      document = applied.document;
      effects.push({ step, effective: applied.effective });
      log.push({ sequence: log.length + 1, step });
    },
  };
}

type Server = ReturnType<typeof createServer>;

function send(editor: Editor, server: Server, most: number): void {
  const fresh = sendable(editor.replica).filter(({ id }) => !editor.sent.has(id));
  for (const step of fresh.slice(0, most)) {
    editor.sent.add(step.id);
    server.take(step);
  }
}

function hear(editor: Editor, server: Server, most: number): void {
  const news = server.log.slice(editor.heard, editor.heard + most);
  editor.heard += news.length;
  editor.replica = receive(editor.replica, news);
}

function act(editor: Editor, does: Operation, n: number): void {
  let part = 0;
  const stamp = () => ({ id: `${editor.replica.view.history.author}${n}.${part++}`, time: n });
  if (does.act === 'undo') editor.replica = undo(editor.replica, stamp);
  else if (does.act === 'redo') editor.replica = redo(editor.replica, stamp);
  else {
    const changes = changesFor(editor.replica.view.document, does);
    if (changes.length === 0) return;
    const limits = { changes: 3, characters: 100_000 };
    editor.replica = perform(editor.replica, { title: does.act, changes }, { stamp, limits });
  }
}

/** Every field that a confirmed step wrote is there at the end, or a later step wrote it or removed the record. */
function expectNothingLost({ effects, document }: Server): void {
  const written = new Map<string, unknown>();
  for (const { effective } of effects)
    for (const one of effective) {
      const id = one.change === 'set' ? one.id : one.record.id;
      const fields = one.change === 'set' ? one.after : one.record;
      for (const key of written.keys())
        if (one.change !== 'set' && key.startsWith(`${id}\n`)) written.delete(key);
      if (one.change !== 'remove')
        for (const [key, value] of Object.entries(fields)) written.set(`${id}\n${key}`, value);
    }
  for (const [place, value] of written) {
    const [id = '', key = ''] = place.split('\n');
    const one = getRecord(document(), id);
    expect(one && sameValue(Reflect.get(one, key), value), place).toBe(true);
  }
}

const turn = fc.record({
  who: fc.nat(2),
  what: fc.constantFrom<'act' | 'send' | 'hear'>('act', 'act', 'send', 'hear'),
  most: fc.integer({ min: 1, max: 4 }),
  does: operation,
});

describe('Editors at once', () => {
  test.each([2, 3])(
    '%i editors with random delays end at the same bytes, and nothing confirmed is lost',
    (n) => {
      let [runs, concurrent] = [0, 0];
      fc.assert(
        fc.property(fc.array(turn, { minLength: 40, maxLength: 90, size: 'max' }), (turns) => {
          runs++;
          const server = createServer();
          const editors = Array.from(
            { length: n },
            (_, i): Editor => ({
              replica: createReplica(emptyDocument, 0, 'abc'[i] ?? 'a'),
              heard: 0,
              sent: new Set(),
            }),
          );
          for (const [at, { who, what, most, does }] of turns.entries()) {
            const editor = editors[who % n];
            if (!editor) continue;
            if (what === 'act') act(editor, does, at);
            else if (what === 'send') send(editor, server, most);
            else hear(editor, server, most);
            if (editor.replica.pending.length > 0 && editor.heard < server.log.length) concurrent++;
          }
          while (
            editors.some(({ replica, heard }) => replica.pending.length > 0 || heard < server.log.length)
          )
            for (const editor of editors) {
              send(editor, server, 99);
              hear(editor, server, 99);
            }
          const digest = documentDigest(server.document());
          expect(problemsOf(server.document())).toEqual([]);
          for (const { replica } of editors) {
            expect(documentDigest(replica.view.document)).toBe(digest);
            expect(documentDigest(replica.confirmed.document)).toBe(digest);
          }
          expectNothingLost(server);
          for (const editor of editors)
            for (let i = 0; i < 200; i++) act(editor, { act: 'undo', a: 0, b: 0, c: 0 }, 1000 + i);
          for (const { replica } of editors) {
            expect(replica.view.history.position).toBe(0);
            expect(problemsOf(replica.view.document)).toEqual([]);
          }
        }),
        propertyRuns(100),
      );
      expect(concurrent).toBeGreaterThan(runs);
    },
  );
});

describe('A replica', () => {
  const start = documentOf([walletOf('a'), walletOf('b'), transferOf('a', 'b', 't:0')], emptyDocument);
  const move = (
    id: string,
    author: string,
    fields: Record<string, number>,
    before: Record<string, number>,
  ): Step => ({
    id,
    author,
    time: 1,
    title: 'Move',
    changes: [{ change: 'set', kind: 'node', id: 'bitcoin:a', before, after: fields }],
  });
  const at = ({ view }: Replica): unknown => {
    const { x, y } = getOf(view.document, 'node', 'bitcoin:a') ?? {};
    return { x, y };
  };

  test('keeps the fields that the other one set', () => {
    let mine = propose(createReplica(start, 0, 'me'), move('m', 'me', { x: 5 }, { x: 0 }));
    mine = receive(mine, [{ sequence: 1, step: move('o', 'other', { x: 9, y: 9 }, { x: 0, y: 0 }) }]);
    expect(at(mine)).toEqual({ x: 5, y: 9 });
    mine = receive(mine, [{ sequence: 2, step: move('m', 'me', { x: 5 }, { x: 0 }) }]);
    expect([mine.pending.length, at(mine)]).toEqual([0, { x: 5, y: 9 }]);
  });
  test('undo of a step that met another one meanwhile gives back what the other one set', () => {
    let mine = propose(createReplica(start, 0, 'me'), move('m', 'me', { x: 5 }, { x: 0 }));
    mine = undo(mine, () => ({ id: 'u', time: 2 }));
    expect(sendable(mine).map(({ id }) => id)).toEqual(['m']);
    mine = receive(mine, [
      { sequence: 1, step: move('o', 'other', { x: 9 }, { x: 0 }) },
      { sequence: 2, step: move('m', 'me', { x: 5 }, { x: 0 }) },
    ]);
    expect(at(mine)).toEqual({ x: 9, y: 0 });
    expect(sendable(mine).map(({ id }) => id)).toEqual(['u']);
  });
  test('an action of several steps is undone and done again as one, before and after the server took it', () => {
    let [n, part] = [0, 0];
    const stamp = () => ({ id: `s${part++}`, time: ++n });
    const limits = { changes: 2, characters: 100_000 };
    const walletIds = Array.from({ length: 7 }, (_, i) => `w${i}`);
    const changes = walletIds.map((id): Change => ({ change: 'create', record: walletOf(id) }));
    let mine = perform(createReplica(emptyDocument, 0, 'a'), { title: 'Import', changes }, { stamp, limits });
    expect(mine.pending.map(({ changes: own, continues }) => [own.length, continues])).toEqual([
      [2, undefined],
      [2, 's0'],
      [2, 's0'],
      [1, 's0'],
    ]);
    expect(mine.view.history.position).toBe(1);
    expect(documentText(undo(mine, stamp).view.document)).toBe('[]');
    const server = createServer();
    const editor: Editor = { replica: mine, heard: 0, sent: new Set() };
    for (let i = 0; i < 4; i++) {
      send(editor, server, 1);
      hear(editor, server, 1);
    }
    mine = undo(editor.replica, stamp);
    expect(mine.pending).toHaveLength(4);
    expect([mine.view.history.position, documentText(mine.view.document)]).toEqual([0, '[]']);
    const again = redo(mine, stamp);
    expect(again.view.history.position).toBe(1);
    expect(documentDigest(again.view.document)).toBe(documentDigest(editor.replica.view.document));
  });

  test('removing a node with many transfers is divided as well, so that its undo is', () => {
    const spokes = Array.from({ length: 9 }, (_, i) => `w${i}`);
    const hub = documentOf(
      [
        walletOf('hub'),
        ...spokes.map((id) => walletOf(id)),
        ...spokes.map((id) => transferOf('hub', id, `t${id}:0`)),
      ],
      emptyDocument,
    );
    let part = 0;
    const stamp = () => ({ id: `s${part++}`, time: 1 });
    const removed = perform(
      createReplica(hub, 1, 'a'),
      { title: 'Delete', changes: [{ change: 'remove', record: walletOf('hub') }] },
      { stamp, limits: { changes: 4, characters: 100_000 } },
    );
    expect(removed.pending.map(({ changes }) => changes.length)).toEqual([4, 4, 2]);
    const back = undo(removed, stamp);
    expect(back.pending.map(({ changes }) => changes.length)).toEqual([4, 4, 2, 2, 4, 4]);
    expect(documentDigest(back.view.document)).toBe(documentDigest(hub));
  });

  test('stops at a gap, passes over what it knows, and drops what the server refused', () => {
    const mine = propose(createReplica(start, 0, 'me'), move('m', 'me', { x: 5 }, { x: 0 }));
    expect(receive(mine, [{ sequence: 2, step: move('o', 'other', { x: 9 }, { x: 0 }) }])).toBe(mine);
    const next = receive(mine, [{ sequence: 1, step: move('o', 'other', { y: 9 }, { y: 0 }) }]);
    expect(receive(next, [{ sequence: 1, step: move('o', 'other', { y: 9 }, { y: 0 }) }])).toBe(next);
    expect(at(withdraw(next, 'm'))).toEqual({ x: 0, y: 9 });
    expect(withdraw(next, 'unknown')).toBe(next);
  });
});
