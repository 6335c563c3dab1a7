import { type Blockchain, getBlock } from '@hopscope/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ApiClient } from '../../../lib/api/api-client.ts';
import { useServices } from '../../../lib/services.ts';
import { onChain } from './on-chain.ts';

const staysMs = 5 * 60_000;

/** Returns the query of a block of `chain` by height or hash. The tip is never cached: it gets a next block or is replaced. */
export function blockQuery<Chain extends Blockchain>(api: ApiClient, chain: Chain, height: string) {
  return queryOptions({
    queryKey: [getBlock.id, chain, height],
    queryFn: async ({ signal }) => {
      const { data } = await api(getBlock, { params: { height }, query: { blockchain: chain } }, { signal });
      return onChain(data, chain);
    },
    staleTime: ({ state }) => (state.data?.next_hash === null ? 0 : staysMs),
  });
}

export function useBlock<Chain extends Blockchain>(chain: Chain, height: string) {
  const { api } = useServices();
  return useQuery(blockQuery(api, chain, height));
}
