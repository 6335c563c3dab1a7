import type { DirectoryRelease } from '@hopscope/contract';
import { type Selectable, sql } from 'kysely';
import { kyselyOver } from '../../../db/dialect.ts';
import { readPage } from '../../../db/paging.ts';
import type { DirectoryReleaseTable } from '../../../db/schema.ts';
import type { SqlSession } from '../../../db/session.ts';

export type SampleLine = DirectoryRelease['sample'][number];

/** Returns the number of the newest release; 0: none. */
export async function readVersion(session: SqlSession): Promise<number> {
  const row = await kyselyOver(session).selectFrom('directory_state').select('version').executeTakeFirst();
  return Number(row?.version ?? 0);
}

/** Returns the version, and locks the directory until this transaction ends. */
export async function lockVersion(session: SqlSession): Promise<number> {
  const { version } = await kyselyOver(session)
    .insertInto('directory_state')
    .values({ version: 0n })
    .onConflict((conflict) =>
      conflict.column('one').doUpdateSet((eb) => ({ version: eb.ref('directory_state.version') })),
    )
    .returning('version')
    .executeTakeFirstOrThrow();
  return Number(version);
}

/** Returns the newest release before a time (milliseconds since 1970); 0: none. */
export async function readVersionBefore(session: SqlSession, time: number): Promise<number> {
  const { version } = await kyselyOver(session)
    .selectFrom('directory_release')
    .select(({ fn }) => fn.max<bigint | null>('id').as('version'))
    .where('at', '<', new Date(time))
    .executeTakeFirstOrThrow();
  return Number(version ?? 0);
}

export interface ReleaseRow {
  readonly id: number;
  readonly sourceId: string;
  readonly kind: DirectoryRelease['kind'];
  readonly at: Date;
  readonly actor: string | null;
  readonly statements: { added: number; removed: number };
  readonly attributions: { added: number; removed: number };
  readonly entities: number;
  readonly refused: number;
  readonly sample: readonly SampleLine[];
}

/** Writes a release and makes it the directory's version. */
export async function insertRelease(session: SqlSession, release: ReleaseRow): Promise<void> {
  const db = kyselyOver(session);
  const id = BigInt(release.id);
  await db
    .insertInto('directory_release')
    .values({
      id,
      source_id: release.sourceId,
      kind: release.kind,
      at: release.at,
      actor: release.actor,
      statements_added: release.statements.added,
      statements_removed: release.statements.removed,
      attributions_added: release.attributions.added,
      attributions_removed: release.attributions.removed,
      entities: release.entities,
      refused: release.refused,
      sample: JSON.stringify(release.sample),
    })
    .execute();
  await db.updateTable('directory_state').set({ version: id }).execute();
}

/** Returns a page of releases, newest first; of one source or all, of one kind or all. */
export async function readReleases(
  session: SqlSession,
  asked: { page: number; limit: number; source: string | undefined; kind?: ReleaseRow['kind'] },
): Promise<{ rows: ReleaseRow[]; total: number }> {
  const { source, kind } = asked;
  let matching = kyselyOver(session).selectFrom('directory_release');
  if (source !== undefined) matching = matching.where('source_id', '=', source);
  if (kind !== undefined) matching = matching.where('kind', '=', kind);
  const { rows, total } = await readPage(matching, (all) => all.selectAll().orderBy('id', 'desc'), asked);
  return { rows: rows.map(toRelease), total };
}

/** Returns time and actor of releases by number. */
export async function readReleaseNotes(
  session: SqlSession,
  ids: readonly number[],
): Promise<Map<number, { at: Date; actor: string | null }>> {
  const rows = await kyselyOver(session)
    .selectFrom('directory_release')
    .select(['id', 'at', 'actor'])
    .where('id', '=', sql<bigint>`any(${ids.map(String)}::text[]::int8[])`)
    .execute();
  return new Map(rows.map(({ id, at, actor }) => [Number(id), { at, actor }]));
}

function toRelease(row: Selectable<DirectoryReleaseTable>): ReleaseRow {
  return {
    id: Number(row.id),
    sourceId: row.source_id,
    kind: row.kind,
    at: row.at,
    actor: row.actor,
    statements: { added: row.statements_added, removed: row.statements_removed },
    attributions: { added: row.attributions_added, removed: row.attributions_removed },
    entities: row.entities,
    refused: row.refused,
    sample: row.sample as SampleLine[],
  };
}
