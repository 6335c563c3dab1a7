import {
  getAddress,
  getAddressActivity,
  getAddressBalanceHistory,
  getAddressCluster,
  listAddressTransactions,
} from '@hopscope/contract';
import { chainOf, chains } from '@hopscope/domain';
import { useQuery } from '@tanstack/react-query';
import { useServices } from '../../../lib/services.ts';
import { dashboardKey } from './dashboard-key.ts';

/** the history and the flow use the latest 100 transactions. */
export const historyLength = 100;

/** Reads the summary of an address. */
export function useAddress(addr: string) {
  const { api } = useServices();
  return useQuery({
    queryKey: [dashboardKey, addr, getAddress.id],
    queryFn: async ({ signal }) => (await api(getAddress, { params: { addr } }, { signal })).data,
  });
}

/** Reads transactions by day of a year, by default the year with the most transactions. */
export function useActivity(addr: string, year: number | undefined) {
  const { api } = useServices();
  return useQuery({
    queryKey: [dashboardKey, addr, getAddressActivity.id, year],
    queryFn: ({ signal }) =>
      api(getAddressActivity, { params: { addr }, query: year === undefined ? {} : { year } }, { signal }),
    placeholderData: (previous, query) => (query?.queryKey[1] === addr ? previous : undefined),
  });
}

/** Reads the number of active days of an address. */
export function useActiveDays(addr: string) {
  const { api } = useServices();
  return useQuery({
    queryKey: [dashboardKey, addr, getAddressBalanceHistory.id],
    queryFn: async ({ signal }) =>
      (await api(getAddressBalanceHistory, { params: { addr } }, { signal })).points.length,
  });
}

/** Reads the latest transactions of an address; on Ethereum, the latest movements without spam. */
export function useHistory(addr: string) {
  const { api } = useServices();
  return useQuery({
    queryKey: [dashboardKey, addr, listAddressTransactions.id],
    queryFn: ({ signal }) =>
      api(listAddressTransactions, { params: { addr }, query: { limit: historyLength } }, { signal }),
  });
}

/** Reads the number of rows of the whole history in one direction. */
export function useDirectionCount(addr: string, direction: 'in' | 'out') {
  const { api } = useServices();
  return useQuery({
    queryKey: [dashboardKey, addr, listAddressTransactions.id, direction],
    queryFn: async ({ signal }) =>
      (await api(listAddressTransactions, { params: { addr }, query: { limit: 1, direction } }, { signal }))
        .pagination.totalTxs,
  });
}

/** Reads the co-spend cluster of a Bitcoin address; disabled on Ethereum. */
export function useCluster(addr: string) {
  const { api } = useServices();
  return useQuery({
    queryKey: [dashboardKey, addr, getAddressCluster.id],
    enabled: chains[chainOf(addr)].hasClusters,
    queryFn: async ({ signal }) =>
      (await api(getAddressCluster, { params: { addr }, query: { limit: 1 } }, { signal })).data,
  });
}
