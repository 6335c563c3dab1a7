import { type CanvasRecord, type Change, identity } from '@hopscope/contract/flow-document';
import { apply, inOrder } from './apply.ts';
import type { CanvasDocument } from './document.ts';
import { diffOf } from './diff.ts';

function sameIdentity(a: CanvasRecord, b: CanvasRecord): boolean {
  return a.kind === b.kind && identity[a.kind].every((key) => Reflect.get(a, key) === Reflect.get(b, key));
}

/** Returns the changes that replace a document with another one: for imports and restored versions. */
export function changesBetween(from: CanvasDocument, to: CanvasDocument): Change[] {
  const first = diffOf(from, to);
  const other = [...first.changed, ...first.moved].flatMap(({ before, after }) =>
    sameIdentity(before, after) ? [] : before,
  );
  const removals = [...first.removed, ...other].map((record): Change => ({ change: 'remove', record }));
  const left = apply(from, { changes: removals }).document;
  const rest = diffOf(left, to);
  const creations = inOrder(rest.added).map((record): Change => ({ change: 'create', record }));
  const settings = [...rest.changed, ...rest.moved].map(({ before, after, fields }): Change => {
    const pick = (one: CanvasRecord) => Object.fromEntries(fields.map((key) => [key, Reflect.get(one, key)]));
    return { change: 'set', kind: after.kind, id: after.id, before: pick(before), after: pick(after) };
  });
  return [...removals, ...creations, ...settings];
}
