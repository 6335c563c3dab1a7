import { listAddressAssets } from '@hopscope/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useServices } from '../../../lib/services.ts';

/** Assets at a time. */
export const assetsAtATime = 10;

/** What an Ethereum address has moved of each asset, some at a time. */
export function useAddressAssets(addr: string) {
  const { api } = useServices();
  return useInfiniteQuery({
    queryKey: [listAddressAssets.id, addr],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) => {
      const query = { limit: assetsAtATime, ...(pageParam !== '' && { after: pageParam }) };
      return api(listAddressAssets, { params: { addr }, query }, { signal });
    },
    getNextPageParam: ({ next }) => next ?? undefined,
  });
}
