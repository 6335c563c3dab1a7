import type { SqlSession } from '../../../db/session.ts';

/** A factor as history keeps it. */
export interface StoredFactor {
  readonly id: string;
  readonly name: string;
  readonly points: number;
}

/** What is scored by whose profile; the same four with one profile are one line of history. */
export interface Watched {
  /** Null: asked in nobody's name, by the default profile. */
  readonly organizationId: string | null;
  readonly chain: 'bitcoin' | 'ethereum';
  readonly kind: string;
  /** `ScoreBasis.subject.id`. */
  readonly subject: string;
  readonly method: string;
  readonly profileVersion: string;
}

/** A score as history keeps it; `release`: the one that made it be scored again, null: somebody asked. */
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

const nobody = "'00000000-0000-0000-0000-000000000000'::uuid";

/** Saves the dependencies and the release of the newest score; the row stays locked until the transaction ends. */
export async function putWatch(
  session: SqlSession,
  watched: Watched,
  newest: { directoryVersion: number; dependencies: BigInt64Array | null },
): Promise<string> {
  const dependencies = newest.dependencies ? `{${newest.dependencies.join(',')}}` : '{}';
  const { rows } = await session.query<{ id: bigint }>(
    `insert into risk_watch as w (organization_id, chain, kind, subject, method, profile_version, directory_version, dependencies, dependencies_complete)
     values ($1, $2, $3, $4, $5, $6, $7, $8::text::int8[], $9)
     on conflict (chain, kind, subject, profile_version, coalesce(organization_id, ${nobody})) do update
       set directory_version = greatest(w.directory_version, excluded.directory_version),
         dependencies = case when excluded.directory_version >= w.directory_version then excluded.dependencies else w.dependencies end,
         dependencies_complete = case when excluded.directory_version >= w.directory_version then excluded.dependencies_complete else w.dependencies_complete end
     returning id`,
    [
      watched.organizationId,
      watched.chain,
      watched.kind,
      watched.subject,
      watched.method,
      watched.profileVersion,
      newest.directoryVersion,
      dependencies,
      newest.dependencies !== null,
    ],
  );
  return String(rows[0]?.id);
}

interface RawScore {
  id: bigint;
  height: number | null;
  block_hash: string | null;
  directory_version: bigint;
  state: string;
  overall: number | null;
  score: number | null;
  level: string;
  hash: string;
  factors: StoredFactor[];
  release: bigint | null;
  at: Date;
}

function toScore(row: RawScore): StoredScore {
  return {
    height: row.height,
    blockHash: row.block_hash,
    directoryVersion: Number(row.directory_version),
    state: row.state,
    overall: row.overall,
    score: row.score,
    level: row.level,
    hash: row.hash,
    factors: row.factors,
    release: row.release === null ? null : Number(row.release),
    at: row.at,
  };
}

export async function readNewest(session: SqlSession, watchId: string): Promise<StoredScore | undefined> {
  const { rows } = await session.query<RawScore>(
    'select * from risk_history where watch_id = $1 order by id desc limit 1',
    [watchId],
  );
  return rows[0] && toScore(rows[0]);
}

export async function insertScore(session: SqlSession, watchId: string, score: StoredScore): Promise<void> {
  await session.query(
    `insert into risk_history (watch_id, height, block_hash, directory_version, state, overall, score, level, hash, factors,
       release, at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10::text::jsonb, $11, $12)`,
    [
      watchId,
      score.height,
      score.blockHash,
      score.directoryVersion,
      score.state,
      score.overall,
      score.score,
      score.level,
      score.hash,
      JSON.stringify(score.factors),
      score.release,
      score.at,
    ],
  );
}

export interface HistoryRow extends StoredScore {
  readonly profileVersion: string;
  readonly method: string;
  /** By the same profile; null: the first one. */
  readonly before: Pick<StoredScore, 'state' | 'score' | 'factors'> | null;
}

/** A page of what was answered about something in an organization's name, newest first, each with the one before it. */
export async function readHistory(
  session: SqlSession,
  asked: Pick<Watched, 'organizationId' | 'chain' | 'kind' | 'subject'> & { page: number; limit: number },
): Promise<{ rows: HistoryRow[]; total: number }> {
  const { organizationId, chain, kind, subject, page, limit } = asked;
  const from = `from risk_watch w join risk_history h on h.watch_id = w.id
    where w.chain = $1 and w.kind = $2 and w.subject = $3 and w.organization_id is not distinct from $4::uuid`;
  const parameters = [chain, kind, subject, organizationId];
  const counted = await session.query<{ total: bigint }>(`select count(*) as total ${from}`, parameters);
  const { rows } = await session.query<
    RawScore & {
      profile_version: string;
      method: string;
      before_state: string | null;
      before_score: number | null;
      before_factors: StoredFactor[] | null;
    }
  >(
    `select h.*, w.profile_version, w.method, b.state as before_state, b.score as before_score, b.factors as before_factors
     from (select h.id as row_id, w.id as of_watch ${from} order by h.id desc limit $5 offset $6) page
     join risk_history h on h.id = page.row_id join risk_watch w on w.id = page.of_watch
     left join lateral (
       select state, score, factors from risk_history p where p.watch_id = w.id and p.id < h.id order by p.id desc limit 1
     ) b on true order by h.id desc`,
    [...parameters, limit, (page - 1) * limit],
  );
  return {
    rows: rows.map((row) => ({
      ...toScore(row),
      profileVersion: row.profile_version,
      method: row.method,
      before:
        row.before_state === null
          ? null
          : { state: row.before_state, score: row.before_score, factors: row.before_factors ?? [] },
    })),
    total: Number(counted.rows[0]?.total ?? 0),
  };
}
