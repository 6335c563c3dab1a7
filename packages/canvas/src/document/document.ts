import { nobleHashing, toHex } from '@hopscope/chain';
import { type CanvasRecord, record as recordSchema, type RecordKind } from '@hopscope/contract/flow-document';
import { byText, canonicalJsonV2 } from '@hopscope/domain';
import {
  compareMaps,
  emptyMap,
  entriesOf,
  getKey,
  type MapOwner,
  mapOf,
  type PersistentMap,
  putKey,
  withoutKey,
} from './persistent-map.ts';

/**
 * Content of a canvas: records by ID. Immutable: every function returns a new document that shares unchanged parts.
 * `dependents` is derived: IDs of the records that refer to a record (connections of a node, members of a group, notes on
 * it). Null until it is needed: a document that is only shown doesn't need it.
 */
export interface CanvasDocument {
  readonly records: PersistentMap<CanvasRecord>;
  readonly dependents: Dependents | null;
}

type Dependents = PersistentMap<PersistentMap<true>>;

export type RecordOf<K extends RecordKind> = Extract<CanvasRecord, { kind: K }>;

export const emptyDocument: CanvasDocument = { records: emptyMap, dependents: emptyMap };

/** Ids that a record names: ends of a connection or conversion, the group of a node, what a note is on. */
export function namesOf(one: CanvasRecord): string[] {
  switch (one.kind) {
    case 'connection':
    case 'conversion':
      return one.from === one.to ? [one.from] : [one.from, one.to];
    case 'node':
      return one.group === null ? [] : [one.group];
    case 'note':
      return one.on === null ? [] : [one.on];
    case 'drawing':
    case 'group':
    case 'outcome':
      return [];
  }
}

export function getRecord(document: CanvasDocument, id: string): CanvasRecord | undefined {
  return getKey(document.records, id);
}

/** The record of that id if it is of that kind. */
export function getOf<K extends RecordKind>(
  document: CanvasDocument,
  kind: K,
  id: string,
): RecordOf<K> | undefined {
  const found = getKey(document.records, id);
  return found?.kind === kind ? (found as RecordOf<K>) : undefined;
}

type Lists = { readonly [K in RecordKind]: readonly RecordOf<K>[] };

/** Nodes and transfers by number: for functions that visit most of them. */
export interface Graph {
  /** Ascending by ID, as `allOf`. */
  readonly nodes: readonly RecordOf<'node'>[];
  readonly connections: readonly RecordOf<'connection'>[];
  /** Number of a node. */
  readonly numberOf: ReadonlyMap<string, number>;
  /** Numbers of the payer and the payee of each transfer. */
  readonly from: Int32Array;
  readonly to: Int32Array;
  /** Returns the numbers of the transfers at a node, ascending by ID. */
  readonly at: (node: number) => Int32Array;
}

interface Tables {
  dependents?: Dependents;
  lists?: Lists;
  graph?: Graph;
}

/** What was derived from the records of a document, once for each of its states. */
const tables = new WeakMap<CanvasDocument['records'], Tables>();

function tablesOf({ records }: CanvasDocument): Tables {
  const known = tables.get(records) ?? {};
  tables.set(records, known);
  return known;
}

function listsFrom(records: Iterable<CanvasRecord>): { [K in RecordKind]: RecordOf<K>[] } {
  const found: { [K in RecordKind]: RecordOf<K>[] } = {
    node: [],
    connection: [],
    conversion: [],
    drawing: [],
    note: [],
    group: [],
    outcome: [],
  };
  for (const one of records) (found[one.kind] as CanvasRecord[]).push(one);
  return found;
}

/** Merges two lists, each ascending by ID. */
function merged<R extends CanvasRecord>(a: readonly R[], b: readonly R[]): R[] {
  if (a.length === 0 || b.length === 0) return [...a, ...b];
  const all: R[] = [];
  let j = 0;
  for (const one of a) {
    for (let other = b[j]; other && other.id < one.id; other = b[++j]) all.push(other);
    all.push(one);
  }
  for (; j < b.length; j++) all.push(b[j] as R);
  return all;
}

/** Records whose lists were derived last: another state of the same document differs in few of them. */
let latest: WeakRef<CanvasDocument['records']> | undefined;

/** Returns the lists from those of another state; undefined if most records differ. */
function patched(records: CanvasDocument['records'], before: CanvasDocument['records']): Lists | undefined {
  const lists = tables.get(before)?.lists;
  if (!lists || before.size < 1000) return undefined;
  const gone = new Set<string>();
  const fresh: CanvasRecord[] = [];
  compareMaps(before, records, (id, old, now) => {
    if (old) gone.add(id);
    if (now) fresh.push(now);
  });
  if (gone.size + fresh.length > records.size / 4) return undefined;
  const added = listsFrom(fresh.sort((a, b) => byText(a.id, b.id)));
  const patch = <K extends RecordKind>(kind: K): RecordOf<K>[] => {
    const list = lists[kind] as readonly RecordOf<K>[];
    const rest = gone.size === 0 ? list : list.filter(({ id }) => !gone.has(id));
    return merged(rest, added[kind] as RecordOf<K>[]);
  };
  return {
    node: patch('node'),
    connection: patch('connection'),
    conversion: patch('conversion'),
    drawing: patch('drawing'),
    note: patch('note'),
    group: patch('group'),
    outcome: patch('outcome'),
  };
}

