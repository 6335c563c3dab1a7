import type { CallOutput, DirectoryRelease, DirectorySource, getDirectoryUpdate } from '@hopscope/contract';
import type { Kysely } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import { inTransaction, type SqlDatabase } from '../../../db/session.ts';
import type { People } from '../../identity/people/people.service.ts';
import { countAttributions } from '../attributions/attributions.store.ts';
import { countEntities, readEntities } from '../records/entities.store.ts';
import { fullName } from '../records/person-names.ts';
import { readReleases, readVersion } from './releases.store.ts';
import { readSources } from '../records/sources.store.ts';

/** Sources and history of the directory. */
export function createReleases(options: {
  db: SqlDatabase;
  kysely: Kysely<Schema>;
  people: Pick<People, 'findByIds'>;
}) {
  const { db, kysely, people } = options;
  return {
    sources: (): Promise<DirectorySource[]> => inTransaction(db, 'read only', readSources),

    /** Returns a page, newest first. Omits lines about hidden or deleted entities unless the viewer may see all. */
    async list(
      asked: { page: number; limit: number; source?: string | undefined },
      canSeeRestricted: boolean,
    ): Promise<{ data: DirectoryRelease[]; total: number; page: number; limit: number }> {
      const { page, limit, source } = asked;
      const { rows, total, names, visible } = await inTransaction(db, 'read only', async (session) => {
        const found = await readReleases(session, { page, limit, source });
        const ids = new Set(found.rows.flatMap(({ sample }) => sample.map((line) => line.entity_id)));
        const entities = await readEntities(session, [...ids]);
        const open = new Set(
          [...entities.values()].filter(({ csam }) => !csam).map(({ entityId }) => entityId),
        );
        const known = new Map((await readSources(session)).map(({ id, name }) => [id, name]));
        return { ...found, names: known, visible: open };
      });
      const actors = await people.findByIds(
        kysely,
        rows.flatMap(({ actor }) => actor ?? []),
      );
      const data = rows.map(
        ({ id, sourceId, kind, at, actor, statements, attributions, entities, refused, sample }) => ({
          id,
          at: at.toISOString(),
          kind,
          source: sourceId,
          sourceName: names.get(sourceId) ?? sourceId,
          actor: actor === null ? null : fullName(actors.get(actor)),
          statements,
          attributions,
          entities,
          refused,
          sample: sample.filter((line) => canSeeRestricted || visible.has(line.entity_id)),
        }),
      );
      return { data, total, page, limit };
    },

    /** Returns the version of the directory, its time, and its size. */
    async state(): Promise<Omit<CallOutput<typeof getDirectoryUpdate>, 'success' | 'data'>> {
      return inTransaction(db, 'read only', async (session) => {
        const newest = await readReleases(session, { page: 1, limit: 1, source: undefined });
        return {
          version: await readVersion(session),
          updatedAt: newest.rows[0]?.at.toISOString() ?? null,
          entities: await countEntities(session),
          attributions: await countAttributions(session),
        };
      });
    },
  };
}
