import {
  amountWords,
  conversionText,
  type CanvasDocument,
  type CanvasRecord,
  type ChangedRecord,
  diffOf,
  documentOf,
  allRecords,
  emptyDocument,
  getOf,
} from '@hopscope/canvas';
import { titleOf } from './node-labels.ts';

export type DiffState = 'added' | 'removed' | 'changed' | 'moved';

/** A difference as text. */
export interface DiffLine {
  readonly id: string;
  readonly state: DiffState;
  readonly words: string;
}

export const diffWords: Readonly<Record<DiffState, string>> = {
  added: 'Added',
  removed: 'Removed',
  changed: 'Changed',
  moved: 'Moved',
};

const colors: Readonly<Record<DiffState, string>> = {
  added: '#2fa15b',
  removed: '#e5484d',
  changed: '#d9822b',
  moved: '#d9822b',
};
/** Drawings always have a color. */
const unchangedDrawing = '#7d8590';

const fieldWords: Readonly<Record<string, string>> = {
  label: 'name',
  color: 'color',
  profile: 'profile',
  stop: 'stop reason',
  traced: 'traced address',
  group: 'group',
  folded: 'folded',
  text: 'text',
  on: 'subject',
};

function recordWords(record: CanvasRecord, document: CanvasDocument): string {
  const nameOf = (id: string): string => {
    const node = getOf(document, 'node', id);
    return node ? titleOf(node) : id;
  };
  switch (record.kind) {
    case 'node':
      return record.type === 'wallet' ? `address ${titleOf(record)}` : titleOf(record);
    case 'connection': {
      const amount = amountWords(BigInt(record.amount), record.asset);
      return `transfer of ${amount} from ${nameOf(record.from)} to ${nameOf(record.to)}`;
    }
    case 'conversion':
      return conversionText(record);
    case 'drawing':
      return record.shape === 'text' ? `text “${record.text}”` : record.shape;
    case 'note':
      return `note “${record.text}”`;
    case 'group':
      return `group ${record.label}`;
    case 'outcome':
      return 'result of an auto-trace';
  }
}

/** Describes the differences between two documents. */
export function diffLines(from: CanvasDocument, to: CanvasDocument): DiffLine[] {
  const { added, removed, changed, moved } = diffOf(from, to);
  const line = (state: DiffState, record: CanvasRecord, of: CanvasDocument, more = ''): DiffLine => ({
    id: record.id,
    state,
    words: `${diffWords[state]}: ${recordWords(record, of)}${more}`,
  });
  const fields = (one: ChangedRecord): string =>
    ` (${one.fields.map((name) => fieldWords[name] ?? 'position').join(', ')})`;
  return [
    ...added.map((record) => line('added', record, to)),
    ...removed.map((record) => line('removed', record, from)),
    ...changed.map((one) => line('changed', one.after, to, fields(one))),
    ...moved.map((one) => line('moved', one.after, to)),
  ];
}

function marked(record: CanvasRecord, state: DiffState | undefined): CanvasRecord {
  const color = state ? colors[state] : null;
  switch (record.kind) {
    case 'node':
      return {
        ...record,
        color,
        ...(state && { label: `${diffWords[state]}: ${titleOf(record)}`.slice(0, 300) }),
      };
    case 'drawing':
      return { ...record, color: color ?? unchangedDrawing };
    case 'connection':
      return { ...record, color };
    case 'conversion':
    case 'note':
    case 'group':
    case 'outcome':
      return record;
  }
}

/**
 * Combines both versions: everything of `to`, and what only `from` has. Differences are colored; nodes also have a label.
 */
export function diffDocument(from: CanvasDocument, to: CanvasDocument): CanvasDocument {
  const { added, removed, changed, moved } = diffOf(from, to);
  const states = new Map<string, DiffState>([
    ...removed.map(({ id }) => [id, 'removed'] as const),
    ...added.map(({ id }) => [id, 'added'] as const),
    ...changed.map(({ after }) => [after.id, 'changed'] as const),
    ...moved.map(({ after }) => [after.id, 'moved'] as const),
  ]);
  const both = [...removed, ...allRecords(to)].map((record) => marked(record, states.get(record.id)));
  // Groups are expanded to show their content; ends precede their connections.
  const records = both.map((record) => (record.kind === 'group' ? { ...record, folded: false } : record));
  return documentOf(records, emptyDocument);
}
