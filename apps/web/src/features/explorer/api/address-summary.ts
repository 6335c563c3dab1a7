import { getAddress } from '@hopscope/contract';
import { useQuery } from '@tanstack/react-query';
import { useServices } from '../../../lib/services.ts';

/** What an address is and its totals. */
export function useAddressSummary(addr: string) {
  const { api } = useServices();
  return useQuery({
    queryKey: [getAddress.id, addr],
    queryFn: async ({ signal }) => (await api(getAddress, { params: { addr } }, { signal })).data,
  });
}
