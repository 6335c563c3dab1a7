import { type CallOutput, calculateRisks, entityActivityEndpoints } from '@hopscope/contract';
import type { Blockchain, RiskLevel } from '@hopscope/domain';
import { useQuery } from '@tanstack/react-query';
import { useOrganizationId } from '../../../lib/organizations/use-organization-id.ts';
import { useServices } from '../../../lib/services.ts';

const { getEntityActivity, listEntityBalances, listEntityFlows, listEntityPartners } =
  entityActivityEndpoints;
const staleTime = 60_000;

export type Partners = CallOutput<typeof listEntityPartners>['data'];
export type EntityFlows = CallOutput<typeof listEntityFlows>['data'];
export type EntityBalance = CallOutput<typeof listEntityBalances>['data'][number];

/** Reads balance, received, and spent of an entity by day. */
export function useEntityActivity(entityId: string, blockchain: Blockchain) {
  const { api } = useServices();
  const { ready, id: organizationId } = useOrganizationId();
  return useQuery({
    queryKey: [getEntityActivity.id, organizationId, entityId, blockchain],
    enabled: ready,
    staleTime,
    queryFn: async ({ signal }) => {
      const asked = { params: { id: entityId }, query: { blockchain } };
      return (await api(getEntityActivity, asked, { signal, organizationId })).data;
    },
  });
}

/** Reads whom an entity receives from and sends to; nothing without a chain. */
export function useEntityPartners(entityId: string, blockchain: Blockchain | undefined) {
  const { api } = useServices();
  const { ready, id: organizationId } = useOrganizationId();
  return useQuery({
    queryKey: [listEntityPartners.id, organizationId, entityId, blockchain],
    enabled: ready && blockchain !== undefined,
    staleTime,
    queryFn: async ({ signal }) => {
      const asked = { params: { id: entityId }, query: { blockchain: blockchain ?? 'bitcoin' } };
      return (await api(listEntityPartners, asked, { signal, organizationId })).data;
    },
  });
}

/** Reads the risk levels of entities by ID. */
export function useEntityLevels(entityIds: readonly string[]) {
  const { api } = useServices();
  const { ready, id: organizationId } = useOrganizationId();
  const asked = [...new Set(entityIds)].toSorted();
  return useQuery({
    queryKey: [calculateRisks.id, organizationId, 'entity', asked],
    enabled: ready && asked.length > 0,
    staleTime,
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, RiskLevel>> => {
      const items = asked.map((identifier) => ({ identifier, type: 'entity' as const }));
      const { data } = await api(calculateRisks, { body: { items } }, { signal, organizationId });
      return new Map(data.map(({ identifier, level }) => [identifier, level]));
    },
  });
}

/** Reads the balances of all entities by ID, at most ten minutes old. */
export function useEntityBalances() {
  const { api } = useServices();
  const { ready, id: organizationId } = useOrganizationId();
  return useQuery({
    queryKey: [listEntityBalances.id, organizationId],
    enabled: ready,
    staleTime: 600_000,
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, EntityBalance>> => {
      const { data } = await api(listEntityBalances, {}, { signal, organizationId });
      return new Map(data.map((each) => [each.entity_id, each]));
    },
  });
}

/** Reads flows between entities by week, at most ten minutes old. */
export function useEntityFlows(blockchain: Blockchain) {
  const { api } = useServices();
  const { ready, id: organizationId } = useOrganizationId();
  return useQuery({
    queryKey: [listEntityFlows.id, organizationId, blockchain],
    enabled: ready,
    staleTime: 600_000,
    queryFn: async ({ signal }) =>
      (await api(listEntityFlows, { query: { blockchain } }, { signal, organizationId })).data,
  });
}
