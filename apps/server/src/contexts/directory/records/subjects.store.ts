import type { SqlSession } from '../../../db/session.ts';
import { inPortions } from './in-portions.ts';
import { livesAt } from './validity.ts';

/** How a subject came to its entity. */
export type MatchReason = 'named' | 'domain' | 'name' | 'new' | 'editor';

export interface Mapping {
  readonly localId: string;
  readonly entityId: string;
  readonly reason: MatchReason;
}

export async function insertMappings(
  session: SqlSession,
  mappings: readonly Mapping[],
  by: { sourceId: string; release: number },
): Promise<void> {
  if (mappings.length === 0) return;
  await session.query(
    `insert into directory_subject (source_id, local_id, entity_id, reason, since)
     select $1, local_id, entity_id, reason, $2::int8
     from unnest($3::text[], $4::text[], $5::text[]) as m(local_id, entity_id, reason)`,
    [
      by.sourceId,
      by.release,
      mappings.map(({ localId }) => localId),
      mappings.map(({ entityId }) => entityId),
      mappings.map(({ reason }) => reason),
    ],
  );
}

/** Which of these ids have ever been an entity's. */
export async function readTakenIds(session: SqlSession, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const { rows } = await session.query<{ entity_id: string }>(
    'select distinct entity_id from directory_subject where entity_id = any($1::text[])',
    [ids],
  );
  return new Set(rows.map((row) => row.entity_id));
}

/** An entity that a new subject could be. */
export interface Candidate {
  readonly key: string;
  readonly entityId: string;
  readonly type: string | null;
}

/** Entities by one of their keys that have no subject of this source yet. */
export async function readCandidates(
  session: SqlSession,
  by: 'domain' | 'name_key',
  { sourceId, keys }: { sourceId: string; keys: readonly string[] },
): Promise<Map<string, Candidate[]>> {
  if (keys.length === 0) return new Map();
  const { rows } = await session.query<{ key: string; entity_id: string; type: string | null }>(
    `select e.${by} as key, e.entity_id, e.record -> 'entity_type' ->> 0 as type from directory_entity e
     where e.${by} = any($2::text[]) and not exists (
       select 1 from directory_subject s where s.entity_id = e.entity_id and s.source_id = $1 and s.until is null
     ) order by e.entity_id`,
    [sourceId, keys],
  );
  const candidates = rows.map((row) => ({ key: row.key, entityId: row.entity_id, type: row.type }));
  return Map.groupBy(candidates, ({ key }) => key);
}

/** Entities that something changed of at a release: statements, or which subjects are theirs; in portions. */
export async function* readTouched(session: SqlSession, release: number): AsyncGenerator<string[]> {
  const portions = inPortions<{ entity_id: string }>(
    session,
    `select s.entity_id from (
       select source_id, local_id from directory_statement where since = ${release}
       union select source_id, local_id from directory_statement where until = ${release}
     ) d join directory_subject s on s.source_id = d.source_id and s.local_id = d.local_id and s.until is null
     union select entity_id from directory_subject where since = ${release}
     union select entity_id from directory_subject where until = ${release}
     order by 1`,
    300,
  );
  for await (const rows of portions) yield rows.map((row) => row.entity_id);
}

/** Moves all subjects of an entity to another one from a release on. */
export async function moveSubjects(
  session: SqlSession,
  { from, into, release }: { from: string; into: string; release: number },
): Promise<void> {
  const { rows } = await session.query<{ source_id: string; local_id: string }>(
    'update directory_subject set until = $1 where entity_id = $2 and until is null returning source_id, local_id',
    [release, from],
  );
  await session.query(
    `insert into directory_subject (source_id, local_id, entity_id, reason, since)
     select source_id, local_id, $1, 'editor', $2::int8 from unnest($3::text[], $4::text[]) as m(source_id, local_id)`,
    [into, release, rows.map((row) => row.source_id), rows.map((row) => row.local_id)],
  );
  await session.query('insert into directory_merged (entity_id, into_id, release) values ($1, $2, $3)', [
    from,
    into,
    release,
  ]);
}

/**
 * Takes the joining of an entity with another one back from a release on: every subject is that of the entity which it was first
 * matched to, or of the one which that is joined with still.
 */
export async function takeMergeBack(
  session: SqlSession,
  { entityId, release }: { entityId: string; release: number },
): Promise<void> {
  await session.query('update directory_merged set until = $1 where entity_id = $2 and until is null', [
    release,
    entityId,
  ]);
  await session.query(
    `with recursive home as (
       select distinct on (source_id, local_id) source_id, local_id, entity_id as id from directory_subject
       order by source_id, local_id, since
     ), way as (
       select source_id, local_id, id, 0 as steps from home
       union all
       select w.source_id, w.local_id, m.into_id, w.steps + 1
       from way w join directory_merged m on m.entity_id = w.id and m.until is null
     ), place as (
       select distinct on (source_id, local_id) source_id, local_id, id from way
       order by source_id, local_id, steps desc
     ), moved as (
       update directory_subject s set until = $1 from place p
       where s.source_id = p.source_id and s.local_id = p.local_id and s.until is null and s.entity_id <> p.id
       returning s.source_id, s.local_id, p.id
     )
     insert into directory_subject (source_id, local_id, entity_id, reason, since)
     select source_id, local_id, id, 'editor', $1::int8 from moved`,
    [release],
  );
}

/** The editors' subjects of an entity: its own, and those of entities that were joined with it. */
export async function readSubjectsOf(
  session: SqlSession,
  entityId: string,
  sourceId: string,
): Promise<string[]> {
  const { rows } = await session.query<{ local_id: string }>(
    `select local_id from directory_subject s where entity_id = $1 and source_id = $2 and ${livesAt('s', undefined)}`,
    [entityId, sourceId],
  );
  return rows.map((row) => row.local_id);
}

/** How many subjects a source has that it says something of. */
export async function countSubjects(session: SqlSession, sourceId: string): Promise<number> {
  const { rows } = await session.query<{ n: bigint }>(
    'select count(distinct local_id) as n from directory_statement where source_id = $1 and until is null',
    [sourceId],
  );
  return Number(rows[0]?.n ?? 0);
}
