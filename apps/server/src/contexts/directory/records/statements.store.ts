import { isDirectoryField } from '@hopscope/contract';
import { type Selectable, sql } from 'kysely';
import { anyOf } from '../../../db/any-of.ts';
import { kyselyOver } from '../../../db/dialect.ts';
import type { Page } from '../../../db/paging.ts';
import type { DirectoryStatementTable } from '../../../db/schema.ts';
import type { SqlSession } from '../../../db/session.ts';
import { isCurrentAt } from './validity.ts';
import { editorsSource, type Statement } from '../releases/resolve.ts';

/** A statement of the editors with this name and value removes an entity from the directory. */
export const deletedField = 'deleted';

/** All statements about an entity. */
export interface EntityStatements {
  readonly statements: Statement[];
  readonly deleted: boolean;
  /** The newest release that added one of them. */
  readonly newest: number;
}

const statementColumns = [
  'd.source_id',
  'd.local_id',
  'd.field',
  'd.place',
  'd.value',
  'd.ref',
  'd.confidence',
  'd.valid_from',
  'd.valid_to',
  'd.retrieved_at',
  'd.rank',
  'd.since',
] as const;

type StatementRow = Omit<Selectable<DirectoryStatementTable>, 'id' | 'digest' | 'until'>;

/** Subjects with their statements. */
const fromStatements = (session: SqlSession) =>
  kyselyOver(session)
    .selectFrom('directory_subject as s')
    .innerJoin('directory_statement as d', (join) =>
      join.onRef('d.source_id', '=', 's.source_id').onRef('d.local_id', '=', 's.local_id'),
    );

/** Reads statements of entities at a release (undefined: now), without entities that have none. */
export async function readStatements(
  session: SqlSession,
  entityIds: readonly string[],
  version: number | undefined,
): Promise<Map<string, EntityStatements>> {
  const rows = await fromStatements(session)
    .select(['s.entity_id', ...statementColumns])
    .where('s.entity_id', '=', anyOf(entityIds))
    .where(isCurrentAt('s', version))
    .where(isCurrentAt('d', version))
    .execute();
  const found = new Map<string, EntityStatements>();
  for (const [entityId, own] of Map.groupBy(rows, (row) => row.entity_id)) {
    found.set(entityId, {
      statements: own.flatMap((row) => toStatement(row, entityId)),
      deleted: own.some(({ field, value }) => field === deletedField && value === 'true'),
      newest: Math.max(...own.map(({ since }) => Number(since))),
    });
  }
  return found;
}

/** Editors make statements about an entity under its ID. */
function toStatement(row: StatementRow, entityId: string): Statement[] {
  if (!isDirectoryField(row.field)) return [];
  return [
    {
      sourceId: row.source_id,
      localId: row.local_id,
      field: row.field,
      place: row.place,
      value: row.value,
      ref: row.ref,
      confidence: row.confidence,
      validFrom: row.valid_from,
      validTo: row.valid_to,
      retrievedAt: row.retrieved_at.getTime(),
      rank: row.rank,
      merged: row.source_id === editorsSource && row.local_id !== entityId,
    },
  ];
}

/** An editor's statement about one field: one value, several in order, or that there is none. */
export interface EditorStatement {
  readonly field: string;
  readonly place: number;
  readonly value: string | null;
  readonly digest: Uint8Array;
}

/** Ends the editors' statements about fields of a subject. */
export async function endStatements(
  session: SqlSession,
  subject: { sourceId: string; localIds: readonly string[] },
  { fields, release }: { fields: readonly string[]; release: number },
): Promise<number> {
  const { numUpdatedRows } = await kyselyOver(session)
    .updateTable('directory_statement')
    .set({ until: BigInt(release) })
    .where('source_id', '=', subject.sourceId)
    .where('local_id', '=', anyOf(subject.localIds))
    .where('field', '=', anyOf(fields))
    .where('until', 'is', null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

export async function insertStatements(
  session: SqlSession,
  subject: { sourceId: string; localId: string },
  statements: readonly EditorStatement[],
  by: { release: number; at: Date; ref: string },
): Promise<void> {
  if (statements.length === 0) return;
  await kyselyOver(session)
    .insertInto('directory_statement')
    .values(
      statements.map(({ field, place, value, digest }) => ({
        source_id: subject.sourceId,
        rank: 0,
        local_id: subject.localId,
        field,
        place,
        value,
        ref: by.ref,
        confidence: 100,
        retrieved_at: by.at,
        digest,
        since: BigInt(by.release),
      })),
    )
    .execute();
}

interface HistoryRow {
  release: bigint;
  source_id: string;
  field: string | null;
  before: string[];
  after: string[];
}

const joinedWith = sql`directory_subject s
  join directory_statement d on d.source_id = s.source_id and d.local_id = s.local_id`;

/** Added and ended statements of an entity and those merged into it, grouped by release and subject. */
const changesOf = (entityId: string) => sql<HistoryRow>`
  select release, source_id, field,
    coalesce(array_agg(value order by place, value) filter (where not comes and value is not null), '{}') as before,
    coalesce(array_agg(value order by place, value) filter (where comes and value is not null), '{}') as after
  from (
    select d.since as release, d.source_id, d.local_id, d.field, d.place, d.value, true as comes
    from ${joinedWith}
    where s.entity_id = ${entityId} and d.since >= s.since and (s.until is null or d.since < s.until)
    union all
    select d.until, d.source_id, d.local_id, d.field, d.place, d.value, false
    from ${joinedWith}
    where s.entity_id = ${entityId} and d.until >= s.since and (s.until is null or d.until < s.until)
    union all
    select release, 'editors', entity_id, null, 0, entity_id, false from directory_merged where into_id = ${entityId}
    union all
    select until, 'editors', entity_id, null, 0, entity_id, true from directory_merged
    where into_id = ${entityId} and until is not null
  ) changed
  group by release, source_id, local_id, field`;

/** Returns a page of added and ended statements, newest first. */
export async function readHistory(
  session: SqlSession,
  entityId: string,
  { page, limit }: Page,
): Promise<{ rows: HistoryRow[]; total: number }> {
  const db = kyselyOver(session);
  const lines = sql`(${changesOf(entityId)}) lines where before <> after`;
  const counted = await sql<{ total: bigint }>`select count(*) as total from ${lines}`.execute(db);
  const { rows } = await sql<HistoryRow>`select * from ${lines}
    order by release desc, source_id, field nulls first, before, after
    limit ${limit} offset ${(page - 1) * limit}`.execute(db);
  return { rows, total: Number(counted.rows[0]?.total ?? 0) };
}

/**
 * Reads IDs of entities with a statement that another one is their parent, at a release; whether it is valid is resolved
 * later.
 */
export async function readPastChildren(
  session: SqlSession,
  entityId: string,
  version: number,
): Promise<string[]> {
  const rows = await fromStatements(session)
    .select('s.entity_id')
    .distinct()
    .where('d.field', '=', 'parent_id')
    .where('d.value', '=', entityId)
    .where(isCurrentAt('d', version))
    .where(isCurrentAt('s', version))
    .orderBy('s.entity_id')
    .limit(1000)
    .execute();
  return rows.map((row) => row.entity_id);
}
