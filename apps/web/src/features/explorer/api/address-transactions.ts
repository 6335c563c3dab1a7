import { explorerPageSize, listAddressTransactions } from '@hopscope/contract';
import { useQuery } from '@tanstack/react-query';
import { useServices } from '../../../lib/services.ts';

/** A page of an address's history, newest first; the page before stays until the next has come. */
export function useAddressTransactions(addr: string, page: number) {
  const { api } = useServices();
  return useQuery({
    queryKey: [listAddressTransactions.id, addr, page],
    queryFn: ({ signal }) =>
      api(
        listAddressTransactions,
        { params: { addr }, query: { page, limit: explorerPageSize } },
        { signal },
      ),
    placeholderData: (previous, query) => (query?.queryKey[1] === addr ? previous : undefined),
  });
}
