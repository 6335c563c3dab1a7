import { explorerPageSize, listAddressUnconfirmed, listUnconfirmed } from '@hopscope/contract';
import { useQuery } from '@tanstack/react-query';
import { useServices } from '../../../lib/services.ts';
import { useFollowed, useLiveState } from '../../../lib/stream/use-live.ts';

/** Lists of waiting transactions change every few seconds. */
export const unconfirmedRefreshMs = 10_000;
const seldomMs = 60_000;

/** How many Bitcoin transactions wait for a block, and what they pay. */
export function useUnconfirmedTotals() {
  const { api } = useServices();
  return useQuery({
    queryKey: [listUnconfirmed.id, 'totals'],
    queryFn: async ({ signal }) =>
      (await api(listUnconfirmed, { query: { page: 1, limit: 1 } }, { signal })).totals,
    refetchInterval: unconfirmedRefreshMs,
  });
}

/**
 * A page of what waits for a Bitcoin address, newest first; the page before stays until the next has come. The live
 * connection tells of changes; the page asks seldom beside it, and often without it.
 */
export function useAddressUnconfirmed(addr: string, page: number) {
  const { api } = useServices();
  const live = useLiveState() === 'live';
  useFollowed(addr);
  return useQuery({
    queryKey: [listAddressUnconfirmed.id, addr, page],
    queryFn: ({ signal }) =>
      api(listAddressUnconfirmed, { params: { addr }, query: { page, limit: explorerPageSize } }, { signal }),
    refetchInterval: live ? seldomMs : unconfirmedRefreshMs,
    placeholderData: (previous, query) => (query?.queryKey[1] === addr ? previous : undefined),
  });
}
