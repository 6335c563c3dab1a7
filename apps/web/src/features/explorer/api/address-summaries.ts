import { getAddress } from '@hopscope/contract';
import { useQueries } from '@tanstack/react-query';
import { useServices } from '../../../lib/services.ts';

/** Reads summaries of several addresses, fetched separately so that each is shown when it arrives. */
export function useAddressSummaries(addresses: readonly string[]) {
  const { api } = useServices();
  return useQueries({
    queries: addresses.map((addr) => ({
      queryKey: [getAddress.id, addr],
      queryFn: async ({ signal }: { signal: AbortSignal }) =>
        (await api(getAddress, { params: { addr } }, { signal })).data,
    })),
  });
}
