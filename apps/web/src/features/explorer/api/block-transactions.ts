import { explorerPageSize, listBlockTransactions } from '@hopscope/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ApiClient } from '../../../lib/api/api-client.ts';
import { useServices } from '../../../lib/services.ts';

/** A page of a block's transactions, in block order. */
export function blockTransactionsQuery(api: ApiClient, height: string, page: number) {
  return queryOptions({
    queryKey: [listBlockTransactions.id, height, page],
    queryFn: ({ signal }) =>
      api(
        listBlockTransactions,
        { params: { height }, query: { page, limit: explorerPageSize } },
        { signal },
      ),
  });
}

/** The same; the page before stays until the next has come. */
export function useBlockTransactions(height: string, page: number) {
  const { api } = useServices();
  return useQuery({
    ...blockTransactionsQuery(api, height, page),
    placeholderData: (previous, query) => (query?.queryKey[1] === height ? previous : undefined),
  });
}
