import {
  calculateRisk,
  getEntity,
  getEntityBalanceSheet,
  getEntityHistory,
  listEntityAddresses,
  listEntityClusters,
  type CallOutput,
} from '@hopscope/contract';
import { type Blockchain, blockchains } from '@hopscope/domain';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useOrganizationId } from '../../../lib/organizations/use-organization-id.ts';
import { useServices } from '../../../lib/services.ts';

export type Profile = CallOutput<typeof getEntity>['data'];

/** Returns the chains on which sources name addresses of an entity. */
export function activeChains({ addresses }: Pick<Profile, 'addresses'>): Blockchain[] {
  return blockchains.filter((chain) =>
    addresses.some(({ blockchain, direct }) => blockchain === chain && direct > 0),
  );
}

export const addressPageSize = 20;
export const historyPageSize = 20;

/** Reads an entity with all details, now or at the end of a day. */
export function useProfile(entityId: string, asOf: string | undefined) {
  const { api } = useServices();
  const { ready, id: organizationId } = useOrganizationId();
  return useQuery({
    queryKey: [getEntity.id, organizationId, entityId, asOf],
    enabled: ready,
    queryFn: ({ signal }) =>
      api(getEntity, { params: { id: entityId }, query: { asOf } }, { signal, organizationId }),
  });
}

/** Reads the risk score of an entity by the organization's profile, now or by the directory at the end of a day. */
export function useEntityRisk(entityId: string, asOf: string | undefined) {
  const { api } = useServices();
  const { ready, id: organizationId } = useOrganizationId();
  return useQuery({
    queryKey: [calculateRisk.id, organizationId, 'entity', entityId, asOf],
    enabled: ready,
    queryFn: async ({ signal }) =>
      (
        await api(
          calculateRisk,
          {
            query: asOf === undefined ? {} : { asOf },
            body: { identifier: entityId, type: 'entity' },
          },
          { signal, organizationId },
        )
      ).data,
  });
}

export function useBalanceSheet(entityId: string) {
  const { api } = useServices();
  const { ready, id: organizationId } = useOrganizationId();
  return useQuery({
    queryKey: [getEntityBalanceSheet.id, organizationId, entityId],
    enabled: ready,
    staleTime: 60_000,
    queryFn: async ({ signal }) =>
      (await api(getEntityBalanceSheet, { params: { id: entityId } }, { signal, organizationId })).data,
  });
}

/** Reads a page of the addresses that sources name or rules suggest. */
export function useEntityAddresses(
  entityId: string,
  view: { asOf: string | undefined; page: number; kind: 'direct' | 'derived' | undefined },
) {
  const { api } = useServices();
  const { id: organizationId } = useOrganizationId();
  return useQuery({
    queryKey: [listEntityAddresses.id, organizationId, entityId, view],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      api(
        listEntityAddresses,
        { params: { id: entityId }, query: { ...view, limit: addressPageSize } },
        { signal, organizationId },
      ),
  });
}

/** Reads a page of the clusters whose addresses an entity inherits; fetched once `wanted`. */
export function useEntityClusters(entityId: string, page: number, wanted: boolean) {
  const { api } = useServices();
  const { id: organizationId } = useOrganizationId();
  return useQuery({
    queryKey: [listEntityClusters.id, organizationId, entityId, page],
    enabled: wanted,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      api(
        listEntityClusters,
        { params: { id: entityId }, query: { page, limit: addressPageSize } },
        { signal, organizationId },
      ),
  });
}

export function useEntityHistory(entityId: string, page: number) {
  const { api } = useServices();
  const { id: organizationId } = useOrganizationId();
  return useQuery({
    queryKey: [getEntityHistory.id, organizationId, entityId, page],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      api(
        getEntityHistory,
        { params: { id: entityId }, query: { page, limit: historyPageSize } },
        { signal, organizationId },
      ),
  });
}
