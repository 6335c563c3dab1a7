import { type Blockchain, getAddress } from '@hopscope/contract';
import { useQuery } from '@tanstack/react-query';
import { useServices } from '../../../lib/services.ts';
import { useFollowed } from '../../../lib/stream/use-live.ts';
import { onChain } from './on-chain.ts';

/** What an address is and its totals; they move on while the page is open. */
export function useAddressSummary<Chain extends Blockchain>(chain: Chain, addr: string) {
  const { api } = useServices();
  const query = useQuery({
    queryKey: [getAddress.id, addr],
    queryFn: async ({ signal }) =>
      onChain((await api(getAddress, { params: { addr } }, { signal })).data, chain),
  });
  useFollowed(query.data?.address);
  return query;
}
