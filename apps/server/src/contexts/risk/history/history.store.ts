import type { Blockchain } from '@hopscope/domain';
import { type Selectable, sql } from 'kysely';
import { kyselyOver } from '../../../db/dialect.ts';
import { readPage } from '../../../db/paging.ts';
import type { RiskHistoryTable } from '../../../db/schema.ts';
import type { SqlSession } from '../../../db/session.ts';

/** A factor in the history. */
export interface StoredFactor {
  readonly id: string;
  readonly name: string;
  readonly points: number;
}

/** What is scored by whose profile; the same four with one profile are one line of history. */
export interface Watched {
  /** Null: requested without an organization, with the default profile. */
  readonly organizationId: string | null;
  readonly chain: Blockchain;
  readonly kind: string;
  /** `ScoreBasis.subject.id`. */
  readonly subject: string;
  readonly method: string;
  readonly profileVersion: string;
}

/** A score in the history. `release`: the directory release that caused it; null: requested. */
export interface StoredScore {
  readonly height: number | null;
  readonly blockHash: string | null;
  readonly directoryVersion: number;
  readonly state: string;
  readonly overall: number | null;
  readonly score: number | null;
  readonly level: string;
  readonly hash: string;
  readonly factors: readonly StoredFactor[];
  readonly release: number | null;
  readonly at: Date;
}

const noOrganization = '00000000-0000-0000-0000-000000000000';

/** Saves the dependencies and the release of the newest score; the row stays locked until the transaction ends. */
export async function putWatch(
  session: SqlSession,
  watched: Watched,
  newest: { directoryVersion: number; dependencies: BigInt64Array | null },
): Promise<bigint> {
  const dependencies = `{${newest.dependencies ? newest.dependencies.join(',') : ''}}`;
  const { id } = await kyselyOver(session)
    .insertInto('risk_watch')
    .values({
      organization_id: watched.organizationId,
      chain: watched.chain,
      kind: watched.kind,
      subject: watched.subject,
      method: watched.method,
      profile_version: watched.profileVersion,
      directory_version: BigInt(newest.directoryVersion),
      dependencies: sql<bigint[]>`${dependencies}::text::int8[]`,
      dependencies_complete: newest.dependencies !== null,
    })
    .onConflict((conflict) =>
      conflict
        .expression(
          sql`chain, kind, subject, profile_version, coalesce(organization_id, ${sql.lit(noOrganization)}::uuid)`,
        )
        .doUpdateSet({
          directory_version: sql`greatest(risk_watch.directory_version, excluded.directory_version)`,
          dependencies: newer('dependencies'),
          dependencies_complete: newer('dependencies_complete'),
        }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Returns the given value unless the stored one is of a later release. */
const newer = <Column extends 'dependencies' | 'dependencies_complete'>(column: Column) =>
  sql<Column extends 'dependencies' ? bigint[] : boolean>`case
    when excluded.directory_version >= risk_watch.directory_version then ${sql.ref(`excluded.${column}`)}
    else ${sql.ref(`risk_watch.${column}`)} end`;

function toScore(row: Selectable<RiskHistoryTable>): StoredScore {
  return {
    height: row.height,
    blockHash: row.block_hash,
    directoryVersion: Number(row.directory_version),
    state: row.state,
    overall: row.overall,
    score: row.score,
    level: row.level,
    hash: row.hash,
    factors: row.factors as StoredFactor[],
    release: row.release === null ? null : Number(row.release),
    at: row.at,
  };
}

export async function readNewest(session: SqlSession, watchId: bigint): Promise<StoredScore | undefined> {
  const row = await kyselyOver(session)
    .selectFrom('risk_history')
    .selectAll()
    .where('watch_id', '=', watchId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && toScore(row);
}

export async function insertScore(session: SqlSession, watchId: bigint, score: StoredScore): Promise<void> {
  await kyselyOver(session)
    .insertInto('risk_history')
    .values({
      watch_id: watchId,
      height: score.height,
      block_hash: score.blockHash,
      directory_version: BigInt(score.directoryVersion),
      state: score.state,
      overall: score.overall,
      score: score.score,
      level: score.level,
      hash: score.hash,
      factors: JSON.stringify(score.factors),
      release: score.release === null ? null : BigInt(score.release),
      at: score.at,
    })
    .execute();
}

export interface HistoryRow extends StoredScore {
  readonly profileVersion: string;
  readonly method: string;
  /** By the same profile; null: the first one. */
  readonly before: Pick<StoredScore, 'state' | 'score' | 'factors'> | null;
}

/** Returns a page of scores of a subject in an organization, newest first, each with its predecessor. */
export async function readHistory(
  session: SqlSession,
  asked: Pick<Watched, 'organizationId' | 'chain' | 'kind' | 'subject'> & { page: number; limit: number },
): Promise<{ rows: HistoryRow[]; total: number }> {
  const matching = kyselyOver(session)
    .selectFrom('risk_history')
    .innerJoin('risk_watch', 'risk_watch.id', 'risk_history.watch_id')
    .where('chain', '=', asked.chain)
    .where('kind', '=', asked.kind)
    .where('subject', '=', asked.subject)
    .where('organization_id', 'is not distinct from', asked.organizationId);
  const { rows, total } = await readPage(
    matching,
    (all) =>
      all
        .selectAll('risk_history')
        .select(['risk_watch.profile_version', 'risk_watch.method'])
        .orderBy('risk_history.id', 'desc'),
    asked,
  );
  const before = await readBefore(
    session,
    rows.map(({ id }) => id),
  );
  return {
    rows: rows.map((row) => ({
      ...toScore(row),
      profileVersion: row.profile_version,
      method: row.method,
      before: before.get(row.id) ?? null,
    })),
    total,
  };
}

/** The scores before some, by the same profile. */
async function readBefore(session: SqlSession, ids: readonly bigint[]): Promise<Map<bigint, StoredScore>> {
  if (ids.length === 0) return new Map();
  const rows = await kyselyOver(session)
    .selectFrom('risk_history as h')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('risk_history as p')
          .selectAll('p')
          .whereRef('p.watch_id', '=', 'h.watch_id')
          .whereRef('p.id', '<', 'h.id')
          .orderBy('p.id', 'desc')
          .limit(1)
          .as('before'),
      (join) => join.onTrue(),
    )
    .select('h.id as of')
    .selectAll('before')
    .where('h.id', 'in', [...ids])
    .execute();
  return new Map(rows.map((row) => [row.of, toScore(row)]));
}
