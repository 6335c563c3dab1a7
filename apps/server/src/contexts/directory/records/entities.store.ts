import { type Selectable, sql } from 'kysely';
import { anyOf } from '../../../db/any-of.ts';
import { kyselyOver } from '../../../db/dialect.ts';
import { readPage } from '../../../db/paging.ts';
import type { DirectoryEntityTable } from '../../../db/schema.ts';
import { sharedInSnapshot, type SqlSession } from '../../../db/session.ts';
import { isCurrentAt } from './validity.ts';
import type { EntityValues } from '../releases/resolve.ts';

/** The current row of an entity. */
export interface EntityRow {
  readonly entityId: string;
  readonly record: EntityValues;
  /** The release that changed it last. */
  readonly version: number;
  readonly updatedAt: Date;
  readonly updatedBy: string | null;
  readonly csam: boolean;
}

const columns = ['entity_id', 'record', 'version', 'updated_at', 'updated_by', 'csam'] as const;

const written = [...columns, 'next_change', 'domain', 'name_key', 'country', 'parent_id'] as const;

const fromEntities = (session: SqlSession) => kyselyOver(session).selectFrom('directory_entity');

function toEntity(row: Pick<Selectable<DirectoryEntityTable>, (typeof columns)[number]>): EntityRow {
  return {
    entityId: row.entity_id,
    record: row.record as EntityValues,
    version: Number(row.version),
    updatedAt: row.updated_at,
    updatedBy: row.updated_by,
    csam: row.csam,
  };
}

export async function readEntities(
  session: SqlSession,
  ids: readonly string[],
): Promise<Map<string, EntityRow>> {
  if (ids.length === 0) return new Map();
  const rows = await fromEntities(session).select(columns).where('entity_id', '=', anyOf(ids)).execute();
  return new Map(rows.map((row) => [row.entity_id, toEntity(row)]));
}

/** Entities that snapshots of one state have read by name; null for unknown ones. */
const noNames = (): Map<string, EntityRow | null> => new Map();

/** Limits memory to a few MB. */
const mostNames = 20_000;

/** Reads only names and types. */
export async function readEntityNames(
  session: SqlSession,
  ids: readonly string[],
): Promise<Map<string, EntityRow>> {
  const known = sharedInSnapshot(session, noNames);
  if (known.size > mostNames) known.clear();
  const found = new Map<string, EntityRow>();
  const missing: string[] = [];
  for (const id of ids) {
    const row = known.get(id);
    if (row) found.set(id, row);
    else if (row === undefined) missing.push(id);
  }
  const read = await readNamesOf(session, missing);
  for (const id of missing) {
    const row = read.get(id);
    known.set(id, row ?? null);
    if (row) found.set(id, row);
  }
  return found;
}

async function readNamesOf(session: SqlSession, ids: readonly string[]): Promise<Map<string, EntityRow>> {
  if (ids.length === 0) return new Map();
  const rows = await fromEntities(session)
    .select([
      'entity_id',
      'csam',
      'version',
      sql<string | null>`record -> 'proper_name' ->> 0`.as('name'),
      sql<string | null>`record -> 'entity_type' ->> 0`.as('type'),
    ])
    .where('entity_id', '=', anyOf(ids))
    .execute();
  return new Map(
    rows.map(({ entity_id: entityId, name, type, csam, version }) => {
      const record = {
        ...(name !== null && { proper_name: [name] }),
        ...(type !== null && { entity_type: [type] }),
      };
      return [
        entityId,
        { entityId, record, csam, version: Number(version), updatedAt: new Date(0), updatedBy: null },
      ];
    }),
  );
}

/** Reads all entities by ID. */
export async function readAllEntities(session: SqlSession): Promise<EntityRow[]> {
  const rows = await fromEntities(session).select(columns).orderBy(sql`entity_id collate "C"`).execute();
  return rows.map(toEntity);
}

/** Reads the IDs of entities that only some organizations may see. */
export async function readRestrictedIds(session: SqlSession): Promise<Set<string>> {
  const rows = await fromEntities(session).select('entity_id').where('csam', '=', true).execute();
  return new Set(rows.map(({ entity_id: id }) => id));
}

