import { type Blockchain, utcDay } from '@hopscope/domain';
import { badRequest, conflict, notFound } from '../../../lib/app-error.ts';
import type { SqlSession } from '../../../db/session.ts';
import {
  chainNumbers,
  endAttributions,
  insertAttribution,
  readAttributions,
} from '../attributions/attributions.store.ts';
import type { ChangeRow, Patch, PatchedAttribution } from './changes.store.ts';
import { readEntities } from '../records/entities.store.ts';
import { newEntityId } from '../records/map-subjects.ts';
import { editorsSource } from '../releases/resolve.ts';
import { putSource, type SourceDescription } from '../records/sources.store.ts';
import { digestOf, type StagedAttribution } from '../releases/staging.store.ts';
import {
  deletedField,
  type EditorStatement,
  endStatements,
  insertStatements,
} from '../records/statements.store.ts';
import {
  insertMappings,
  moveSubjects,
  readSubjectsOf,
  readTakenIds,
  takeMergeBack,
} from '../records/subjects.store.ts';
import type { Changed, Writing } from '../releases/write-release.ts';

/** The editors as a source. */
const editors: SourceDescription = {
  id: editorsSource,
  name: 'Directory editors',
  importer: 'editors',
  url: null,
  license: null,
  acknowledgment: null,
  rank: 0,
};

const nothing = { added: 0, removed: 0 };

/** Result of a change: its entity, and what was written; undefined if nothing had to be. */
export interface Applied {
  readonly entityId: string;
  readonly changed: Changed | undefined;
}

/**
 * Writes an approved change as of the release. Unless stated otherwise, the entity has to exist without contradictions.
 */
export async function applyChange(writing: Writing, change: ChangeRow): Promise<Applied> {
  await putSource(writing.session, editors);
  const { entity_id: entityId, patch } = change;
  switch (change.kind) {
    case 'edit':
      return { entityId, changed: await applyValues(writing, entityId, change) };
    case 'create': {
      const id = await freeId(writing.session, change);
      return { entityId: id, changed: await applyValues(writing, id, change) };
    }
    case 'delete': {
      await ownSubject(writing, entityId);
      await say(writing, entityId, change, [{ field: deletedField, values: ['true'] }]);
      return { entityId, changed: { statements: { added: 1, removed: 0 }, attributions: nothing } };
    }
    case 'attribution':
      return { entityId, changed: await applyAttribution(writing, entityId, patch.attribution) };
    case 'merge': {
      const { into } = patch;
      if (into === undefined) throw new RangeError('A merge names the entity that stays');
      if (!(await readEntities(writing.session, [into])).has(into)) throw notFound('Entity not found');
      await moveSubjects(writing.session, { from: entityId, into, release: writing.release });
      return { entityId, changed: { statements: nothing, attributions: nothing, kind: 'merge' } };
    }
    case 'unmerge':
      await takeMergeBack(writing.session, { entityId, release: writing.release });
      return { entityId, changed: { statements: nothing, attributions: nothing, kind: 'merge' } };
  }
}

/** Returns the ID that was chosen when the entity was proposed, or another one if it has been taken since. */
async function freeId(session: SqlSession, { entity_id: id, patch }: ChangeRow): Promise<string> {
  const taken = await readTakenIds(session, [id]);
  return taken.has(id) ? newEntityId(session, patch.set?.proper_name?.[0] ?? id) : id;
}

/** Makes sure that the editors have their own subject for the entity. */
async function ownSubject({ session, release }: Writing, entityId: string): Promise<void> {
  const subjects = await readSubjectsOf(session, entityId, editorsSource);
  if (subjects.includes(entityId)) return;
  await insertMappings(session, [{ localId: entityId, entityId, reason: 'editor' }], {
    sourceId: editorsSource,
    release,
  });
}

