import { isDirectoryField } from '@hopscope/contract';
import type { SqlSession } from '../../../db/session.ts';
import { livesAt } from './validity.ts';
import type { Statement } from '../releases/resolve.ts';

/** An editors' statement of this name and value takes an entity out of the directory. */
export const deletedField = 'deleted';

/** All that is said of an entity. */
export interface EntityStatements {
  readonly statements: Statement[];
  readonly deleted: boolean;
  /** The newest release that brought one of them. */
  readonly newest: number;
}

interface StatementRow {
  entity_id: string;
  source_id: string;
  local_id: string;
  field: string;
  place: number;
  value: string | null;
  ref: string | null;
  confidence: number;
  valid_from: string | null;
  valid_to: string | null;
  retrieved_at: Date;
  rank: number;
  since: bigint;
}

/** Statements of entities at a release (undefined: now); entities of which nothing is said are missing. */
export async function readStatements(
  session: SqlSession,
  entityIds: readonly string[],
  version: number | undefined,
): Promise<Map<string, EntityStatements>> {
  const at = version === undefined ? undefined : '$2';
  const { rows } = await session.query<StatementRow>(
    `select s.entity_id, d.source_id, d.local_id, d.field, d.place, d.value, d.ref, d.confidence, d.valid_from,
       d.valid_to, d.retrieved_at, d.rank, d.since
     from directory_subject s
     join directory_statement d on d.source_id = s.source_id and d.local_id = s.local_id
     where s.entity_id = any($1::text[]) and ${livesAt('s', at)} and ${livesAt('d', at)}`,
    version === undefined ? [entityIds] : [entityIds, version],
  );
  const found = new Map<string, EntityStatements>();
  for (const [entityId, own] of Map.groupBy(rows, (row) => row.entity_id)) {
    found.set(entityId, {
      statements: own.flatMap(toStatement),
      deleted: own.some(({ field, value }) => field === deletedField && value === 'true'),
      newest: Math.max(...own.map(({ since }) => Number(since))),
    });
  }
  return found;
}

function toStatement(row: StatementRow): Statement[] {
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
    },
  ];
}

/** What an editor says of one field: a value, several in their order, or that there is none. */
export interface EditorStatement {
  readonly field: string;
  readonly place: number;
  readonly value: string | null;
  readonly digest: Uint8Array;
}

/** Ends what editors say of fields of a subject. */
export async function endStatements(
  session: SqlSession,
  subject: { sourceId: string; localIds: readonly string[] },
  { fields, release }: { fields: readonly string[]; release: number },
): Promise<number> {
  const { affected } = await session.query(
    `update directory_statement set until = $1
     where source_id = $2 and local_id = any($3::text[]) and field = any($4::text[]) and until is null`,
    [release, subject.sourceId, subject.localIds, fields],
  );
  return affected;
}

export async function insertStatements(
  session: SqlSession,
  subject: { sourceId: string; localId: string },
  statements: readonly EditorStatement[],
  by: { release: number; at: Date; ref: string },
): Promise<void> {
  for (const { field, place, value, digest } of statements) {
    await session.query(
      `insert into directory_statement
         (source_id, rank, local_id, field, place, value, ref, confidence, retrieved_at, digest, since)
       values ($1, 0, $2, $3, $4, $5, $6, 100, $7, $8, $9)`,
      [subject.sourceId, subject.localId, field, place, value, by.ref, by.at, digest, by.release],
    );
  }
}

interface HistoryRow {
  release: bigint;
  source_id: string;
  field: string | null;
  before: string[];
  after: string[];
}

const changesOfEntity = `
  select d.since as release, d.source_id, d.local_id, d.field, d.place, d.value, true as comes
  from directory_subject s join directory_statement d on d.source_id = s.source_id and d.local_id = s.local_id
  where s.entity_id = $1 and d.since >= s.since and (s.until is null or d.since < s.until)
  union all
  select d.until, d.source_id, d.local_id, d.field, d.place, d.value, false
  from directory_subject s join directory_statement d on d.source_id = s.source_id and d.local_id = s.local_id
  where s.entity_id = $1 and d.until >= s.since and (s.until is null or d.until < s.until)
  union all
  select release, 'editors', entity_id, null, 0, entity_id, false from directory_merged where into_id = $1
  union all
  select until, 'editors', entity_id, null, 0, entity_id, true from directory_merged where into_id = $1 and until is not null`;
const grouped = `
  select release, source_id, field,
    coalesce(array_agg(value order by place, value) filter (where not comes and value is not null), '{}') as before,
    coalesce(array_agg(value order by place, value) filter (where comes and value is not null), '{}') as after
  from (${changesOfEntity}) changed
  group by release, source_id, local_id, field`;

/** A page of what was said of an entity and is not any more, and the other way round; newest first. */
export async function readHistory(
  session: SqlSession,
  entityId: string,
  { page, limit }: { page: number; limit: number },
): Promise<{ rows: HistoryRow[]; total: number }> {
  const counted = await session.query<{ total: bigint }>(
    `select count(*) as total from (${grouped}) lines where before <> after`,
    [entityId],
  );
  const { rows } = await session.query<HistoryRow>(
    `select * from (${grouped}) lines where before <> after
     order by release desc, source_id, field nulls first, before, after limit $2 offset $3`,
    [entityId, limit, (page - 1) * limit],
  );
  return { rows, total: Number(counted.rows[0]?.total ?? 0) };
}

/** Ids of entities that are said to belong to another one, at a release; whether that counts is to be resolved. */
export async function readPastChildren(
  session: SqlSession,
  entityId: string,
  version: number,
): Promise<string[]> {
  const { rows } = await session.query<{ entity_id: string }>(
    `select distinct s.entity_id from directory_statement d
     join directory_subject s on s.source_id = d.source_id and s.local_id = d.local_id
     where d.field = 'parent_id' and d.value = $1 and ${livesAt('d', '$2')} and ${livesAt('s', '$2')}
     order by 1 limit 1000`,
    [entityId, version],
  );
  return rows.map((row) => row.entity_id);
}
