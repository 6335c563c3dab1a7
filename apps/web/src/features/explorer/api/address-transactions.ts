import { explorerPageSize, listAddressTransactions } from '@hopscope/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ApiClient } from '../../../lib/api/api-client.ts';
import { useServices } from '../../../lib/services.ts';

/** A page of an address's history, newest first. */
export function addressTransactionsQuery(api: ApiClient, addr: string, page: number) {
  return queryOptions({
    queryKey: [listAddressTransactions.id, addr, page],
    queryFn: ({ signal }) =>
      api(
        listAddressTransactions,
        { params: { addr }, query: { page, limit: explorerPageSize } },
        { signal },
      ),
  });
}

/** The same; the page before stays until the next has come. */
export function useAddressTransactions(addr: string, page: number) {
  const { api } = useServices();
  return useQuery({
    ...addressTransactionsQuery(api, addr, page),
    placeholderData: (previous, query) => (query?.queryKey[1] === addr ? previous : undefined),
  });
}
