import { type Change, step as stepSchema } from '@hopscope/contract/flow-document';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { changesFor, operation } from '../history/operations.fixture.ts';
import { apply, documentOf } from './apply.ts';
import { invert } from './changes.ts';
import { diffOf } from './diff.ts';
import {
  allOf,
  allRecords,
  type CanvasDocument,
  connectionsOf,
  documentDigest,
  documentText,
  emptyDocument,
  getOf,
  getRecord,
  problemsOf,
  sameDocument,
  storedDocument,
} from './document.ts';
import { groupOf, noteOf, transferOf, walletOf } from './records.fixture.ts';

const base = documentOf(
  [
    groupOf('g'),
    walletOf('a', { group: 'g' }),
    walletOf('b'),
    walletOf('c'),
    transferOf('a', 'b', 't1:0'),
    transferOf('b', 'c', 't2:0'),
    transferOf('b', 'b', 't3:0'),
    noteOf('n', 'bitcoin:b'),
    noteOf('m', 't1:0|bitcoin:a|bitcoin:b'),
  ],
  emptyDocument,
);

const set = (id: string, after: Record<string, unknown>, before: Record<string, unknown> = {}): Change => ({
  change: 'set',
  kind: 'node',
  id,
  before,
  after,
});

function taken(document: CanvasDocument, changes: readonly Change[]): CanvasDocument {
  const { document: next, effective } = apply(document, { changes });
  expect(problemsOf(next)).toEqual([]);
  const back = apply(next, { changes: invert(effective), undoes: 'x' }).document;
  expect(documentText(back)).toBe(documentText(document));
  expect(problemsOf(back)).toEqual([]);
  return next;
}

describe('Changes keep a document valid, and can be taken back exactly', () => {
  test('a field of a missing record, or of one of another kind, is not set', () => {
    expect(taken(base, [set('bitcoin:zz', { x: 1 })])).toBe(base);
    expect(taken(base, [set('g', { label: 'no node' })])).toBe(base);
  });
  test('what says what a record is cannot be set, nor a field that it has not', () => {
    expect(taken(base, [set('bitcoin:a', { id: 'q', chain: 'ethereum', radius: 3 })])).toBe(base);
  });
  test('creating what is there sets its fields', () => {
    const next = taken(base, [{ change: 'create', record: walletOf('a', { x: 5, label: 'Thief' }) }]);
    expect(getOf(next, 'node', 'bitcoin:a')).toMatchObject({ x: 5, label: 'Thief', group: null });
    expect(
      taken(base, [{ change: 'create', record: { ...walletOf('a'), kind: 'node', address: 'other' } }]),
    ).toBe(base);
  });
  test('removing a node removes its transfers; notes on them stay as notes on the whole', () => {
    const next = taken(base, [{ change: 'remove', record: walletOf('b') }]);
    expect(allOf(next, 'connection')).toEqual([]);
    expect(allOf(next, 'note').map(({ on }) => on)).toEqual([null, null]);
  });
  test('a transfer needs both its ends', () => {
    expect(taken(base, [{ change: 'create', record: transferOf('a', 'zz', 't9:0') }])).toBe(base);
    expect(taken(base, [{ change: 'create', record: { ...transferOf('a', 'b', 't9:0'), to: 'g' } }])).toBe(
      base,
    );
  });
  test('members of a missing group have none', () => {
    const without = taken(base, [{ change: 'remove', record: groupOf('g') }]);
    expect(getOf(without, 'node', 'bitcoin:a')?.group).toBeNull();
    expect(taken(without, [set('bitcoin:a', { group: 'g' })])).toBe(without);
    const created = taken(without, [{ change: 'create', record: walletOf('d', { group: 'g' }) }]);
    expect(getOf(created, 'node', 'bitcoin:d')?.group).toBeNull();
  });
  test('a note on what is missing is one on the whole', () => {
    const next = taken(base, [{ change: 'create', record: noteOf('o', 'bitcoin:zz') }]);
    expect(getOf(next, 'note', 'o')?.on).toBeNull();
  });
  test('a node whose id is not of its address is not created', () => {
    expect(taken(base, [{ change: 'create', record: { ...walletOf('q'), id: 'bitcoin:r' } }])).toBe(base);
    expect(taken(base, [{ change: 'create', record: { ...walletOf('q'), type: 'custom' } }])).toBe(base);
  });
});

describe('Undoing leaves what others did since', () => {
  test('a field that somebody set again stays', () => {
    const first = apply(base, { changes: [set('bitcoin:a', { x: 10, y: 10 })] });
    const other = apply(first.document, { changes: [set('bitcoin:a', { x: 77 })] });
    const undone = apply(other.document, { changes: invert(first.effective), undoes: 's' });
    expect(getOf(undone.document, 'node', 'bitcoin:a')).toMatchObject({ x: 77, y: 0 });
  });
  test('a record that somebody changed, or hung something on, stays', () => {
    const first = apply(base, { changes: [{ change: 'create', record: walletOf('d') }] });
    const moved = apply(first.document, { changes: [set('bitcoin:d', { x: 1 })] }).document;
    const hung = apply(first.document, {
      changes: [{ change: 'create', record: transferOf('a', 'd', 't8:0') }],
    }).document;
    for (const document of [moved, hung])
      expect(apply(document, { changes: invert(first.effective), undoes: 's' }).document).toBe(document);
  });
  test('what was created again meanwhile is not overwritten', () => {
    const gone = apply(base, { changes: [{ change: 'remove', record: walletOf('c') }] });
    const again = apply(gone.document, { changes: [{ change: 'create', record: walletOf('c', { x: 9 }) }] });
    const undone = apply(again.document, { changes: invert(gone.effective), undoes: 's' }).document;
    expect(getOf(undone, 'node', 'bitcoin:c')?.x).toBe(9);
    expect(getRecord(undone, 't2:0|bitcoin:b|bitcoin:c')).toBeDefined();
  });
});

