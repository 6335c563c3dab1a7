import {
  apply,
  type CanvasDocument,
  type CanvasNode,
  documentOf,
  documentText,
  emptyDocument,
  getRecord,
  type OrderedStep,
  type Step,
} from '@hopscope/canvas';
import { flowDocumentLimits } from '@hopscope/contract';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../lib/api/api-error.ts';
import type { DocumentCalls } from '../api/document-calls.ts';
import { createServerDocuments } from '../api/server-documents.ts';
import { createCanvasStore, documentOfState, mayUndo } from './canvas-store.ts';
import { diffDocument, diffLines } from './document-diff.ts';
import { peopleOf, withCursor, without } from './document-presence.ts';
import { titleOfSteps } from './document-labels.ts';
import type { StepOutbox } from './step-outbox.ts';

const wallet = (name: string, fields: Partial<CanvasNode> = {}): CanvasNode => ({
  kind: 'node',
  id: `bitcoin:${name}`,
  type: 'wallet',
  chain: 'bitcoin',
  address: name,
  label: '',
  x: 0,
  y: 0,
  color: null,
  traced: false,
  stop: null,
  group: null,
  profile: null,
  ...fields,
});
const adds = (name: string, fields: Partial<CanvasNode> = {}) => ({
  title: `Add ${name}`,
  changes: [{ change: 'create' as const, record: wallet(name, fields) }],
});

/** Creates an in-memory outbox. */
function memoryRoom(): StepOutbox & { all: Map<string, Step[]> } {
  const all = new Map<string, Step[]>();
  return {
    all,
    steps: async (key) => all.get(key) ?? [],
    async put(key, steps) {
      const there = all.get(key) ?? [];
      const fresh = steps.filter(({ id }) => !there.some((one) => one.id === id));
      all.set(key, [...there, ...fresh]);
    },
    async remove(key, ids) {
      const left = (all.get(key) ?? []).filter(({ id }) => !ids.includes(id));
      if (left.length === 0) all.delete(key);
      else all.set(key, left);
    },
    keys: async (prefix) => [...all.keys()].filter((key) => key.startsWith(prefix)),
  };
}

/** Creates an in-memory server: it stamps steps, ignores known ones, and can be unreachable or refuse. */
function memoryServer() {
  const log: OrderedStep[] = [];
  let made = 0;
  const server = {
    log,
    made: () => made,
    base: 0,
    state: 'there' as 'there' | 'away' | 'loses answers',
    refuses: null as ((step: Step) => boolean) | null,
  };
  const info = () => ({
    _id: 'd1',
    title: 'T',
    createdBy: { userId: 'ada', name: 'Ada' },
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
    sequence: log.length,
    records: 0,
    everybody: null,
    right: 'own' as const,
  });
  const at = (sequence: number): CanvasDocument =>
    log
      .slice(0, sequence)
      .reduce<CanvasDocument>((document, { step }) => apply(document, step).document, emptyDocument);
  const reach = (): void => {
    if (server.state === 'away')
      throw new ApiError('network', 'The server cannot be reached. Check your connection and try again.');
  };
  const calls: DocumentCalls = {
    async make() {
      reach();
      made += 1;
      return info();
    },
    async describe() {
      reach();
      return { ...info(), snapshots: [], shares: [], links: [], base: server.base };
    },
    version: async (_, sequence) => at(sequence),
    steps: async (_, after) => ({ sequence: log.length, steps: log.slice(after, after + 200) }),
    async append(_, base, steps) {
      reach();
      if (steps.some((step) => server.refuses?.(step)))
        throw new ApiError('forbidden', 'You can only add notes to this document', { status: 403 });
      for (const step of steps) {
        if (log.some((one) => one.step.id === step.id)) continue;
        log.push({ sequence: log.length + 1, step: { ...step, time: 77 } });
      }
      if (server.state === 'loses answers')
        throw new ApiError('network', 'The server cannot be reached. Check your connection and try again.');
      return log.slice(base, base + 200);
    },
  };
  return { ...server, server, calls };
}

let ids = 0;
function editor(
  { calls }: ReturnType<typeof memoryServer>,
  room: StepOutbox,
  id = 'd1',
  onRefused: (reason: string) => void = () => undefined,
) {
  const made: string[] = [];
  const documents = createServerDocuments({
    calls,
    room,
    owner: 'canal ada',
    onOpen: () => undefined,
    onMade: ({ _id }) => made.push(_id),
  });
  const store = createCanvasStore({
    documents,
    id,
    author: 'ada',
    now: () => 1,
    newId: () => `s${++ids}`,
    onRefused,
  });
  return { store, made };
}

