import type { DirectoryRelease } from '@hopscope/contract';
import { utcDay } from '@hopscope/domain';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import { inTransaction, type SqlDatabase, type SqlSession } from '../../../db/session.ts';
import type { ClusterAccess } from '../records/cluster-access.ts';
import { readLabelChanges } from '../attributions/attributions.store.ts';
import {
  type NewEntity,
  putEntities,
  readDue,
  readEntities,
  removeEntities,
} from '../records/entities.store.ts';
import { changedFields, entityRowOf, recordOf } from '../records/entity-row.ts';
import { kyselyOver } from '../../../db/dialect.ts';
import { insertRelease, lockVersion, type ReleaseRow, type SampleLine } from './releases.store.ts';
import { analyzeDirectory, type Difference } from './staging.store.ts';
import { readStatements } from '../records/statements.store.ts';
import { readAffected } from '../records/subjects.store.ts';

/** Lines of a release to keep for display. */
const sampleSize = 200;
const portion = 300;
/** Number of changes from which the database's statistics are updated before the changes are read. */
const manyChanges = 2_000;

/** A change of the directory in progress. */
export interface Writing {
  readonly session: SqlSession;
  /** The same transaction, for other modules to write in. */
  readonly trx: Kysely<Schema>;
  /** Number of the release if anything changes. */
  readonly release: number;
  readonly at: Date;
}

export interface ReleaseOptions {
  db: SqlDatabase;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Maintains the labels of clusters; undefined: no clusters. */
  clusters: Pick<ClusterAccess, 'relabel'> | undefined;
}

/** The effect of a change on statements and attributions. */
export interface Changed {
  readonly statements: Difference;
  readonly attributions: Difference;
  readonly refused?: number;
  /** Kind, if different from the one given before. */
  readonly kind?: DirectoryRelease['kind'];
  readonly actor?: string;
}

export interface About {
  readonly sourceId: string;
  readonly kind: DirectoryRelease['kind'];
  readonly actor: string | null;
}

/**
 * Changes the directory in one transaction: `work` writes statements, attributions, and subjects as of `release`; then
 * entities are resolved again, labels of clusters updated, and the release written. If `work` returns undefined because
 * nothing changed, there is no release. `after` runs last in the same transaction (the audit log).
 */
export async function writeRelease(
  { db, now, clusters }: ReleaseOptions,
  about: About,
  steps: {
    work: (writing: Writing) => Promise<Changed | undefined>;
    after?: (writing: Writing, release: ReleaseRow | undefined) => Promise<void>;
  },
): Promise<ReleaseRow | undefined> {
  return inTransaction(db, 'read write', async (session) => {
    const trx = kyselyOver(session);
    await sql`set local statement_timeout = 0`.execute(trx);
    const release = (await lockVersion(session)) + 1;
    const writing = { session, trx, release, at: new Date(now()) };
    const changed = await steps.work(writing);
    const row =
      changed && (await settle(writing, { ...about, ...actorFieldsOf(changed) }, changed, clusters));
    await steps.after?.(writing, row);
    return row;
  });
}

function actorFieldsOf({ kind, actor }: Changed): Partial<About> {
  return { ...(kind && { kind }), ...(actor !== undefined && { actor }) };
}

const sizeOf = ({ added, removed }: Difference): number => added + removed;

async function settle(
  { session, release, at }: Writing,
  about: About,
  changed: Changed,
  clusters: ReleaseOptions['clusters'],
): Promise<ReleaseRow> {
  const sample: SampleLine[] = [];
  let entities = 0;
  // The database assumes that recently empty tables are small, and would compare all of their rows with each other.
  if (sizeOf(changed.statements) + sizeOf(changed.attributions) >= manyChanges) {
    await analyzeDirectory(session);
  }
  for await (const ids of readAffected(session, release)) {
    const lines = await renewEntities(session, ids, { release, at, actor: about.actor });
    entities += new Set(lines.map((line) => line.entity_id)).size;
    sample.push(...lines.slice(0, sampleSize - sample.length));
  }
  if (clusters) {
    for await (const changes of readLabelChanges(session, release)) {
      await clusters.relabel(session, changes);
    }
  }
  const row: ReleaseRow = {
    id: release,
    ...about,
    at,
    statements: changed.statements,
    attributions: changed.attributions,
    entities,
    refused: changed.refused ?? 0,
    sample,
  };
  await insertRelease(session, row);
  return row;
}

/** Resolves entities again and writes the changed ones; returns the lines of the difference. */
async function renewEntities(
  session: SqlSession,
  ids: readonly string[],
  by: { release: number; at: Date; actor: string | null },
): Promise<SampleLine[]> {
  const statementsById = await readStatements(session, ids, undefined);
  const before = await readEntities(session, ids);
  const lines: SampleLine[] = [];
  const put: NewEntity[] = [];
  const gone: string[] = [];
  for (const entityId of ids) {
    const old = before.get(entityId);
    const now = statementsById.get(entityId);
    const row =
      now && !now.deleted && now.statements.length > 0
        ? entityRowOf(now.statements, utcDay(by.at.getTime()))
        : undefined;
    if (!row && old) gone.push(entityId);
    const fields = changedFields(recordOf(old), recordOf(row));
    for (const field of fields) {
      lines.push({
        entity_id: entityId,
        field,
        before: [...(recordOf(old)[field] ?? [])],
        after: [...(recordOf(row)[field] ?? [])],
      });
    }
    if (!row) continue;
    const moved = fields.length > 0 || !old;
    put.push({
      entityId,
      ...row,
      version: moved ? by.release : old.version,
      updatedAt: moved ? by.at : old.updatedAt,
      updatedBy: moved ? by.actor : null,
    });
  }
  await putEntities(session, put);
  await removeEntities(session, gone);
  return lines;
}

/** Resolves entities again whose valid statements have changed on `date` or an earlier day; versions stay the same. */
export async function renewDue({ db, now }: Pick<ReleaseOptions, 'db' | 'now'>): Promise<void> {
  const date = utcDay(now());
  const due = await inTransaction(db, 'read only', (session) =>
    readDue(session, date, { after: '', limit: 1 }),
  );
  if (due.length === 0) return;
  await inTransaction(db, 'read write', async (session) => {
    await lockVersion(session);
    let after = '';
    for (;;) {
      const ids = await readDue(session, date, { after, limit: portion });
      await renewOnDay(session, ids, date);
      const last = ids.at(-1);
      if (last === undefined || ids.length < portion) return;
      after = last;
    }
  });
}

async function renewOnDay(session: SqlSession, ids: readonly string[], date: string): Promise<void> {
  const statementsById = await readStatements(session, ids, undefined);
  const rows = await readEntities(session, ids);
  const put = ids.flatMap((id) => {
    const row = rows.get(id);
    const statements = statementsById.get(id)?.statements;
    return row && statements ? [{ ...row, ...entityRowOf(statements, date) }] : [];
  });
  await putEntities(session, put);
}
