import { explorerPageSize, listAddressTransactions } from '@hopscope/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ApiClient } from '../../../lib/api/api-client.ts';
import { useServices } from '../../../lib/services.ts';
import { givenOf, type HistoryFilter } from '../model/address-view.ts';
import { isUnfinished } from '../model/text/ethereum-text.ts';
import { onChain } from './on-chain.ts';

/** Poll interval of a history that is being fetched. */
const unfinishedMs = 2000;

/** Requested rows of a Bitcoin address's history. */
interface TransactionView {
  page: number;
  filter: HistoryFilter;
}

/** Returns the query of a page of a Bitcoin address's history, newest first. */
export function addressTransactionsQuery(api: ApiClient, addr: string, { page, filter }: TransactionView) {
  const given = givenOf(filter);
  const query = { page, limit: explorerPageSize, ...given };
  return queryOptions({
    queryKey: [listAddressTransactions.id, addr, page, given],
    queryFn: async ({ signal }) =>
      onChain(await api(listAddressTransactions, { params: { addr }, query }, { signal }), 'bitcoin'),
    refetchInterval: ({ state: { data } }) => (data && isUnfinished(data.coverage) ? unfinishedMs : false),
  });
}

/** Reads the query's page of the history; keeps the previous page while loading. */
export function useAddressTransactions(addr: string, view: TransactionView) {
  const { api } = useServices();
  return useQuery({
    ...addressTransactionsQuery(api, addr, view),
    placeholderData: (previous, query) => (query?.queryKey[1] === addr ? previous : undefined),
  });
}
