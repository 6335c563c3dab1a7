import { listAddressAssets } from '@hopscope/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useServices } from '../../../lib/services.ts';

/** Assets per page. */
export const assetsAtATime = 10;

/** Reads holdings of an Ethereum address per asset, in pages. */
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
