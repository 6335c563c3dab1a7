import type { CanvasRecord, Change } from '@hopscope/contract/flow-document';

/** Returns the inverse changes, last first. Exact for effective changes. */
export function invert(changes: readonly Change[]): Change[] {
  return changes.toReversed().map((one): Change => {
    switch (one.change) {
      case 'create':
        return { change: 'remove', record: one.record };
      case 'remove':
        return { change: 'create', record: one.record };
      case 'set':
        return { ...one, before: one.after, after: one.before };
    }
  });
}

/** Returns the change that sets fields of a record; null if nothing changes. */
export function setFields<R extends CanvasRecord>(one: R, fields: Partial<R>): Change | null {
  const before: Record<string, unknown> = {};
  const after: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(fields)) {
    const old: unknown = Reflect.get(one, key);
    if (old === value) continue;
    before[key] = old;
    after[key] = value;
  }
  return Object.keys(after).length === 0
    ? null
    : { change: 'set', kind: one.kind, id: one.id, before, after };
}
