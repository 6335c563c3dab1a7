import type { EntityName } from '@hopscope/contract';
import type { Blockchain } from '@hopscope/domain';
import type { SqlSession } from '../../../db/session.ts';
import { byteKey, inParts } from '../../../ledger/shared/byte-keys.ts';
import type { OpenEntity } from '../../directory/attributions/direct-addresses.ts';
import type { ClusterAccess } from '../../directory/records/cluster-access.ts';
import { presentName } from '../../directory/records/directory.presenter.ts';
import { readKnown } from '../../directory/records/known.ts';
import type { EntityTransfer } from './entity-transfers.ts';

/** Addresses that are attributed together: others are answered in between. */
const keysPerRead = 1_000;

/** Returns the owner of each counterpart: an entity, null if unknown, or undefined for the entity itself. */
export async function readOwners(
  session: SqlSession,
  transfers: readonly EntityTransfer[],
  {
    blockchain: chain,
    canSeeRestricted,
    entity,
    clusters,
  }: {
    blockchain: Blockchain;
    canSeeRestricted: boolean;
    entity: OpenEntity;
    clusters: ClusterAccess | undefined;
  },
): Promise<(key: Uint8Array) => EntityName | null | undefined> {
  const keys = new Map(
    transfers.flatMap(({ parts }) => parts.map(({ key }) => [byteKey(key), key] as const)),
  );
  const owners = new Map<string, EntityName | undefined>();
  for (const part of inParts([...keys.values()], keysPerRead)) {
    const known = await readKnown(
      session,
      part.map((key) => ({ chain, key })),
      { state: entity.state, clusters },
    );
    for (const key of part) {
      const { chosen, inherited } = known.of(chain, key);
      const only = inherited.length === 1 ? inherited[0]?.entity : undefined;
      const id = chosen?.best.entityId ?? only;
      const row = id === undefined ? undefined : known.entities.get(id);
      if (id === entity.entityId) owners.set(byteKey(key), undefined);
      else if (row) owners.set(byteKey(key), presentName(row, canSeeRestricted));
    }
  }
  return (key) => (owners.has(byteKey(key)) ? owners.get(byteKey(key)) : null);
}
