import { explorerPageSize, getAddressCluster } from '@hopscope/contract';
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
