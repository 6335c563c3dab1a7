import { complianceEndpoints, type MonitoredAddress, monitoringEndpoints } from '@hopscope/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { toApiError } from '../../../lib/api/api-error.ts';
import { useCall } from '../../../lib/api/use-call.ts';
import { useServices } from '../../../lib/services.ts';
import type { ScreenerSearch } from '../model/screener-search.ts';

const {
  addMonitoredAddress,
  addMonitoredAddresses,
  changeMonitoredAddress,
  deleteMonitoredAddress,
  filterMonitoredAddresses,
  getMonitoredAddress,
  getMonitoredAddressHistory,
  screenMonitoredPast,
} = monitoringEndpoints;
const addressPageSize = 10;
export const historyPageSize = 20;

function queryOf({ blockchain, status, client, search, wallet, page, limit }: ScreenerSearch) {
  return {
    ...(blockchain && { blockchain }),
    ...((status === 'active' || status === 'inactive') && { status }),
    ...(client !== undefined && { clientId: client }),
    ...(search !== undefined && { search }),
    ...(wallet !== undefined && { walletId: wallet }),
    page: page ?? 1,
    limit: limit ?? addressPageSize,
  };
}

/** Reads a page of monitored addresses, newest first. */
export function useMonitoredAddresses(organizationId: string, view: ScreenerSearch) {
  const { api } = useServices();
  const query = queryOf(view);
  return useQuery({
    queryKey: [filterMonitoredAddresses.id, organizationId, query],
    queryFn: ({ signal }) => api(filterMonitoredAddresses, { query }, { signal, organizationId }),
    staleTime: 0,
    placeholderData: keepPreviousData,
    // Polls while past transactions are being screened.
    refetchInterval: ({ state }) =>
      state.data?.data.some(({ past }) => past?.done === false) ? 3_000 : false,
  });
}

/** Reads the entry of an address; null if it isn't monitored. */
export function useMonitored(organizationId: string, address: string) {
  const { api } = useServices();
  const query = { search: address, limit: 1 };
  return useQuery({
    queryKey: [filterMonitoredAddresses.id, organizationId, query],
    queryFn: async ({ signal }) => {
      const { data } = await api(filterMonitoredAddresses, { query }, { signal, organizationId });
      return data.find((entry) => entry.address.toLowerCase() === address.toLowerCase()) ?? null;
    },
  });
}

/** Reads an address that isn't on the shown page; undefined makes no call. */
export function useMonitoredAddress(organizationId: string, id: string | undefined) {
  const { api } = useServices();
  return useQuery({
    queryKey: [getMonitoredAddress.id, organizationId, id],
    enabled: id !== undefined,
    retry: false,
    staleTime: 0,
    queryFn: async ({ signal }) =>
      (await api(getMonitoredAddress, { params: { id: id ?? '' } }, { signal, organizationId })).data,
  });
}

/** Reads the changes of an entry, newest first; also of a deleted one. */
export function useAddressHistory(organizationId: string, id: string, page: number) {
  const { api } = useServices();
  return useQuery({
    queryKey: [getMonitoredAddressHistory.id, organizationId, id, page],
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      api(
        getMonitoredAddressHistory,
        { params: { id }, query: { page, limit: historyPageSize } },
        { signal, organizationId },
      ),
  });
}

const changes = [
  filterMonitoredAddresses,
  getMonitoredAddress,
  getMonitoredAddressHistory,
  complianceEndpoints.countComplianceTransactions,
];

export const useAddAddress = (organizationId: string) =>
  useCall(addMonitoredAddress, { organizationId, changes });
export const useChangeAddress = (organizationId: string) =>
  useCall(changeMonitoredAddress, { organizationId, changes });
export const useScreenPast = (organizationId: string) =>
  useCall(screenMonitoredPast, { organizationId, changes });
export const useDeleteAddress = (organizationId: string) =>
  useCall(deleteMonitoredAddress, { organizationId, changes });

/** Uploads one batch of a list. */
export function useSendAddresses(organizationId: string) {
  const { api } = useServices();
  return (addresses: readonly unknown[], signal: AbortSignal) =>
    api(addMonitoredAddresses, { body: { addresses: [...addresses] } }, { signal, organizationId });
}

/** Query keys that a finished upload invalidates. */
export const uploadChanges = changes.map(({ id }) => [id] as const);

/** Returns the current entry from a refused change; undefined if it was refused for another reason. */
export function currentEntryOf(thrown: Error): MonitoredAddress | undefined {
  const { code, details } = toApiError(thrown);
  if (code !== 'changed_meanwhile') return undefined;
  return changeMonitoredAddress.response.shape.data.safeParse(details['current']).data;
}
