import type { Blockchain } from '@hopscope/domain';
import { notFound } from '../../../lib/app-error.ts';
import type { SqlSession } from '../../../db/session.ts';
import { countDirectKeys, readDirectKeys, readDirectKeysOf } from './attributions.store.ts';
import { notShown } from './csam.ts';
import { readRestrictedIds } from '../records/entities.store.ts';
import { findEntity, type State, stateAt } from '../records/entities-at.ts';

/** Most addresses of an entity that one answer adds up. */
const addressesSummed = 20_000;

/** An entity as it is now. */
export interface OpenEntity {
  readonly entityId: string;
  readonly state: State;
}

/** Finds an entity as it is now. Throws 404 for an unknown one, and 403 for a hidden one. */
export async function openEntity(
  session: SqlSession,
  id: string,
  { now, canSeeRestricted }: { now: number; canSeeRestricted: boolean },
): Promise<OpenEntity> {
  const state = await stateAt(session, undefined, now);
  const row = await findEntity(session, id, state);
  if (!row) throw notFound('Entity not found');
  if (row.csam && !canSeeRestricted) throw notShown();
  return { entityId: row.entityId, state };
}

/** Directly attributed addresses of an entity on a chain. */
export interface DirectAddresses {
  /** Undefined: there are too many for one answer. */
  readonly keys: readonly Uint8Array[] | undefined;
  readonly total: number;
}

/** Reads the directly attributed addresses of an entity. */
export async function readDirectAddresses(
  session: SqlSession,
  { entityId, state }: OpenEntity,
  chain: Blockchain,
): Promise<DirectAddresses> {
  const limit = addressesSummed;
  const { keys, isComplete, total } = await readDirectKeys(session, {
    entityId,
    chain,
    moment: state,
    limit,
  });
  return { keys: isComplete ? keys : undefined, total };
}

/** Most addresses of all entities together that one answer adds up. */
const addressesOfAll = 1_000_000;

/**
 * Reads the directly attributed addresses of all entities on a chain that a caller may see, in portions by entity. Beyond a
 * million in total, they are only counted.
 */
export async function* readAllDirectAddresses(
  session: SqlSession,
  { state, canSeeRestricted, chain }: { state: State; canSeeRestricted: boolean; chain: Blockchain },
): AsyncGenerator<Map<string, DirectAddresses>, void, undefined> {
  const hidden = canSeeRestricted ? new Set<string>() : await readRestrictedIds(session);
  const open = (await countDirectKeys(session, { chain, moment: state })).filter(
    ({ entityId }) => !hidden.has(entityId),
  );
  let left = addressesOfAll;
  while (open.length > 0) {
    const portion = new Map<string, DirectAddresses>();
    const entityIds: string[] = [];
    for (let size = 0; open[0] && size < addressesSummed; ) {
      const { entityId, count } = open[0];
      const isRead = count <= addressesSummed && count <= left;
      if (isRead && size > 0 && size + count > addressesSummed) break;
      open.shift();
      portion.set(entityId, { keys: isRead ? [] : undefined, total: count });
      if (!isRead) continue;
      entityIds.push(entityId);
      size += count;
      left -= count;
    }
    const owned = await readDirectKeysOf(session, { entityIds, chain, moment: state });
    for (const [entityId, keys] of Map.groupBy(owned, (each) => each.entityId)) {
      portion.set(entityId, { keys: keys.map(({ key }) => key), total: keys.length });
    }
    yield portion;
  }
}