/** Reads up to `limit` IDs after one, sorted, of entities with statements at a release. */
export async function readEntityIds(
  session: SqlSession,
  { after, limit, version }: { after: string; limit: number; version: number },
): Promise<string[]> {
  const inOrder = sql<string>`entity_id collate "C"`;
  const rows = await kyselyOver(session)
    .selectFrom('directory_subject as s')
    .select(inOrder.as('id'))
    .distinct()
    .where(inOrder, '>', after)
    .where(isCurrentAt('s', version))
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Columns of an entity's row for lookups. */
export interface EntityKeys {
  readonly csam: boolean;
  readonly nextChange: string | null;
  readonly domain: string | null;
  readonly nameKey: string | null;
  readonly country: string | null;
  readonly parentId: string | null;
}

export type NewEntity = Omit<EntityRow, 'csam'> & EntityKeys;

/** Inserts or replaces rows; `updatedBy` null keeps the previous name. */
export async function putEntities(session: SqlSession, entities: readonly NewEntity[]): Promise<void> {
  if (entities.length === 0) return;
  const rows = entities.map((entity) => ({
    entity_id: entity.entityId,
    record: entity.record,
    version: entity.version,
    updated_at: entity.updatedAt.toISOString(),
    updated_by: entity.updatedBy,
    csam: entity.csam,
    next_change: entity.nextChange,
    domain: entity.domain,
    name_key: entity.nameKey,
    country: entity.country,
    parent_id: entity.parentId,
  }));
  // One parameter, regardless of the number of rows.
  const given = sql<DirectoryEntityTable>`jsonb_populate_recordset(null::directory_entity, ${JSON.stringify(rows)}::text::jsonb)`;
  await kyselyOver(session)
    .insertInto('directory_entity')
    .columns(written)
    .expression((eb) => eb.selectFrom(given.as('given')).select(written))
    .onConflict((conflict) =>
      conflict.column('entity_id').doUpdateSet(({ fn, ref }) => ({
        record: ref('excluded.record'),
        version: ref('excluded.version'),
        updated_at: ref('excluded.updated_at'),
        updated_by: fn.coalesce('excluded.updated_by', 'directory_entity.updated_by'),
        csam: ref('excluded.csam'),
        next_change: ref('excluded.next_change'),
        domain: ref('excluded.domain'),
        name_key: ref('excluded.name_key'),
        country: ref('excluded.country'),
        parent_id: ref('excluded.parent_id'),
      })),
    )
    .execute();
}

export async function removeEntities(session: SqlSession, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await kyselyOver(session).deleteFrom('directory_entity').where('entity_id', '=', anyOf(ids)).execute();
}

/** Reads up to `limit` entities after one whose valid statements change on this day or an earlier one. */
export async function readDue(
  session: SqlSession,
  date: string,
  { after, limit }: { after: string; limit: number },
): Promise<string[]> {
  const rows = await fromEntities(session)
    .select('entity_id')
    .where('next_change', '<=', date)
    .where('entity_id', '>', after)
    .orderBy('entity_id')
    .limit(limit)
    .execute();
  return rows.map((row) => row.entity_id);
}

/** Reads children of an entity by ID, with their number, including those of entities merged into it. */
export async function readChildren(
  session: SqlSession,
  entityId: string,
  limit: number,
): Promise<{ ids: string[]; total: number }> {
  const own = fromEntities(session).where((eb) =>
    eb.or([
      eb('parent_id', '=', entityId),
      eb(
        'parent_id',
        'in',
        eb
          .selectFrom('directory_merged')
          .select('directory_merged.entity_id')
          .where('into_id', '=', entityId)
          .where('until', 'is', null),
      ),
    ]),
  );
  const { rows, total } = await readPage(own, (all) => all.select('entity_id').orderBy('entity_id'), {
    page: 1,
    limit,
  });
  return { ids: rows.map((row) => row.entity_id), total };
}

/** Reads entities of the type country by ISO code. */
export async function readCountries(
  session: SqlSession,
  codes: readonly string[],
): Promise<Map<string, EntityRow>> {
  if (codes.length === 0) return new Map();
  const rows = await fromEntities(session)
    .select([...columns, 'country'])
    .$narrowType<{ country: string }>()
    .where('country', '=', anyOf(codes))
    .orderBy('entity_id', 'desc')
    .execute();
  return new Map(rows.map((row) => [row.country, toEntity(row)]));
}

/** Returns the entity that an ID was merged into, and the release, at a release or now. */
export async function readMerged(
  session: SqlSession,
  entityId: string,
  version: number | undefined,
): Promise<{ readonly into: string; readonly release: number } | undefined> {
  const merged = kyselyOver(session)
    .selectFrom('directory_merged')
    .select(['into_id', 'release'])
    .where('entity_id', '=', entityId);
  const at = version === undefined ? undefined : BigInt(version);
  const standing =
    at === undefined
      ? merged.where('until', 'is', null)
      : merged
          .where('release', '<=', at)
          .where((eb) => eb.or([eb('until', 'is', null), eb('until', '>', at)]));
  const row = await standing.executeTakeFirst();
  return row && { into: row.into_id, release: Number(row.release) };
}

export async function countEntities(session: SqlSession): Promise<number> {
  const { n } = await fromEntities(session)
    .select(({ fn }) => fn.countAll<bigint>().as('n'))
    .executeTakeFirstOrThrow();
  return Number(n);
}
