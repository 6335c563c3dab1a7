import type { DirectoryRelease } from '@hopscope/contract';
import type { SqlSession } from '../../../db/session.ts';

export type SampleLine = DirectoryRelease['sample'][number];

/** The number of the newest release; 0: there is none. */
export async function readVersion(session: SqlSession): Promise<number> {
  const { rows } = await session.query<{ version: bigint }>('select version from directory_state');
  return Number(rows[0]?.version ?? 0);
}

/** The same, and nobody else changes the directory until this transaction ends. */
export async function lockVersion(session: SqlSession): Promise<number> {
  const { rows } = await session.query<{ version: bigint }>(
    `insert into directory_state (version) values (0)
     on conflict (one) do update set version = directory_state.version returning version`,
  );
  return Number(rows[0]?.version ?? 0);
}

/** The newest release that was made before a time (milliseconds since 1970); 0: none was. */
export async function readVersionBefore(session: SqlSession, time: number): Promise<number> {
  const { rows } = await session.query<{ version: bigint | null }>(
    'select max(id) as version from directory_release where at < $1',
    [new Date(time)],
  );
  return Number(rows[0]?.version ?? 0);
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

interface RawRelease {
  id: bigint;
  source_id: string;
  kind: DirectoryRelease['kind'];
  at: Date;
  actor: string | null;
  statements_added: number;
  statements_removed: number;
  attributions_added: number;
  attributions_removed: number;
  entities: number;
  refused: number;
  sample: SampleLine[];
}

/** Writes a release and makes it the directory's version. */
export async function insertRelease(session: SqlSession, release: ReleaseRow): Promise<void> {
  await session.query(
    `insert into directory_release (id, source_id, kind, at, actor, statements_added, statements_removed,
       attributions_added, attributions_removed, entities, refused, sample)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12::text::jsonb)`,
    [
      release.id,
      release.sourceId,
      release.kind,
      release.at,
      release.actor,
      release.statements.added,
      release.statements.removed,
      release.attributions.added,
      release.attributions.removed,
      release.entities,
      release.refused,
      JSON.stringify(release.sample),
    ],
  );
  await session.query('update directory_state set version = $1', [release.id]);
}

/** A page of releases, newest first; of one source or of all, of one kind or of all. */
export async function readReleases(
  session: SqlSession,
  asked: { page: number; limit: number; source: string | undefined; kind?: ReleaseRow['kind'] },
): Promise<{ rows: ReleaseRow[]; total: number }> {
  const { page, limit, source = null, kind = null } = asked;
  const where = '($1::text is null or source_id = $1) and ($2::text is null or kind = $2)';
  const counted = await session.query<{ total: bigint }>(
    `select count(*) as total from directory_release where ${where}`,
    [source, kind],
  );
  const { rows } = await session.query<RawRelease>(
    `select * from directory_release where ${where} order by id desc limit $3 offset $4`,
    [source, kind, limit, (page - 1) * limit],
  );
  return { rows: rows.map(toRelease), total: Number(counted.rows[0]?.total ?? 0) };
}

/** Time and actor of releases by their numbers. */
export async function readReleaseNotes(
  session: SqlSession,
  ids: readonly number[],
): Promise<Map<number, { at: Date; actor: string | null }>> {
  const { rows } = await session.query<{ id: bigint; at: Date; actor: string | null }>(
    'select id, at, actor from directory_release where id = any($1::text[]::int8[])',
    [ids.map(String)],
  );
  return new Map(rows.map(({ id, at, actor }) => [Number(id), { at, actor }]));
}

function toRelease(row: RawRelease): ReleaseRow {
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
    sample: row.sample,
  };
}
