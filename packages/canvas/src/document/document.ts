import { nobleHashing, toHex } from '@hopscope/chain';
import { type CanvasRecord, record as recordSchema, type RecordKind } from '@hopscope/contract/flow-document';
import { byText, canonicalJsonV2 } from '@hopscope/domain';
import {
  compareMaps,
  emptyMap,
  entriesOf,
  getKey,
  type PersistentMap,
  putKey,
  withoutKey,
} from './persistent-map.ts';

/**
 * Content of a canvas: records by ID. Immutable: every function returns a new document that shares unchanged parts.
 * `dependents` is derived: IDs of the records that refer to a record (connections of a node, members of a group, notes on
 * it).
 */
export interface CanvasDocument {
  readonly records: PersistentMap<CanvasRecord>;
  readonly dependents: PersistentMap<PersistentMap<true>>;
}

export type RecordOf<K extends RecordKind> = Extract<CanvasRecord, { kind: K }>;

export const emptyDocument: CanvasDocument = { records: emptyMap, dependents: emptyMap };

/** Ids that a record names: ends of a connection, the group of a node, what a note is on. */
export function namesOf(one: CanvasRecord): string[] {
  switch (one.kind) {
    case 'connection':
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

/** All records of a kind, ascending by id (UTF-16 code units). */
export function allOf<K extends RecordKind>(document: CanvasDocument, kind: K): RecordOf<K>[] {
  const found: RecordOf<K>[] = [];
  for (const [, one] of entriesOf(document.records)) if (one.kind === kind) found.push(one as RecordOf<K>);
  return found.sort((a, b) => byText(a.id, b.id));
}

/** All records, ascending by id. */
export function allRecords(document: CanvasDocument): CanvasRecord[] {
  return entriesOf(document.records)
    .map(([, one]) => one)
    .sort((a, b) => byText(a.id, b.id));
}

/** Ids of the records that name this one, ascending. */
export function dependentsOf(document: CanvasDocument, id: string): string[] {
  const found = getKey(document.dependents, id);
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

type Dependents = CanvasDocument['dependents'];

function link(dependents: Dependents, names: readonly string[], id: string): Dependents {
  let next = dependents;
  for (const name of names) next = putKey(next, name, putKey(getKey(next, name) ?? emptyMap, id, true));
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

/** Returns the document with a record replaced. Doesn't validate: `apply` keeps documents valid. */
export function putRecord(document: CanvasDocument, one: CanvasRecord): CanvasDocument {
  const old = getKey(document.records, one.id);
  const before = old ? namesOf(old) : [];
  const after = namesOf(one);
  const same = before.length === after.length && before.every((name, i) => name === after[i]);
  return {
    records: putKey(document.records, one.id, one),
    dependents: same ? document.dependents : link(unlink(document.dependents, before, one.id), after, one.id),
  };
}

/** The document without the record of that id. */
export function dropRecord(document: CanvasDocument, id: string): CanvasDocument {
  const old = getKey(document.records, id);
  if (!old) return document;
  return {
    records: withoutKey(document.records, id),
    dependents: unlink(document.dependents, namesOf(old), id),
  };
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

/** The one text of a document: its records ascending by id as canonical JSON (RFC 8785, whole numbers only). */
export function documentText(document: CanvasDocument): string {
  return canonicalJsonV2(allRecords(document));
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

/** Connections name nodes, nodes groups, and notes anything but notes. */
export function mayName(one: CanvasRecord, named: CanvasRecord): boolean {
  if (one.kind === 'connection') return named.kind === 'node';
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
      const dependents = getKey(document.dependents, name) ?? emptyMap;
      if (!getKey(dependents, id)) problems.push({ id, reason: `is not listed at ${name}` });
    }
  }
  return problems;
}
