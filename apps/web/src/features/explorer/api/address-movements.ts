import { explorerPageSize, listAddressTransactions } from '@hopscope/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ApiClient } from '../../../lib/api/api-client.ts';
import { useServices } from '../../../lib/services.ts';
import { type AddressView, givenOf } from '../model/address-view.ts';
import { isUnfinished } from '../model/text/ethereum-text.ts';
import { onChain } from './on-chain.ts';

/** Which movements of an Ethereum address are listed. */
export type MovementView = Pick<AddressView, 'page' | 'filter' | 'asset' | 'hidden'>;

/** Poll interval of a history that is being fetched. */
const unfinishedMs = 2000;

/** Returns the query of a page of an Ethereum address's movements, newest first. */
export function addressMovementsQuery(
  api: ApiClient,
  addr: string,
  { page, filter, asset, hidden }: MovementView,
) {
  const given = givenOf(filter);
  const query = {
    page,
    limit: explorerPageSize,
    hidden: hidden ? ('true' as const) : ('false' as const),
    ...(asset !== undefined && { asset }),
    ...given,
  };
  return queryOptions({
    queryKey: [listAddressTransactions.id, addr, page, asset, hidden, given],
    queryFn: async ({ signal }) =>
      onChain(await api(listAddressTransactions, { params: { addr }, query }, { signal }), 'ethereum'),
    refetchInterval: ({ state: { data } }) => (data && isUnfinished(data.coverage) ? unfinishedMs : false),
  });
}

/** Reads the query's page of movements; keeps the previous data while loading. */
export function useAddressMovements(addr: string, view: MovementView) {
  const { api } = useServices();
  return useQuery({
    ...addressMovementsQuery(api, addr, view),
    placeholderData: (previous, query) => (query?.queryKey[1] === addr ? previous : undefined),
  });
}
