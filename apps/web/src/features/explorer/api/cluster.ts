import { explorerPageSize, getAddressCluster } from '@hopscope/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useServices } from '../../../lib/services.ts';

/** A page of the addresses that were spent together with a Bitcoin address. */
export function useCluster(addr: string, page: number) {
  const { api } = useServices();
  return useQuery({
    queryKey: [getAddressCluster.id, addr, page],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      api(getAddressCluster, { params: { addr }, query: { page, limit: explorerPageSize } }, { signal }),
  });
}
