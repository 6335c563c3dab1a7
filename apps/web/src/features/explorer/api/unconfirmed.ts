import { explorerPageSize, listAddressUnconfirmed, listUnconfirmed } from '@hopscope/contract';
import { useQuery } from '@tanstack/react-query';
import { useServices } from '../../../lib/services.ts';
import { useFollowed, useLiveState } from '../../../lib/stream/use-live.ts';

/** Poll interval of unconfirmed transactions. */
export const unconfirmedRefreshMs = 10_000;
const seldomMs = 60_000;

/** Reads totals of the Bitcoin mempool by fee rate. */
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
 * Reads a page of unconfirmed transactions of a Bitcoin address, newest first; keeps the previous page while loading. The live
 * connection announces changes, so the query polls slowly while connected and fast otherwise.
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
