import { explorerPageSize, getAddressCluster, getProbableOwner } from '@hopscope/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useServices } from '../../../lib/services.ts';

/** Reads a page of the co-spend cluster of a Bitcoin address. */
export function useCluster(addr: string, page: number) {
  const { api } = useServices();
  return useQuery({
    queryKey: [getAddressCluster.id, addr, page],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      api(getAddressCluster, { params: { addr }, query: { page, limit: explorerPageSize } }, { signal }),
  });
}

/** Reads the clusters that probably have the same owner as a Bitcoin address; `odds`: what each link needs. */
export function useProbableOwner(addr: string, odds: number) {
  const { api } = useServices();
  return useQuery({
    queryKey: [getProbableOwner.id, addr, odds],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api(getProbableOwner, { params: { addr }, query: { odds } }, { signal }),
  });
}
