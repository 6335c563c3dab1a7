import {
  type CanvasRecord,
  type Change,
  type Fields,
  identity,
  type Step,
} from '@hopscope/contract/flow-document';
import {
  type CanvasDocument,
  contradictionOf,
  dependentsOf,
  dropRecord,
  getOf,
  getRecord,
  putRecord,
  sameValue,
} from './document.ts';
import type { MapOwner } from './persistent-map.ts';

export interface Applied {
  readonly document: CanvasDocument;
  /** Effective changes in order, with previous values: their `invert` restores the old document. */
  readonly effective: readonly Change[];
}

interface Run {
  /** Token with which this run changes in place what it created. */
  readonly owner: MapOwner;
  document: CanvasDocument;
  readonly effective: Change[];
  /** Undo and redo change only what still matches the `before` values. */
  readonly careful: boolean;
}

function mayBeNoted(document: CanvasDocument, id: string): boolean {
  const named = getRecord(document, id);
  return named !== undefined && named.kind !== 'note';
}

/** A group or record that is not there cannot be named. */
function presentName(document: CanvasDocument, one: CanvasRecord, key: string, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  if (one.kind === 'node' && key === 'group') return getOf(document, 'group', value) ? value : null;
  if (one.kind === 'note' && key === 'on') return mayBeNoted(document, value) ? value : null;
  return value;
}

function setOn(run: Run, one: CanvasRecord, wanted: Fields, expected: Fields | null): void {
  const before: Record<string, unknown> = {};
  const after: Record<string, unknown> = {};
  for (const [key, asked] of Object.entries(wanted)) {
    if (asked === undefined || !Object.hasOwn(one, key) || identity[one.kind].includes(key)) continue;
    const old: unknown = Reflect.get(one, key);
    if (expected && !sameValue(old, expected[key])) continue;
    const value = presentName(run.document, one, key, asked);
    if (sameValue(old, value)) continue;
    before[key] = old;
    after[key] = value;
  }
  if (Object.keys(after).length === 0) return;
  run.document = putRecord(run.document, { ...one, ...after }, run.owner);
  run.effective.push({ change: 'set', kind: one.kind, id: one.id, before, after });
}

function create(run: Run, wanted: CanvasRecord): void {
  const existing = getRecord(run.document, wanted.id);
  if (existing) {
    const same = identity[existing.kind].every(
      (key) => Reflect.get(existing, key) === Reflect.get(wanted, key),
    );
    if (same && !run.careful) setOn(run, existing, { ...wanted }, null);
    return;
  }
  if (contradictionOf(wanted)) return;
  if (wanted.kind === 'connection' || wanted.kind === 'conversion') {
    if (!getOf(run.document, 'node', wanted.from) || !getOf(run.document, 'node', wanted.to)) return;
  }
  let one = wanted;
  if (one.kind === 'node' && one.group !== null && !getOf(run.document, 'group', one.group))
    one = { ...one, group: null };
  if (one.kind === 'note' && one.on !== null && !mayBeNoted(run.document, one.on)) one = { ...one, on: null };
  run.document = putRecord(run.document, one, run.owner);
  run.effective.push({ change: 'create', record: one });
}

function remove(run: Run, wanted: CanvasRecord): void {
  const one = getRecord(run.document, wanted.id);
  if (one?.kind !== wanted.kind) return;
  const dependents = dependentsOf(run.document, one.id);
  if (run.careful && (dependents.length > 0 || !sameValue(one, wanted))) return;
  for (const id of dependents) {
    const other = getRecord(run.document, id);
    if (other?.kind === 'connection' || other?.kind === 'conversion') remove(run, other);
    else if (other?.kind === 'node') setOn(run, other, { group: null }, null);
    else if (other?.kind === 'note') setOn(run, other, { on: null }, null);
  }
  run.document = dropRecord(run.document, one.id);
  run.effective.push({ change: 'remove', record: one });
}

/**
 * Applies a step. Total and deterministic: any step can be applied to any valid document, and the result is valid.
 * - Ignores fields that a record doesn't have, and identifying fields (`identity`).
 * - Creating an existing record sets its fields. A connection or conversion without both nodes is dropped.
 * - Removing a node removes its connections and conversions; members of a removed group leave it, and references to missing nodes are
 * cleared.
 * - A note on a removed or missing record becomes a note on the canvas.
 * - Undo and redo set fields that still have the value of the step, remove unchanged records without references, and create
 * missing ones: changes by others stay.
 */
export function apply(document: CanvasDocument, step: Pick<Step, 'changes' | 'undoes' | 'redoes'>): Applied {
  const careful = step.undoes !== undefined || step.redoes !== undefined;
  const run: Run = { owner: {}, document, effective: [], careful };
  for (const one of step.changes) {
    if (one.change === 'create') create(run, one.record);
    else if (one.change === 'remove') remove(run, one.record);
    else {
      const existing = getRecord(run.document, one.id);
      if (existing?.kind === one.kind) setOn(run, existing, one.after, careful ? one.before : null);
    }
  }
  return { document: run.document, effective: run.effective };
}

const order = { group: 0, node: 1, connection: 2, conversion: 2, drawing: 3, outcome: 3, note: 4 } as const;

/** Orders records so that each follows those it refers to. */
export function inOrder(records: Iterable<CanvasRecord>): CanvasRecord[] {
  return [...records].toSorted((a, b) => order[a.kind] - order[b.kind]);
}

/** A document of records on top of another, as far as they fit together. */
export function documentOf(records: Iterable<CanvasRecord>, onto: CanvasDocument): CanvasDocument {
  return apply(onto, { changes: inOrder(records).map((record): Change => ({ change: 'create', record })) })
    .document;
}