describe('documents on the server', () => {
  it('take the server’s order and stamps; what is there can be undone after it was opened again', async () => {
    const server = memoryServer();
    const { store } = editor(server, memoryRoom());
    await store.actions.load();
    store.actions.act(adds('a'));
    await store.actions.save();
    const state = store.getState();
    expect(state.replica.pending).toEqual([]);
    expect(state.saved).toEqual({ state: 'saved', at: 1 });
    const again = editor(server, memoryRoom()).store;
    await again.actions.load();
    expect(mayUndo(again.getState())).toBe(true);
    again.actions.undo();
    await again.actions.save();
    expect(documentOfState(again.getState()).records.size).toBe(0);
    store.actions.receive(server.log);
    expect(documentOfState(store.getState()).records.size).toBe(0);
    expect(store.getState().log.map(({ title }) => title)).toEqual(['Add a', 'Undo: Add a']);
  });

  const wallets = (count: number) => ({
    title: 'Import file',
    changes: Array.from({ length: count }, (_, i) => ({
      change: 'create' as const,
      record: wallet(`w${i}`),
    })),
  });

  it('divide what one call cannot hold, undo it as one action, and refuse what no document can hold', async () => {
    const server = memoryServer();
    const refused: string[] = [];
    const store = editor(server, memoryRoom(), 'd1', (reason) => refused.push(reason)).store;
    await store.actions.load();
    expect(store.actions.act(wallets(25_000))).toBe(true);
    await store.actions.save();
    expect(server.log.map(({ step }) => step.changes.length)).toEqual([10_000, 10_000, 5000]);
    const [first, second] = server.log;
    expect(second?.step.continues).toBe(first?.step.id);
    expect(documentOfState(store.getState()).records.size).toBe(25_000);
    // Whoever opens it between two parts cannot undo only the later ones.
    server.server.base = 1;
    const later = editor(server, memoryRoom()).store;
    await later.actions.load();
    expect(documentOfState(later.getState()).records.size).toBe(25_000);
    expect(mayUndo(later.getState())).toBe(false);
    store.actions.undo();
    await store.actions.save();
    expect(documentOfState(store.getState()).records.size).toBe(0);
    expect(mayUndo(store.getState())).toBe(false);
    expect(server.log).toHaveLength(6);
    expect(store.actions.act(wallets(flowDocumentLimits.records + 1))).toBe(false);
    expect(refused).toEqual(['A canvas can have at most 400,000 records, and this would make it 400,001']);
  });

  it('take back the parts of an action that the server has, if it refuses a later one', async () => {
    const server = memoryServer();
    const store = editor(server, memoryRoom()).store;
    await store.actions.load();
    server.server.refuses = ({ continues }) => continues !== undefined;
    expect(store.actions.act(wallets(25_000))).toBe(true);
    await store.actions.save();
    expect(documentOfState(store.getState()).records.size).toBe(0);
    expect(store.getState().refused?.steps).toBe(2);
    expect(server.log.map(({ step }) => step.title)).toEqual(['Import file', 'Undo: Import file']);
  });

  it('lose nothing while the server is away, also over a reload, and double nothing', async () => {
    const server = memoryServer();
    const room = memoryRoom();
    const { store } = editor(server, room);
    await store.actions.load();
    server.server.state = 'loses answers';
    store.actions.act(adds('a'));
    await store.actions.save();
    server.server.state = 'away';
    store.actions.act(adds('b'));
    store.actions.undo();
    store.actions.act(adds('c'));
    await store.actions.save();
    expect(store.getState().saved).toMatchObject({ state: 'failed' });
    expect(room.all.get('canal ada d1')).toHaveLength(4);
    // Reopens the page once the server is back.
    server.server.state = 'there';
    const after = editor(server, room);
    await after.store.actions.load();
    await after.store.actions.save();
    await store.actions.save();
    expect(room.all.size).toBe(0);
    expect(server.log.map(({ step }) => step.title)).toEqual(['Add a', 'Add b', 'Undo: Add b', 'Add c']);
    after.store.actions.receive(server.log);
    const text = (one: typeof store) => documentText(documentOfState(one.getState()));
    expect(text(store)).toBe(text(after.store));
    expect(documentOfState(store.getState()).records.size).toBe(2);
  });

  it('begin with the first step of a canvas, once, also when that could not be sent at first', async () => {
    const server = memoryServer();
    const room = memoryRoom();
    server.server.state = 'away';
    const first = editor(server, room, 'new-1');
    await first.store.actions.load();
    first.store.actions.act(adds('a'));
    await first.store.actions.save();
    expect([server.made(), first.made]).toEqual([0, []]);
    expect(await room.keys('canal ada new-')).toEqual(['canal ada new-1']);
    server.server.state = 'there';
    const second = editor(server, room, 'new-1');
    await second.store.actions.load();
    await second.store.actions.save();
    second.store.actions.act(adds('b'));
    await second.store.actions.save();
    expect(second.made).toEqual(['d1']);
    expect(server.log).toHaveLength(2);
    expect(room.all.size).toBe(0);
    const query = { kind: 'trace', chain: 'bitcoin', address: 'mint' } as const;
    const step = { id: '1', author: '', time: 0, query, ...adds('mint', { label: 'Harbour' }) };
    expect(titleOfSteps([step])).toBe('Harbour');
    expect(titleOfSteps([{ ...step, query: undefined }])).toBe('Untitled canvas');
  });

  it('take back what is refused for good, keep the rest, and the canvas with it for a file', async () => {
    const server = memoryServer();
    const room = memoryRoom();
    const { store } = editor(server, room);
    await store.actions.load();
    server.server.refuses = ({ title }) => title === 'Add b';
    server.server.state = 'away';
    for (const name of ['a', 'b', 'c']) store.actions.act(adds(name));
    await store.actions.save();
    server.server.state = 'there';
    await store.actions.save();
    const { refused, replica, log } = store.getState();
    expect(refused).toMatchObject({ reason: 'You can only add notes to this document', steps: 1 });
    expect(refused?.document.records.size).toBe(3);
    expect(replica.pending).toEqual([]);
    expect(log.map(({ title }) => title)).toEqual(['Add a', 'Add c']);
    expect(documentOfState(store.getState()).records.size).toBe(2);
    expect(room.all.size).toBe(0);
  });

  it('cannot be changed by who may not, nor while an earlier version is looked at', async () => {
    const { store } = editor(memoryServer(), memoryRoom());
    await store.actions.load();
    const note = (id: string) => ({
      title: 'Add note',
      changes: [
        {
          change: 'create' as const,
          record: { kind: 'note' as const, id, on: null, text: 'Odd', author: 'Ada', time: 1 },
        },
      ],
    });
    store.actions.set({ locked: { reason: 'You can only add notes to this canvas', notes: true } });
    store.actions.act(adds('a'));
    store.actions.act(note('n'));
    expect(documentOfState(store.getState()).records.size).toBe(1);
    store.actions.set({ locked: null });
    store.actions.look(emptyDocument);
    store.actions.act(note('m'));
    store.actions.undo();
    expect(documentOfState(store.getState()).records.size).toBe(0);
    store.actions.look(null);
    expect(documentOfState(store.getState()).records.size).toBe(1);
  });
});