function sortedLists(records: CanvasDocument['records']): Lists {
  const found = listsFrom(entriesOf(records).map(([, one]) => one));
  for (const list of Object.values(found)) list.sort((a, b) => byText(a.id, b.id));
  return found;
}

function listsOf(document: CanvasDocument): Lists {
  const known = tablesOf(document);
  if (!known.lists) {
    const { records } = document;
    const before = latest?.deref();
    known.lists = (before && patched(records, before)) ?? sortedLists(records);
    latest = new WeakRef(records);
  }
  return known.lists;
}

/** All records of a kind, ascending by id (UTF-16 code units). */
export function allOf<K extends RecordKind>(document: CanvasDocument, kind: K): Lists[K] {
  return listsOf(document)[kind];
}

/** All records, ascending by id. */
export function allRecords(document: CanvasDocument): CanvasRecord[] {
  return Object.values<readonly CanvasRecord[]>(listsOf(document))
    .toSorted((a, b) => a.length - b.length)
    .reduce<CanvasRecord[]>((all, list) => merged(list, all), []);
}

/** Ids of the records that name this one, ascending. */
export function dependentsOf(document: CanvasDocument, id: string): string[] {
  const found = getKey(dependentsIn(document), id);
  return found
    ? entriesOf(found)
        .map(([key]) => key)
        .sort(byText)
    : [];
}

/** The transfers at a node, ascending by id. */
export function connectionsOf(document: CanvasDocument, nodeId: string): RecordOf<'connection'>[] {
  return dependentsOf(document, nodeId).flatMap((id) => getOf(document, 'connection', id) ?? []);
}

/** Returns the graph of a document; derived once for each of its states. */
export function graphOf(document: CanvasDocument): Graph {
  const known = tablesOf(document);
  if (known.graph) return known.graph;
  const { node: nodes, connection: connections } = listsOf(document);
  const numberOf = new Map(nodes.map(({ id }, i) => [id, i]));
  const from = Int32Array.from(connections, (one) => numberOf.get(one.from) ?? -1);
  const to = Int32Array.from(connections, (one) => numberOf.get(one.to) ?? -1);
  // Transfers by node, one node after the other.
  const starts = new Int32Array(nodes.length + 1);
  const eachEnd = (visit: (node: number, transfer: number) => void): void => {
    for (let i = 0; i < connections.length; i++) {
      const [payer, payee] = [from[i] ?? -1, to[i] ?? -1];
      visit(payer, i);
      if (payee !== payer) visit(payee, i);
    }
  };
  eachEnd((node) => (starts[node + 1] = (starts[node + 1] ?? 0) + 1));
  for (let i = 0; i < nodes.length; i++) starts[i + 1] = (starts[i + 1] ?? 0) + (starts[i] ?? 0);
  const next = starts.slice();
  const transfers = new Int32Array(starts[nodes.length] ?? 0);
  eachEnd((node, transfer) => {
    const place = next[node] ?? 0;
    transfers[place] = transfer;
    next[node] = place + 1;
  });
  known.graph = {
    nodes,
    connections,
    numberOf,
    from,
    to,
    at: (node) => transfers.subarray(starts[node] ?? 0, starts[node + 1] ?? 0),
  };
  return known.graph;
}

function dependentsIn(document: CanvasDocument): Dependents {
  if (document.dependents) return document.dependents;
  const known = tablesOf(document);
  if (known.dependents) return known.dependents;
  const owner = {};
  const found = new Map<string, PersistentMap<true>>();
  for (const [id, one] of entriesOf(document.records))
    for (const name of namesOf(one)) found.set(name, putKey(found.get(name) ?? emptyMap, id, true, owner));
  known.dependents = mapOf([...found]);
  return known.dependents;
}

function link(
  dependents: Dependents,
  names: readonly string[],
  id: string,
  owner: MapOwner | undefined,
): Dependents {
  let next = dependents;
  for (const name of names)
    next = putKey(next, name, putKey(getKey(next, name) ?? emptyMap, id, true, owner), owner);
  return next;
}

function unlink(dependents: Dependents, names: readonly string[], id: string): Dependents {
  let next = dependents;
  for (const name of names) {
    const rest = withoutKey(getKey(next, name) ?? emptyMap, id);
    next = rest.size === 0 ? withoutKey(next, name) : putKey(next, name, rest);
  }
  return next;
}

/**
 * Returns the document with a record replaced. Doesn't validate: `apply` keeps documents valid. With an owner, the parts that
 * it created are changed in place (`putKey`).
 */
