import { type DirectoryChange, type DirectoryFieldName, isDirectoryField } from '@hopscope/contract';
import type { ChangeRow, PatchedAttribution } from './changes.store.ts';
import { csamId, csamName } from '../attributions/csam.ts';
import type { Viewer } from '../records/viewer.ts';
import type { EntityRow } from '../records/entities.store.ts';

/** The context in which a change is shown. */
export interface ChangeSurroundings {
  readonly viewer: Viewer;
  /** The entity of the change, if it exists. */
  readonly entity: EntityRow | undefined;
  /** Returns the name of a user ID. */
  nameOf(userId: string): string;
}

function fieldsOf({ patch: { set = {}, before = {}, reset = [] } }: ChangeRow): DirectoryChange['fields'] {
  const names = new Set<DirectoryFieldName>([...Object.keys(set).filter(isDirectoryField), ...reset]);
  return [...names].map((field) => ({
    field,
    before: [...(before[field] ?? [])],
    after: [...(set[field] ?? [])],
    reset: reset.includes(field) && set[field] === undefined,
  }));
}

function withoutKey({ key: _key, ...attribution }: PatchedAttribution): DirectoryChange['attribution'] {
  return attribution;
}

/** Tests who may decide about a change: nobody approves or rejects their own, and only its author withdraws it. */
export function mayDecide(
  { state, author }: Pick<ChangeRow, 'state' | 'author'>,
  viewer: Viewer,
): DirectoryChange['may'] {
  const open = state === 'pending';
  const decides = open && viewer.editor && author !== viewer.userId;
  return { approve: decides, reject: decides, withdraw: open && author === viewer.userId };
}

export function presentChange(
  row: ChangeRow,
  { viewer, entity, nameOf }: ChangeSurroundings,
): DirectoryChange {
  const hidden = entity?.csam === true && !viewer.canSeeRestricted;
  const proposed = row.patch.set?.proper_name?.[0] ?? null;
  return {
    id: row.id,
    kind: row.kind,
    suggestion: row.suggestion,
    entityId: hidden ? csamId : row.entity_id,
    entityName: hidden
      ? csamName
      : (entity?.record.proper_name?.[0] ?? (row.kind === 'create' ? proposed : null)),
    state: row.state,
    baseVersion: Number(row.base_version),
    fields: hidden ? [] : fieldsOf(row),
    attribution: hidden || !row.patch.attribution ? null : withoutKey(row.patch.attribution),
    into: hidden ? null : (row.patch.into ?? null),
    author: { id: row.author, name: nameOf(row.author) },
    at: row.at.toISOString(),
    reason: hidden ? null : row.reason,
    decidedBy: row.decided_by === null ? null : { id: row.decided_by, name: nameOf(row.decided_by) },
    decidedAt: row.decided_at?.toISOString() ?? null,
    decisionReason: hidden ? null : row.decision_reason,
    release: row.release === null ? null : Number(row.release),
    may: mayDecide(row, viewer),
  };
}
