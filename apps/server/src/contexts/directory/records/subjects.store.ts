import { sql } from 'kysely';
import { anyOf } from '../../../db/any-of.ts';
import { kyselyOver } from '../../../db/dialect.ts';
import type { SqlSession } from '../../../db/session.ts';
import { inPortions } from './in-portions.ts';

/** How a subject was matched with its entity. */
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
  await kyselyOver(session)
    .insertInto('directory_subject')
    .values(
      mappings.map(({ localId, entityId, reason }) => ({
        source_id: by.sourceId,
        local_id: localId,
        entity_id: entityId,
        reason,
        since: BigInt(by.release),
      })),
    )
    .execute();
}

/** Returns which of these IDs an entity has or ever had. */
export async function readTakenIds(session: SqlSession, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await kyselyOver(session)
    .selectFrom('directory_subject')
    .select('entity_id')
    .distinct()
    .where('entity_id', '=', anyOf(ids))
    .execute();
  return new Set(rows.map((row) => row.entity_id));
}

/** A candidate entity for a new subject. */
export interface Candidate {
  readonly key: string;
  readonly entityId: string;
  readonly type: string | null;
}

/** Reads entities by one of their keys that don't have a subject of this source yet. */
export async function readCandidates(
  session: SqlSession,
  by: 'domain' | 'name_key',
  { sourceId, keys }: { sourceId: string; keys: readonly string[] },
): Promise<Map<string, Candidate[]>> {
  if (keys.length === 0) return new Map();
  const rows = await kyselyOver(session)
    .selectFrom('directory_entity as e')
    .select([`e.${by} as key`, 'e.entity_id', sql<string | null>`e.record -> 'entity_type' ->> 0`.as('type')])
    .where(`e.${by}`, '=', anyOf(keys))
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('directory_subject as s')
            .select('s.local_id')
            .whereRef('s.entity_id', '=', 'e.entity_id')
            .where('s.source_id', '=', sourceId)
            .where('s.until', 'is', null),
        ),
      ),
    )
    .orderBy('e.entity_id')
    .$narrowType<{ key: string }>()
    .execute();
  const candidates = rows.map((row) => ({ key: row.key, entityId: row.entity_id, type: row.type }));
  return Map.groupBy(candidates, ({ key }) => key);
}

/** Yields entities that a release changed, through statements or matched subjects, in batches. */
export async function* readAffected(session: SqlSession, release: number): AsyncGenerator<string[]> {
  const portions = inPortions(
    session,
    sql<{ entity_id: string }>`select s.entity_id from (
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
  const db = kyselyOver(session);
  await db
    .with('moved', (cte) =>
      cte
        .updateTable('directory_subject')
        .set({ until: BigInt(release) })
        .where('entity_id', '=', from)
        .where('until', 'is', null)
        .returning(['source_id', 'local_id']),
    )
    .insertInto('directory_subject')
    .columns(['source_id', 'local_id', 'entity_id', 'reason', 'since'])
    .expression((eb) =>
      eb
        .selectFrom('moved')
        .select([
          'source_id',
          'local_id',
          sql<string>`${into}::text`.as('entity_id'),
          sql.lit('editor').as('reason'),
          sql<bigint>`${release}::int8`.as('since'),
        ]),
    )
    .execute();
  await db
    .insertInto('directory_merged')
    .values({ entity_id: from, into_id: into, release: BigInt(release) })
    .execute();
}

/**
 * Undoes a merge from a release on: every subject returns to the entity it was first matched with, or the one that this is
 * still merged into.
 */
export async function takeMergeBack(
  session: SqlSession,
  { entityId, release }: { entityId: string; release: number },
): Promise<void> {
  const db = kyselyOver(session);
  await db
    .updateTable('directory_merged')
    .set({ until: BigInt(release) })
    .where('entity_id', '=', entityId)
    .where('until', 'is', null)
    .execute();
  await sql`with recursive home as (
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
       update directory_subject s set until = ${release} from place p
       where s.source_id = p.source_id and s.local_id = p.local_id and s.until is null and s.entity_id <> p.id
       returning s.source_id, s.local_id, p.id
     )
     insert into directory_subject (source_id, local_id, entity_id, reason, since)
     select source_id, local_id, id, 'editor', ${release}::int8 from moved`.execute(db);
}

/** Reads the editors' subjects of an entity: its own, and those of entities merged into it. */
export async function readSubjectsOf(
  session: SqlSession,
  entityId: string,
  sourceId: string,
): Promise<string[]> {
  const rows = await kyselyOver(session)
    .selectFrom('directory_subject')
    .select('local_id')
    .where('entity_id', '=', entityId)
    .where('source_id', '=', sourceId)
    .where('until', 'is', null)
    .execute();
  return rows.map((row) => row.local_id);
}

/** Counts the subjects of a source that have statements. */
export async function countSubjects(session: SqlSession, sourceId: string): Promise<number> {
  const { n } = await kyselyOver(session)
    .selectFrom('directory_statement')
    .select(({ fn }) => fn.count<bigint>('local_id').distinct().as('n'))
    .where('source_id', '=', sourceId)
    .where('until', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(n);
}
