import { millisecondsOfDay, utcDay } from '@hopscope/domain';
import { badRequest } from '../../../lib/app-error.ts';
import type { SqlSession } from '../../../db/session.ts';
import { type EntityRow, readCountries, readEntities, readMerged } from './entities.store.ts';
import { entityRowOf } from './entity-row.ts';
import { type Moment } from './validity.ts';
import { readReleaseNotes, readVersion, readVersionBefore } from '../releases/releases.store.ts';
import { readStatements } from './statements.store.ts';

export { readVersion as directoryVersion } from '../releases/releases.store.ts';
export type { EntityRow };

/** The state of an answer. */
export interface State extends Moment {
  /** True unless it is the current state. */
  readonly past: boolean;
  /** As requested. */
  readonly asOf: string | null;
}

/**
 * Returns the state of the directory at the end of a day (UTC), or now. A day lasts until midnight. Throws 400 for a day
 * that has not begun anywhere on earth.
 */
export async function stateAt(session: SqlSession, asOf: string | undefined, now: number): Promise<State> {
  const today = utcDay(now);
  if (asOf === undefined || asOf === today || asOf === utcDay(now + millisecondsOfDay)) {
    return { version: await readVersion(session), date: today, past: false, asOf: asOf ?? null };
  }
  if (asOf > today) throw badRequest('bad_request', `${asOf} is in the future`);
  const end = Date.parse(`${asOf}T00:00:00Z`) + millisecondsOfDay;
  return { version: await readVersionBefore(session, end), date: asOf, past: true, asOf };
}

/**
 * Returns the state of the directory at a release, with the statements valid on a day (UTC). Throws 400 for a release that
 * doesn't exist yet.
 */
export async function stateOfVersion(
  session: SqlSession,
  { version, day: date }: { version: number; day: string },
): Promise<State> {
  const newest = await readVersion(session);
  if (version > newest) {
    throw badRequest(
      'bad_request',
      `The directory is at version ${newest}; version ${version} does not exist yet`,
    );
  }
  return { version, date, past: true, asOf: date };
}

/** Returns entities at a state, without those that didn't exist. */
export async function entitiesAt(
  session: SqlSession,
  ids: readonly string[],
  state: State,
): Promise<Map<string, EntityRow>> {
  if (!state.past) return readEntities(session, ids);
  const byEntity = await readStatements(session, ids, state.version);
  const notes = await readReleaseNotes(session, [
    ...new Set([...byEntity.values()].map(({ newest }) => newest)),
  ]);
  const found = new Map<string, EntityRow>();
  for (const [entityId, { statements, deleted, newest }] of byEntity) {
    if (deleted || statements.length === 0) continue;
    const { record, csam } = entityRowOf(statements, state.date);
    const updatedAt = notes.get(newest)?.at ?? new Date(0);
    found.set(entityId, { entityId, record, csam, version: newest, updatedAt, updatedBy: null });
  }
  return found;
}

/** Returns the entity with an ID, also after it was merged into another one. */
export async function findEntity(
  session: SqlSession,
  entityId: string,
  state: State,
): Promise<EntityRow | undefined> {
  let id: string | undefined = entityId;
  for (const seen = new Set<string>(); id !== undefined && !seen.has(id); ) {
    seen.add(id);
    const row: EntityRow | undefined = (await entitiesAt(session, [id], state)).get(id);
    if (row) return row;
    id = (await readMerged(session, id, state.past ? state.version : undefined))?.into;
  }
  return undefined;
}

/** Returns countries at a state by code (ISO 3166-1 alpha-2), without those that the directory doesn't have. */
export async function countriesAt(
  session: SqlSession,
  codes: readonly string[],
  state: State,
): Promise<Map<string, EntityRow>> {
  const countries = await readCountries(session, codes);
  if (!state.past) return countries;
  const ids = [...countries.values()].map(({ entityId }) => entityId);
  const then = await entitiesAt(session, ids, state);
  return new Map(
    [...countries].flatMap(([code, { entityId }]) => {
      const country = then.get(entityId);
      return country ? [[code, country] as const] : [];
    }),
  );
}
