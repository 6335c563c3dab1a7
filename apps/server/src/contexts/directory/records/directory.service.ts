import {
  type CallOutput,
  type EntityListItem,
  type getEntityHistory,
  type getUniqueValues,
  isDirectoryField,
  type listEntityAddresses,
  type listEntityClusters,
} from '@hopscope/contract';
import type { Blockchain } from '@hopscope/domain';
import type { Kysely } from 'kysely';
import { notFound } from '../../../lib/app-error.ts';
import type { Schema } from '../../../db/schema.ts';
import { inTransaction, type SqlDatabase, type SqlSession } from '../../../db/session.ts';
import type { NetworkName } from '../../../ledger/bitcoin/ledger.ts';
import type { People } from '../../identity/people/people.service.ts';
import { addressText } from './address-text.ts';
import { readEntityAddresses, readUnique } from '../attributions/attributions.store.ts';
import type { ClusterAccess } from './cluster-access.ts';
import { csamId, notShown } from '../attributions/csam.ts';
import { presentListItem } from './directory.presenter.ts';
import { findEntity, entitiesAt, type State, stateAt } from './entities-at.ts';
import { type EntityRow, readAllEntities, readEntityIds } from './entities.store.ts';
import { readReleaseNotes } from '../releases/releases.store.ts';
import { readSourceNames, readSources } from './sources.store.ts';
import { readHistory } from './statements.store.ts';
import { fullName, nameOfPerson } from './person-names.ts';
import { findOwnClusters } from './inherited.ts';
import { createProfiles } from './profile.ts';
import type { Viewer } from './viewer.ts';
import { renewDue } from '../releases/write-release.ts';

type PageOf<E> = Omit<Extract<CallOutput<E>, { success: true }>, 'success'>;
type AddressPage = PageOf<typeof listEntityAddresses>;
type ClusterPage = PageOf<typeof listEntityClusters>;
type HistoryPage = PageOf<typeof getEntityHistory>;

const uniqueShown = 1_000;
const entitiesAtOnce = 500;

export interface DirectoryOptions {
  db: SqlDatabase;
  kysely: Kysely<Schema>;
  people: Pick<People, 'findByIds'>;
  /** Undefined: no clusters. */
  clusters: ClusterAccess | undefined;
  network: () => Promise<NetworkName>;
  fourEyes: boolean;
  now: () => number;
}

const missing = () => notFound('Entity not found');

