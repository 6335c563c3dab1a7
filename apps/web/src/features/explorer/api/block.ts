import { getBlock } from '@hopscope/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ApiClient } from '../../../lib/api/api-client.ts';
import { useServices } from '../../../lib/services.ts';

const staysMs = 5 * 60_000;

/** A block by height or hash. The highest one soon has a next block, or is replaced. */
export function blockQuery(api: ApiClient, height: string) {
  return queryOptions({
    queryKey: [getBlock.id, height],
    queryFn: async ({ signal }) => (await api(getBlock, { params: { height } }, { signal })).data,
    staleTime: ({ state }) => (state.data?.next_hash === null ? 0 : staysMs),
  });
}

export function useBlock(height: string) {
  const { api } = useServices();
  return useQuery(blockQuery(api, height));
}
