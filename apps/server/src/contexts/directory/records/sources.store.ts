import type { DirectorySource } from '@hopscope/contract';
import type { SqlSession } from '../../../db/session.ts';

/** A source as it describes itself. */
export interface SourceDescription {
  readonly id: string;
  readonly name: string;
  readonly importer: string;
  readonly url: string | null;
  readonly license: string | null;
  readonly acknowledgement: string | null;
  /** The lower, the earlier it is believed; from 1 on (0 are the editors). */
  readonly rank: number;
}

/** What is known of it after a synchronization. */
export interface SourceState {
  readonly dataDate: string | null;
  readonly retrievedAt: Date;
  readonly contentHash: string | null;
  readonly entities: number;
  readonly attributions: number;
  readonly refused: number;
  readonly otherChains: number;
  readonly refusedSample: DirectorySource['refusedSample'];
}

export async function putSource(session: SqlSession, source: SourceDescription): Promise<void> {
  await session.query(
    `insert into directory_source (id, name, importer, url, license, acknowledgement, rank)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (id) do update set name = excluded.name, importer = excluded.importer, url = excluded.url,
       license = excluded.license, acknowledgement = excluded.acknowledgement, rank = excluded.rank`,
    [
      source.id,
      source.name,
      source.importer,
      source.url,
      source.license,
      source.acknowledgement,
      source.rank,
    ],
  );
}

/** Hash of what a source last said; undefined: it has never been brought in, or gave none. */
export async function readContentHash(session: SqlSession, id: string): Promise<string | undefined> {
  const { rows } = await session.query<{ content_hash: string | null }>(
    'select content_hash from directory_source where id = $1',
    [id],
  );
  return rows[0]?.content_hash ?? undefined;
}

export async function putSourceState(session: SqlSession, id: string, state: SourceState): Promise<void> {
  await session.query(
    `update directory_source set data_date = $2, retrieved_at = $3, content_hash = $4, entities = $5, attributions = $6,
       refused = $7, other_chains = $8, refused_sample = $9::text::jsonb where id = $1`,
    [
      id,
      state.dataDate,
      state.retrievedAt,
      state.contentHash,
      state.entities,
      state.attributions,
      state.refused,
      state.otherChains,
      JSON.stringify(state.refusedSample),
    ],
  );
}

interface RawSource {
  id: string;
  name: string;
  importer: string;
  url: string | null;
  license: string | null;
  acknowledgement: string | null;
  rank: number;
  data_date: string | null;
  retrieved_at: Date | null;
  entities: number | null;
  attributions: number | null;
  refused: number | null;
  other_chains: number | null;
  refused_sample: DirectorySource['refusedSample'];
}

/** How sources are called and what their license is, by id. */
export async function readSourceNames(session: SqlSession): Promise<Map<string, SourceName>> {
  const { rows } = await session.query<SourceName & { id: string }>(
    'select id, name, license from directory_source',
  );
  return new Map(rows.map((row) => [row.id, row]));
}

export interface SourceName {
  readonly name: string;
  readonly license: string | null;
}

/** All sources, the most believed first. */
export async function readSources(session: SqlSession): Promise<DirectorySource[]> {
  const { rows } = await session.query<RawSource>('select * from directory_source order by rank, id');
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    importer: row.importer,
    url: row.url,
    license: row.license,
    acknowledgement: row.acknowledgement,
    rank: row.rank,
    dataDate: row.data_date,
    retrievedAt: row.retrieved_at?.toISOString() ?? null,
    entities: row.entities,
    attributions: row.attributions,
    refused: row.refused,
    otherChains: row.other_chains,
    refusedSample: row.refused_sample,
  }));
}