/** Serves entities: their records, statements by source, and history. Each answer is from one snapshot. */
export function createDirectory(options: DirectoryOptions) {
  const { db, kysely, people, clusters, network, now } = options;
  const { profileOf, hiddenProfile } = createProfiles(options);

  function read<T>(
    asOf: string | undefined,
    work: (session: SqlSession, state: State) => Promise<T>,
  ): Promise<T> {
    return inTransaction(db, 'read only', async (session) =>
      work(session, await stateAt(session, asOf, now())),
    );
  }

  /** Returns the entity, or the one it was merged into. Throws 404, and 403 if the viewer may see only the name. */
  async function openEntity(
    session: SqlSession,
    id: string,
    state: State,
    viewer: Viewer,
  ): Promise<EntityRow> {
    const row = await findEntity(session, id, state);
    if (!row) throw missing();
    if (row.csam && !viewer.canSeeRestricted) throw notShown();
    return row;
  }

  async function allEntities(session: SqlSession, state: State): Promise<EntityRow[]> {
    if (!state.past) return readAllEntities(session);
    const all: EntityRow[] = [];
    let after = '';
    for (;;) {
      const ids = await readEntityIds(session, { after, limit: entitiesAtOnce, version: state.version });
      const found = await entitiesAt(session, ids, state);
      all.push(...ids.flatMap((id) => found.get(id) ?? []));
      const last = ids.at(-1);
      if (last === undefined || ids.length < entitiesAtOnce) return all;
      after = last;
    }
  }

  return {
    /** Returns what the list depends on: equal states have equal lists. */
    async stateOfList(asOf: string | undefined): Promise<{ version: number; date: string }> {
      if (asOf === undefined) await renewDue({ db, now });
      return read(asOf, async (_session, { version, date }) => ({ version, date }));
    },

    /** Returns all entities in short form, by ID. */
    list(asOf: string | undefined, canSeeRestricted: boolean) {
      return read(asOf, async (session, state) => {
        const rows = await allEntities(session, state);
        const data: EntityListItem[] = rows
          .filter(({ csam }) => canSeeRestricted || !csam)
          .map(presentListItem);
        return { data, version: state.version, asOf: state.asOf };
      });
    },

    /** Throws 404 for an unknown ID. */
    async profile(id: string, asOf: string | undefined, viewer: Viewer) {
      const { data, updatedBy, version, day } = await read(asOf, async (session, state) => {
        const row = id === csamId ? undefined : await findEntity(session, id, state);
        if (!row) throw missing();
        const shown = !row.csam || viewer.canSeeRestricted;
        return {
          data: shown ? await profileOf(session, row, state, viewer) : hiddenProfile(row, viewer),
          updatedBy: shown ? row.updatedBy : null,
          version: state.version,
          day: state.asOf,
        };
      });
      const user = await nameOfPerson(people, kysely, updatedBy);
      const { entity } = data;
      const mergedFrom = entity.hidden || entity.entity_id === id ? null : id;
      return { data: { ...data, entity: { ...entity, user }, mergedFrom }, version, asOf: day };
    },

    /** Returns a page of the history, newest first. */
    history(id: string, page: { page: number; limit: number }, viewer: Viewer): Promise<HistoryPage> {
      return read(undefined, async (session, state) => {
        const entity = await openEntity(session, id, state, viewer);
        const { rows, total } = await readHistory(session, entity.entityId, page);
        const notes = await readReleaseNotes(session, [...new Set(rows.map((row) => Number(row.release)))]);
        const sources = new Map((await readSources(session)).map((source) => [source.id, source.name]));
        const actors = [...notes.values()].flatMap(({ actor }) => actor ?? []);
        return { rows, total, notes, sources, actors };
      }).then(async ({ rows, total, notes, sources, actors }) => {
        const names = await people.findByIds(kysely, actors);
        const data = rows.map((row): HistoryPage['data'][number] => {
          const note = notes.get(Number(row.release));
          return {
            release: Number(row.release),
            at: (note?.at ?? new Date(0)).toISOString(),
            source: row.source_id,
            sourceName: sources.get(row.source_id) ?? row.source_id,
            editor: note?.actor ? fullName(names.get(note.actor)) : null,
            field: row.field !== null && isDirectoryField(row.field) ? row.field : null,
            before: row.before,
            after: row.after,
          };
        });
        return { data, total, ...page };
      });
    },

    /** Returns a page of the clusters that belong to the entity alone, largest first. */
    async clusters(
      id: string,
      { page, limit }: { page: number; limit: number },
      viewer: Viewer,
    ): Promise<ClusterPage> {
      const bitcoin = await network();
      return read(undefined, async (session, state) => {
        const { entityId } = await openEntity(session, id, state, viewer);
        const found = clusters && (await findOwnClusters(session, clusters, { entityId, state }));
        const own = (found ?? []).filter(({ size }) => size > 1);
        const data = own.slice((page - 1) * limit, page * limit).map(({ root, size, direct }) => ({
          cospend_id: addressText('bitcoin', root, bitcoin),
          size,
          direct,
        }));
        return { data, known: found !== undefined, total: own.length, page, limit };
      });
    },

    /** Returns a page of an entity's addresses with their sources, direct ones first. */
    async addresses(
      id: string,
      query: {
        asOf?: string | undefined;
        blockchain?: Blockchain | undefined;
        kind?: 'direct' | 'derived' | undefined;
        page: number;
        limit: number;
      },
      viewer: Viewer,
    ): Promise<AddressPage> {
      const bitcoin = await network();
      return read(query.asOf, async (session, state) => {
        const { entityId } = await openEntity(session, id, state, viewer);
        const { page, limit } = query;
        const asked = {
          entityId,
          moment: state,
          past: state.past,
          chain: query.blockchain,
          kind: query.kind,
        };
        const { rows, total, addresses } = await readEntityAddresses(session, { ...asked, page, limit });
        const sources = await readSourceNames(session);
        const data = rows.map((row) => ({
          id: row.id,
          blockchain: row.chain,
          address: addressText(row.chain, row.key, bitcoin),
          kind: row.kind === 'direct' ? ('direct' as const) : ('derived' as const),
          bo: row.bo,
          custodian: row.custodian,
          label: row.label,
          category: row.category,
          confidence: row.confidence,
          source: row.sourceId,
          sourceName: sources.get(row.sourceId)?.name ?? row.sourceId,
          license: sources.get(row.sourceId)?.license ?? null,
          ref: row.ref,
          retrieved: row.retrievedAt.toISOString(),
          validFrom: row.validFrom,
          validTo: row.validTo,
        }));
        return { data, addresses, total, page, limit, version: state.version, asOf: state.asOf };
      });
    },

    /** Returns custodians and beneficial owners in the attributions of an entity. */
    uniqueValues(
      id: string,
      asOf: string | undefined,
      viewer: Viewer,
    ): Promise<CallOutput<typeof getUniqueValues>['data']> {
      return read(asOf, async (session, state) => {
        const { entityId } = await openEntity(session, id, state, viewer);
        const about = { entityId, moment: state, past: state.past, limit: uniqueShown };
        const custodians = await readUnique(session, 'custodian', about);
        const owners = await readUnique(session, 'bo', about);
        return {
          unique_custodians: custodians.values,
          unique_bos: owners.values,
          custodian_count: custodians.total,
          bo_count: owners.total,
        };
      });
    },
  };
}