async function say(
  { session, release, at }: Writing,
  entityId: string,
  { id: ref }: Pick<ChangeRow, 'id'>,
  proposed: readonly { field: string; values: readonly (string | null)[] }[],
): Promise<number> {
  const statements = proposed.flatMap(({ field, values }) =>
    (values.length === 0 ? [null] : values).map(
      (value, place): EditorStatement => ({
        field,
        place,
        value,
        digest: digestOf([entityId, field, place, value, ref]),
      }),
    ),
  );
  await insertStatements(session, { sourceId: editorsSource, localId: entityId }, statements, {
    release,
    at,
    ref,
  });
  return statements.length;
}

async function applyValues(
  writing: Writing,
  entityId: string,
  change: ChangeRow,
): Promise<Changed | undefined> {
  const { set = {}, reset = [] }: Patch = change.patch;
  const proposed = Object.entries(set).map(([field, values]) => ({ field, values }));
  // A change without effect must not leave a subject behind: if nothing is written, its release isn't stored.
  if (proposed.length > 0) await ownSubject(writing, entityId);
  const removed = await endStatements(
    writing.session,
    { sourceId: editorsSource, localIds: await readSubjectsOf(writing.session, entityId, editorsSource) },
    { fields: [...proposed.map(({ field }) => field), ...reset], release: writing.release },
  );
  const added = await say(writing, entityId, change, proposed);
  return added + removed === 0 ? undefined : { statements: { added, removed }, attributions: nothing };
}

async function applyAttribution(
  writing: Writing,
  entityId: string,
  given: PatchedAttribution | undefined,
): Promise<Changed> {
  if (!given) throw new RangeError('A change of an attribution says what is to be');
  const { session, release, at } = writing;
  const key = new Uint8Array(Buffer.from(given.key, 'hex'));
  const about = { entityId, chain: given.blockchain, key };
  const standing = await standingOf(writing, about);
  checkStanding(given.action, standing);
  await ownSubject(writing, entityId);
  const removed = await endAttributions(session, { ...about, sourceId: editorsSource, release });
  const denies = given.action === 'end';
  if (denies && !standing.others) return { statements: nothing, attributions: { added: 0, removed } };
  const row: StagedAttribution = {
    chain: chainNumbers[given.blockchain],
    key,
    localId: entityId,
    kind: denies ? 'denied' : given.kind,
    bo: given.bo,
    custodian: given.custodian,
    label: given.label,
    category: null,
    confidence: given.confidence,
    ref: given.ref,
    validFrom: denies ? null : given.validFrom,
    validTo: denies ? null : given.validTo,
  };
  await insertAttribution(session, row, { sourceId: editorsSource, release, at });
  return { statements: nothing, attributions: { added: 1, removed } };
}

/** Returns who currently attributes the address to the entity: editors, other sources. */
async function standingOf(
  { session, at, release }: Writing,
  { entityId, chain, key }: { entityId: string; chain: Blockchain; key: Uint8Array },
): Promise<{ own: boolean; others: boolean; denied: boolean }> {
  const moment = { version: release, date: utcDay(at.getTime()) };
  const rows = (await readAttributions(session, { chain, keys: [key], moment, past: false })).filter(
    (row) => row.entityId === entityId,
  );
  const own = rows.filter(({ sourceId }) => sourceId === editorsSource);
  return {
    own: own.some(({ kind }) => kind !== 'denied'),
    denied: own.some(({ kind }) => kind === 'denied'),
    others: rows.length > own.length,
  };
}

/** Throws 404 if there is no attribution to correct or end, and 409 if it exists already. */
export function checkStanding(
  action: PatchedAttribution['action'],
  { own, others, denied }: { own: boolean; others: boolean; denied: boolean },
): void {
  const counts = own || (others && !denied);
  if (action === 'add' && own) {
    throw conflict('Editors have already attributed this address to the entity');
  }
  if (action !== 'add' && !counts) throw notFound('This address is not attributed to the entity');
}

/** Throws 400 if the days are in the wrong order. */
export function checkDays({ validFrom, validTo }: Pick<PatchedAttribution, 'validFrom' | 'validTo'>): void {
  if (validFrom !== null && validTo !== null && validTo < validFrom) {
    throw badRequest('validation_failed', 'The last day is before the first day');
  }
}