export function putRecord(document: CanvasDocument, one: CanvasRecord, owner?: MapOwner): CanvasDocument {
  const old = getKey(document.records, one.id);
  const before = old ? namesOf(old) : [];
  const after = namesOf(one);
  const same = before.length === after.length && before.every((name, i) => name === after[i]);
  return {
    records: putKey(document.records, one.id, one, owner),
    dependents: same
      ? document.dependents
      : link(unlink(dependentsIn(document), before, one.id), after, one.id, owner),
  };
}

/** The document without the record of that id. */
export function dropRecord(document: CanvasDocument, id: string): CanvasDocument {
  const old = getKey(document.records, id);
  if (!old) return document;
  return {
    records: withoutKey(document.records, id),
    dependents: unlink(dependentsIn(document), namesOf(old), id),
  };
}

/**
 * Returns the document of records as one was stored: all that they refer to is there, which isn't checked. Several times as
 * fast as `documentOf`.
 */
export function storedDocument(records: readonly CanvasRecord[]): CanvasDocument {
  const ascending = records.every(({ id }, i) => i === 0 || id > (records[i - 1]?.id ?? ''));
  const entries = records.map((one) => [one.id, one] as const);
  const document = { records: mapOf(ascending ? entries : [...new Map(entries)]), dependents: null };
  if (ascending) {
    tablesOf(document).lists = listsFrom(records);
    latest = new WeakRef(document.records);
  }
  return document;
}

/** The same value, lists and plain objects by their contents. */
export function sameValue(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const [x, y] = [Object.entries(a), Object.entries(b)];
  const other = new Map<string, unknown>(y);
  return (
    x.length === y.length && x.every(([key, value]) => other.has(key) && sameValue(value, other.get(key)))
  );
}

/** Tests whether both have the same records. */
export function sameDocument(a: CanvasDocument, b: CanvasDocument): boolean {
  if (a.records.size !== b.records.size) return false;
  let same = true;
  compareMaps(a.records, b.records, (_, before, after) => {
    if (same) same = sameValue(before, after);
  });
  return same;
}

/** Records in one part of a text. */
const recordsOfPart = 1000;

/** The one text of a document: its records ascending by id as canonical JSON (RFC 8785, whole numbers only). */
export function documentText(document: CanvasDocument): string {
  return [...documentTextParts(document)].join('');
}

/** `documentText` in parts of some 500 kB, for callers that let others work in between. */
export function* documentTextParts(document: CanvasDocument): Generator<string> {
  const all = allRecords(document);
  yield '[';
  for (let i = 0; i < all.length; i += recordsOfPart) {
    const part = canonicalJsonV2(all.slice(i, i + recordsOfPart)).slice(1, -1);
    yield i === 0 ? part : `,${part}`;
  }
  yield ']';
}

/** SHA-256 of the UTF-8 bytes of `documentText`, 64 hex digits: the same document has the same digest everywhere. */
export function documentDigest(document: CanvasDocument): string {
  return toHex(nobleHashing.sha256(new TextEncoder().encode(documentText(document))));
}

export interface Problem {
  readonly id: string;
  /** Description of the problem. */
  readonly reason: string;
}

/** Returns contradictions between the fields of a record; null if there are none. */
export function contradictionOf(one: CanvasRecord): string | null {
  if (one.kind !== 'node') return null;
  if (one.type === 'custom')
    return one.chain === null && one.address === null ? null : 'is a custom node with a chain or address';
  if (one.chain === null || one.address === null) return 'is a wallet node without chain or address';
  return one.id === `${one.chain}:${one.address}`
    ? null
    : 'has an ID that does not match its chain and address';
}

/** Connections and conversions name nodes, nodes groups, and notes anything but notes. */
export function mayName(one: CanvasRecord, named: CanvasRecord): boolean {
  if (one.kind === 'connection' || one.kind === 'conversion') return named.kind === 'node';
  return one.kind === 'node' ? named.kind === 'group' : named.kind !== 'note';
}

/** Returns everything that makes a document invalid: schema violations and references to missing records. */
export function problemsOf(document: CanvasDocument): Problem[] {
  const problems: Problem[] = [];
  for (const [id, one] of entriesOf(document.records)) {
    const parsed = recordSchema.safeParse(one);
    if (!parsed.success) problems.push({ id, reason: parsed.error.issues[0]?.message ?? 'is not a record' });
    if (id !== one.id) problems.push({ id, reason: `is stored under the ID of ${one.id}` });
    const contradiction = contradictionOf(one);
    if (contradiction) problems.push({ id, reason: contradiction });
    for (const name of namesOf(one)) {
      const named = getKey(document.records, name);
      const fits = named !== undefined && mayName(one, named);
      if (!fits) problems.push({ id, reason: `refers to ${name}, which does not exist` });
      const dependents = getKey(dependentsIn(document), name) ?? emptyMap;
      if (!getKey(dependents, id)) problems.push({ id, reason: `is not listed at ${name}` });
    }
  }
  return problems;
}