test('the digest is one of what is there, not of how it came', () => {
  const other = documentOf(
    [walletOf('c'), walletOf('b'), walletOf('a', { group: 'g' }), groupOf('g')],
    emptyDocument,
  );
  const document = documentOf(
    [
      noteOf('m', 't1:0|bitcoin:a|bitcoin:b'),
      noteOf('n', 'bitcoin:b'),
      transferOf('b', 'b', 't3:0'),
      transferOf('b', 'c', 't2:0'),
      transferOf('a', 'b', 't1:0'),
    ],
    other,
  );
  expect(documentDigest(document)).toBe(documentDigest(base));
  expect(sameDocument(document, base)).toBe(true);
  expect(documentDigest(base)).toMatch(/^[0-9a-f]{64}$/);
  expect(connectionsOf(base, 'bitcoin:b').map(({ utxoKey }) => utxoKey)).toEqual(['t1:0', 't2:0', 't3:0']);
});

test('versions are compared: added, removed, changed, moved', () => {
  const next = apply(base, {
    changes: [
      { change: 'create', record: walletOf('d') },
      { change: 'remove', record: noteOf('n', 'bitcoin:b') },
      set('bitcoin:a', { label: 'Thief', x: 4 }),
      set('bitcoin:c', { x: 4 }),
    ],
  }).document;
  const diff = diffOf(base, next);
  expect(diff.added.map(({ id }) => id)).toEqual(['bitcoin:d']);
  expect(diff.removed.map(({ id }) => id)).toEqual(['n']);
  expect(diff.changed.map(({ after, fields }) => [after.id, fields])).toEqual([
    ['bitcoin:a', ['label', 'x']],
  ]);
  expect(diff.moved.map(({ after }) => after.id)).toEqual(['bitcoin:c']);
  expect(diffOf(base, base)).toEqual({ added: [], removed: [], changed: [], moved: [] });
});

test('a step from outside is checked: fields, bounds, fractions, control characters', () => {
  const good = {
    id: 's',
    author: 'a',
    time: 1,
    title: 'Move',
    changes: [set('bitcoin:a', { x: 1 }, { x: 0 })],
  };
  expect(stepSchema.safeParse(good).success).toBe(true);
  const bad = [
    { ...good, changes: [set('bitcoin:a', { x: 0.5 })] },
    { ...good, changes: [set('bitcoin:a', { x: 1e9 })] },
    { ...good, changes: [set('bitcoin:a', { id: 'b' })] },
    { ...good, changes: [set('bitcoin:a', { label: 'a\u0000' })] },
    { ...good, changes: [{ change: 'create', record: { ...walletOf('a'), x: Number.NaN } }] },
    { ...good, title: 'x'.repeat(201) },
    { ...good, query: { kind: 'auto', question: { minAmount: 0.5 } } },
  ];
  for (const one of bad) expect(stepSchema.safeParse(one).success).toBe(false);
});

test('a stored document is what applying its records gives, in any order', () => {
  fc.assert(
    fc.property(fc.array(operation, { minLength: 20, maxLength: 60 }), (list) => {
      let document: CanvasDocument = emptyDocument;
      for (const does of list) document = apply(document, { changes: changesFor(document, does) }).document;
      const records = allRecords(document);
      const stored = storedDocument(records);
      expect(problemsOf(stored)).toEqual([]);
      expect(documentText(stored)).toBe(documentText(document));
      expect(allOf(stored, 'connection')).toEqual(allOf(document, 'connection'));
      const [first] = records;
      if (!first) return;
      const changes: Change[] = [{ change: 'remove', record: first }];
      expect(documentText(apply(stored, { changes }).document)).toBe(
        documentText(apply(document, { changes }).document),
      );
      expect(documentText(storedDocument(records.toReversed()))).toBe(documentText(document));
    }),
  );
});

test('lists of a changed document are as those of one that was never seen', () => {
  const many = Array.from({ length: 1200 }, (_, i) => walletOf(`z${(i * 7919) % 100_003}`));
  let document = documentOf(many, emptyDocument);
  for (const does of fc.sample(operation, { numRuns: 200, seed: 11 })) {
    document = apply(document, { changes: changesFor(document, does) }).document;
    const inOrder = allRecords(document);
    expect(inOrder).toEqual(inOrder.toSorted((a, b) => (a.id < b.id ? -1 : 1)));
    expect(inOrder).toHaveLength(document.records.size);
    expect(inOrder.every((one) => getRecord(document, one.id) === one)).toBe(true);
    expect(allOf(document, 'node')).toEqual(inOrder.filter(({ kind }) => kind === 'node'));
  }
});
