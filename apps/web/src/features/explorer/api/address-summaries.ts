import { getAddress } from '@hopscope/contract';
import { useQueries } from '@tanstack/react-query';
import { useServices } from '../../../lib/services.ts';

/** Totals of several addresses, each asked for by itself, so that those that are there are shown. */
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
