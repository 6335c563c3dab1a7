import type { DirectorySource } from '@hopscope/contract';
import { kyselyOver } from '../../../db/dialect.ts';
import type { SqlSession } from '../../../db/session.ts';

/** The description of a source. */
export interface SourceDescription {
  readonly id: string;
  readonly name: string;
  readonly importer: string;
  readonly url: string | null;
  readonly license: string | null;
  readonly acknowledgment: string | null;
  /** Lower ranks are trusted more; from 1 (0: editors). */
  readonly rank: number;
}

/** State of a source after a synchronization. */
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
  const { id, ...described } = source;
  await kyselyOver(session)
    .insertInto('directory_source')
    .values({ id, ...described })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(described))
    .execute();
}

/** Returns the hash of a source's last content; undefined: never imported, or without one. */
export async function readContentHash(session: SqlSession, id: string): Promise<string | undefined> {
  const row = await kyselyOver(session)
    .selectFrom('directory_source')
    .select('content_hash')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.content_hash ?? undefined;
}

export async function putSourceState(session: SqlSession, id: string, state: SourceState): Promise<void> {
  await kyselyOver(session)
    .updateTable('directory_source')
    .set({
      data_date: state.dataDate,
      retrieved_at: state.retrievedAt,
      content_hash: state.contentHash,
      entities: state.entities,
      attributions: state.attributions,
      refused: state.refused,
      other_chains: state.otherChains,
      refused_sample: JSON.stringify(state.refusedSample),
    })
    .where('id', '=', id)
    .execute();
}

/** Reads names and licenses of sources by ID. */
export async function readSourceNames(session: SqlSession): Promise<Map<string, SourceName>> {
  const rows = await kyselyOver(session)
    .selectFrom('directory_source')
    .select(['id', 'name', 'license'])
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

export interface SourceName {
  readonly name: string;
  readonly license: string | null;
}

/** Reads all sources, the most trusted first. */
export async function readSources(session: SqlSession): Promise<DirectorySource[]> {
  const rows = await kyselyOver(session)
    .selectFrom('directory_source')
    .selectAll()
    .$narrowType<{ refused_sample: DirectorySource['refusedSample'] }>()
    .orderBy('rank')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    importer: row.importer,
    url: row.url,
    license: row.license,
    acknowledgment: row.acknowledgment,
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
