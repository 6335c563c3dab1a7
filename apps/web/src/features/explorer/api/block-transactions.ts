import { explorerPageSize, listBlockTransactions } from '@hopscope/contract';
import { useQuery } from '@tanstack/react-query';
import { useServices } from '../../../lib/services.ts';

/** A page of a block's transactions, in block order; the page before stays until the next has come. */
export function useBlockTransactions(height: string, page: number) {
  const { api } = useServices();
  return useQuery({
    queryKey: [listBlockTransactions.id, height, page],
    queryFn: ({ signal }) =>
      api(
        listBlockTransactions,
        { params: { height }, query: { page, limit: explorerPageSize } },
        { signal },
      ),
    placeholderData: (previous, query) => (query?.queryKey[1] === height ? previous : undefined),
  });
}