describe('what differs between two versions', () => {
  it('is said in words, and is in one picture by color and word', () => {
    const of = (nodes: CanvasNode[]) => documentOf(nodes, emptyDocument);
    const from = of([wallet('a'), wallet('b', { label: 'Ben' }), wallet('c'), wallet('d')]);
    const to = of([wallet('a'), wallet('b', { label: 'Bob' }), wallet('c', { x: 5 }), wallet('e')]);
    expect(diffLines(from, to).map(({ words }) => words)).toEqual([
      'Added: address e',
      'Removed: address d',
      'Changed: address Bob (name)',
      'Moved: address c',
    ]);
    const both = diffDocument(from, to);
    const node = (name: string) => getRecord(both, `bitcoin:${name}`);
    expect(both.records.size).toBe(5);
    expect(node('a')).toMatchObject({ color: null, label: '' });
    expect(node('d')).toMatchObject({ color: '#e5484d', label: 'Removed: d' });
    expect(node('e')).toMatchObject({ color: '#2fa15b', label: 'Added: e' });
    expect(node('c')).toMatchObject({ color: '#d9822b', label: 'Moved: c', x: 5 });
    expect(diffLines(from, from)).toEqual([]);
  });
});

it('others on a document are known by tab, and named once', () => {
  const cursor = (client: string, name: string) => ({
    client,
    userId: name,
    name,
    x: 1,
    y: 1,
    selected: [],
  });
  let others = withCursor(withCursor(new Map(), cursor('1', 'Grace')), cursor('2', 'Grace'));
  others = withCursor(others, cursor('3', 'Ada'));
  expect(peopleOf(others).map(({ name }) => name)).toEqual(['Ada', 'Grace']);
  expect(peopleOf(without(without(others, '1'), '3')).map(({ name }) => name)).toEqual(['Grace']);
});
