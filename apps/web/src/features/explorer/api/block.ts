import { getBlock } from '@hopscope/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ApiClient } from '../../../lib/api/api-client.ts';
import { useServices } from '../../../lib/services.ts';

/** A block by height or hash. */
export function blockQuery(api: ApiClient, height: string) {
  return queryOptions({
    queryKey: [getBlock.id, height],
    queryFn: async ({ signal }) => (await api(getBlock, { params: { height } }, { signal })).data,
  });
}

export function useBlock(height: string) {
  const { api } = useServices();
  return useQuery(blockQuery(api, height));
}
