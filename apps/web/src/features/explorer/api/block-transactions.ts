import { type Blockchain, explorerPageSize, listBlockTransactions } from '@hopscope/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ApiClient } from '../../../lib/api/api-client.ts';
import { useServices } from '../../../lib/services.ts';
import type { BlockFilter } from '../model/block/block-filter.ts';
import { onChain } from './on-chain.ts';

export interface BlockPage<Chain extends Blockchain> {
  chain: Chain;
  /** Height or hash. */
  height: string;
  /** All transactions by default. */
  filter?: BlockFilter;
}

/** Returns the query of a page of a block's transactions, in block order. */
export function blockTransactionsQuery<Chain extends Blockchain>(
  api: ApiClient,
  { chain, height, filter = {} }: BlockPage<Chain>,
  page: number,
) {
  const query = { blockchain: chain, page, limit: explorerPageSize, ...filter };
  return queryOptions({
    queryKey: [listBlockTransactions.id, chain, height, page, filter],
    queryFn: async ({ signal }) =>
      onChain(await api(listBlockTransactions, { params: { height }, query }, { signal }), chain),
  });
}

/** Reads the query's page of transactions; keeps the previous page while loading. */
export function useBlockTransactions<Chain extends Blockchain>(place: BlockPage<Chain>, page: number) {
  const { api } = useServices();
  return useQuery({
    ...blockTransactionsQuery(api, place, page),
    placeholderData: (previous, query) => (query?.queryKey[2] === place.height ? previous : undefined),
  });
}
