import type { Change, Drawing } from '@hopscope/contract/flow-document';
import { plainNumbers } from '@hopscope/domain';
import { setFields } from '../document/changes.ts';
import { type CanvasDocument, getRecord, getOf } from '../document/document.ts';
import { membersOf } from '../trace/peel-chains.ts';
import { movedDrawing, wholePixel } from './shapes.ts';
import type { Draft } from './tool-state.ts';

const counted = (n: number, one: string): string => (n === 1 ? one : plainNumbers.counted(n, one));

/** Moves nodes and drawings; null where nothing moves. A folded group moves with all its members. */
export function moveRecords(
  document: CanvasDocument,
  ids: readonly string[],
  dx: number,
  dy: number,
): Draft | null {
  const moved = new Set(
    ids.flatMap((id) => {
      const group = getOf(document, 'group', id);
      return group?.folded ? membersOf(document, id).map((node) => node.id) : [id];
    }),
  );
  const changes = [...moved].flatMap((id): Change[] => {
    const one = getRecord(document, id);
    if (one?.kind !== 'node' && one?.kind !== 'drawing') return [];
    const change =
      one.kind === 'node'
        ? setFields(one, { x: wholePixel(one.x + dx), y: wholePixel(one.y + dy) })
        : setFields<Drawing>(one, movedDrawing(one, dx, dy));
    return change ? [change] : [];
  });
  return changes.length === 0 ? null : { title: `Move ${counted(changes.length, 'item')}`, changes };
}

/** Removes records; removing a node removes its connections. */
export function removeRecords(document: CanvasDocument, ids: readonly string[]): Draft | null {
  const changes = ids.flatMap((id): Change[] => {
    const record = getRecord(document, id);
    return record ? [{ change: 'remove', record }] : [];
  });
  return changes.length === 0 ? null : { title: `Delete ${counted(changes.length, 'item')}`, changes };
}

/** Clears the canvas, after confirmation. Can be undone. */
export function clearAll(document: CanvasDocument, ids: readonly string[]): Draft | null {
  const removal = removeRecords(document, ids);
  return removal && { ...removal, title: 'Clear all data' };
}

/** Sets the color of nodes, connections, groups, and drawings; null removes it (except from drawings). */
export function colorRecords(
  document: CanvasDocument,
  ids: readonly string[],
  color: string | null,
): Draft | null {
  const changes = ids.flatMap((id): Change[] => {
    const one = getRecord(document, id);
    if (
      !one ||
      one.kind === 'note' ||
      one.kind === 'conversion' ||
      (one.kind === 'drawing' && color === null)
    )
      return [];
    const change =
      one.kind === 'drawing' ? color !== null && setFields(one, { color }) : setFields(one, { color });
    return change ? [change] : [];
  });
  return changes.length === 0 ? null : { title: `Color ${counted(changes.length, 'item')}`, changes };
}

/** Tests whether a node can be renamed: custom ones, and those not in the directory. */
export function mayRename(document: CanvasDocument, id: string): boolean {
  const node = getOf(document, 'node', id);
  if (!node) return false;
  return node.type === 'custom' || (!node.profile?.entityId && !node.profile?.name);
}

/** Renames a node; null if the name is empty or unchanged, or the node can't be renamed. */
export function renameNode(document: CanvasDocument, id: string, text: string): Draft | null {
  const node = getOf(document, 'node', id);
  const label = text.trim().slice(0, 300);
  if (!node || label === '' || !mayRename(document, id)) return null;
  const change = setFields(node, { label });
  return change && { title: `Rename to ${label}`.slice(0, 200), changes: [change] };
}
