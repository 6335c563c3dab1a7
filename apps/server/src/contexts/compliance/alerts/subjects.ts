import type { AlertCondition, AlertOrigin, AlertSubject } from '@hopscope/contract';
import type { Kysely } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import { readClusters } from './clusters.ts';
import type { IndirectExposure, Parties } from '../transactions/screening-result.ts';
import { csamName } from '../../directory/attributions/csam.ts';
import { stateAt } from '../../directory/records/entities-at.ts';
import type { NetworkName } from '../../../ledger/bitcoin/ledger.ts';
import type { OrganizationDirectory } from '../../identity/organizations/directory.service.ts';
import { createEntityFacts } from '../../risk/scores/entity-facts.ts';
import { readAddressEntities, type ScreenedRow } from './screened.store.ts';
import { sessionOver } from './session-over.ts';
import { hashOf } from '../transactions/compliance.presenter.ts';

/** A transaction with its direct and indirect counterparties; null: unknown. */
export interface Screened {
  readonly row: ScreenedRow;
  readonly parties: Parties | null;
  readonly indirect: IndirectExposure | null;
}

type Named = Parties['items'][number]['entity'];

const entitiesOf = ({ parties, indirect }: Screened): Named[] =>
  [...(parties?.items ?? []), ...(indirect?.items ?? [])].map(({ entity }) => entity);

export const txIdOf = (row: Pick<ScreenedRow, 'chain' | 'txid'>): string => hashOf(row, row.txid);

/** Returns indirect entities that aren't direct counterparties, compared by ID. */
function onlyIndirect({ items }: IndirectExposure, parties: Parties | null): IndirectExposure['items'] {
  const direct = new Set((parties?.items ?? []).map(({ entity }) => entity?.id));
  return items.filter(({ entity }) => entity === null || !direct.has(entity.id));
}

/**
 * Reads what rules compare, and of it what these rules ask for: names that the organization may see, categories as the directory
 * has them now. `db` may be a transaction.
 */
export function createSubjects(options: {
  organizations: Pick<OrganizationDirectory, 'findByIds'>;
  /** Of Bitcoin. */
  network: () => Promise<NetworkName>;
  now: () => number;
}) {
  const { organizations, network, now } = options;
  const facts = createEntityFacts();

  async function categoriesOf(
    db: Kysely<Schema>,
    screened: readonly Screened[],
  ): Promise<ReadonlyMap<string, readonly string[]>> {
    const ids = screened.flatMap(entitiesOf).flatMap((entity) => entity?.id ?? []);
    if (ids.length === 0) return new Map();
    const session = sessionOver(db);
    const found = await facts.read(session, ids, await stateAt(session, undefined, now()));
    return new Map([...found].map(([id, { categories }]) => [id, categories]));
  }

  return async (
    db: Kysely<Schema>,
    screened: readonly Screened[],
    rules: readonly AlertCondition[],
  ): Promise<AlertSubject[]> => {
    const organizationId = screened[0]?.row.organization_id;
    if (organizationId === undefined) return [];
    const hides = screened.flatMap(entitiesOf).some((entity) => entity?.hidden);
    const organization = hides
      ? (await organizations.findByIds(db, [organizationId])).get(organizationId)
      : undefined;
    const seesHidden = organization?.allowCsam ?? false;
    const categories: Awaited<ReturnType<typeof categoriesOf>> = rules.some(
      ({ category }) => category !== null,
    )
      ? await categoriesOf(db, screened)
      : new Map();
    const ownNames = rules.some(
      ({ targetType, counterpartyEntity }) => targetType === 'entity' && counterpartyEntity !== null,
    )
      ? await readAddressEntities(
          db,
          screened.map(({ row }) => row.address_id),
        )
      : new Map<string, string>();
    const targets = rules.flatMap(({ withCluster, target }) => (withCluster === true ? [target] : []));
    const clusters =
      targets.length > 0
        ? await readClusters(sessionOver(db), screened, targets, await network())
        : new Map<string, string>();
    const originOf = (entity: Named): AlertOrigin => {
      const hidden = entity?.hidden === true && !seesHidden;
      return {
        entityId: hidden ? null : (entity?.id ?? null),
        name: hidden ? csamName : (entity?.name ?? null),
        categories: (entity && categories.get(entity.id)) ?? [],
      };
    };
    return screened.map(({ row, parties, indirect }) => ({
      blockchain: row.chain,
      txId: txIdOf(row),
      address: row.address,
      addressEntity: ownNames.get(row.address_id) ?? null,
      direction: row.direction,
      amount: row.contract ? null : BigInt(row.amount),
      clusters,
      parties: (parties?.items ?? []).map(({ address, entity, amount }) => ({
        ...originOf(entity),
        address,
        amount: row.contract || amount === null ? null : BigInt(amount),
      })),
      indirect: indirect && {
        isComplete: indirect.isComplete,
        origins: onlyIndirect(indirect, parties).map(({ entity, category }) =>
          entity ? originOf(entity) : { ...originOf(null), categories: [category] },
        ),
      },
    }));
  };
}

export type ReadSubjects = ReturnType<typeof createSubjects>;
