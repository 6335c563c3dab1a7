import type { CanvasRecord } from '@hopscope/contract/flow-document';
import { type CanvasDocument, sameValue } from './document.ts';
import { compareMaps } from './persistent-map.ts';

export interface ChangedRecord {
  readonly before: CanvasRecord;
  readonly after: CanvasRecord;
  /** Names of the fields that differ, ascending. */
  readonly fields: readonly string[];
}

/** What a version has that another has not, each list ascending by id. */
export interface DocumentDiff {
  readonly added: readonly CanvasRecord[];
  readonly removed: readonly CanvasRecord[];
  /** Something other than the place differs. */
  readonly changed: readonly ChangedRecord[];
  /** Only the position differs. */
  readonly moved: readonly ChangedRecord[];
}

const places = new Set(['x', 'y', 'x2', 'y2']);

function differingFields(before: CanvasRecord, after: CanvasRecord): string[] {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys].filter((key) => !sameValue(Reflect.get(before, key), Reflect.get(after, key))).sort();
}

/** Returns the differences from `a` to `b` for display: added, removed, changed, and moved records. */
export function diffOf(a: CanvasDocument, b: CanvasDocument): DocumentDiff {
  const added: CanvasRecord[] = [];
  const removed: CanvasRecord[] = [];
  const changed: ChangedRecord[] = [];
  const moved: ChangedRecord[] = [];
  compareMaps(a.records, b.records, (_, before, after) => {
    if (!before) {
      if (after) added.push(after);
    } else if (!after) removed.push(before);
    else {
      const fields = differingFields(before, after);
      if (fields.length === 0) return;
      (fields.every((name) => places.has(name)) ? moved : changed).push({ before, after, fields });
    }
  });
  const byId = (x: CanvasRecord, y: CanvasRecord): number => (x.id < y.id ? -1 : 1);
  return {
    added: added.sort(byId),
    removed: removed.sort(byId),
    changed: changed.sort((x, y) => byId(x.after, y.after)),
    moved: moved.sort((x, y) => byId(x.after, y.after)),
  };
}
