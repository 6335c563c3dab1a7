import type { CanvasRecord, Change, Drawing } from '@hopscope/contract/flow-document';
import fc from 'fast-check';
import { setFields } from '../document/changes.ts';
import { allRecords, type CanvasDocument } from '../document/document.ts';
import { groupOf, noteOf, transferOf, walletOf } from '../document/records.fixture.ts';

/** What somebody might do next; numbers choose among what is there. */
export interface Operation {
  readonly act:
    | 'wallet'
    | 'transfer'
    | 'draw'
    | 'note'
    | 'group'
    | 'move'
    | 'set'
    | 'remove'
    | 'layout'
    | 'undo'
    | 'redo';
  readonly a: number;
  readonly b: number;
  readonly c: number;
}

const acts: readonly Operation['act'][] = [
  'wallet',
  'transfer',
  'draw',
  'note',
  'group',
  'move',
  'set',
  'remove',
  'layout',
  'undo',
  'redo',
];

/** `undo` and `redo` come as often as all others together once `busy`. */
export const operation: fc.Arbitrary<Operation> = fc.record({
  act: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...acts) },
    { weight: 2, arbitrary: fc.constantFrom<Operation['act']>('undo', 'redo') },
  ),
  a: fc.nat(40),
  b: fc.nat(40),
  c: fc.nat(1000),
});

function drawn({ a, b, c }: Operation): Drawing {
  const all = { kind: 'drawing', id: `d${a}`, color: '#ff8800', x: b, y: c } as const;
  if (c % 4 === 0) return { ...all, shape: 'line', x2: c, y2: b };
  if (c % 4 === 1) return { ...all, shape: 'rectangle', width: b, height: c };
  if (c % 4 === 2) return { ...all, shape: 'circle', radius: c };
  return { ...all, shape: 'text', text: `text ${b}` };
}

function fieldsFor(one: CanvasRecord, { b, c }: Operation): Change | null {
  switch (one.kind) {
    case 'node':
      return setFields(one, c % 2 ? { group: `g${b % 5}` } : { label: `label ${b}`, traced: c % 4 === 0 });
    case 'connection':
      return setFields(one, { color: c % 2 ? '#00ff00' : null });
    case 'drawing':
      return setFields(one, { color: c % 2 ? '#00ff00' : '#0000ff' });
    case 'note':
      return setFields(one, { text: `text ${b}`, on: c % 3 ? one.on : `bitcoin:w${b}` });
    case 'group':
      return setFields(one, { folded: c % 2 === 0 });
    case 'outcome':
    case 'conversion':
      return null;
  }
}

function moved(one: CanvasRecord, x: number, y: number): Change | null {
  return one.kind === 'node' || one.kind === 'drawing' ? setFields(one, { x, y }) : null;
}

/** The changes that an operation means on a document. */
export function changesFor(document: CanvasDocument, does: Operation): Change[] {
  const { act, a, b, c } = does;
  const records = allRecords(document);
  const chosen = records[(a * 41 + b) % Math.max(1, records.length)];
  const create = (record: CanvasRecord): Change[] => [{ change: 'create', record }];
  switch (act) {
    case 'wallet':
      return create(walletOf(`w${a}`, { x: b, y: c, group: c % 3 ? null : `g${b % 5}` }));
    case 'transfer':
      return create(transferOf(`w${a}`, `w${b}`, `t${c % 7}:0`));
    case 'draw':
      return create(drawn(does));
    case 'note':
      return create(noteOf(`n${a}`, c % 3 ? (chosen?.id ?? null) : null, `text ${c}`));
    case 'group':
      return create(groupOf(`g${a % 5}`, { label: `group ${b}` }));
    case 'move':
      return chosen ? [moved(chosen, b, c) ?? []].flat() : [];
    case 'set':
      return chosen ? [fieldsFor(chosen, does) ?? []].flat() : [];
    case 'remove':
      return chosen ? [{ change: 'remove', record: chosen }] : [];
    case 'layout':
      return records.flatMap((one, i) => moved(one, i * b, i * a) ?? []);
    case 'undo':
    case 'redo':
      return [];
  }
}
